import { arch, platform, release } from 'node:os';

/** The operating system with its version, and the processor. */
export function systemName(): string {
  return `${platform()} ${arch()} ${release()}`;
}
