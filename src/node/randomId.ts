import { randomBytes } from 'node:crypto';

/** An id nobody can guess or meet twice. */
export function randomId(): string {
  return randomBytes(12).toString('hex');
}
