import { join } from 'node:path';
import { Progress } from './cache/progress.mjs';

/** The root of the clone these tools belong to. */
export const cloneRoot: string = join(import.meta.dirname, '..');

/** The progress of this command, counting from the moment the person pressed Enter. */
export function commandProgress(): Progress {
  return new Progress(process.stderr, { startedAt: Number(process.env.BECKON_STARTED_AT) || Date.now() });
}
