import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Where the installer of Claude Code would put it. */
export const plantedClaude = join(homedir(), '.local', 'bin', 'claude');

/** Puts a program of this name beside it, which does nothing. */
export function plantProgram(name: string): void {
  const file = join(dirname(plantedClaude), name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
}

/** Puts a Claude Code there that writes down where it was started, and waits. One that the person has is not found any more. */
export function plantClaude(): void {
  mkdirSync(dirname(plantedClaude), { recursive: true });
  writeFileSync(plantedClaude, `#!/bin/sh\npwd > '${plantedClaude}.started'\nexec sleep 600\n`);
  chmodSync(plantedClaude, 0o755);
  const folders = (process.env.PATH ?? '').split(delimiter);
  process.env.PATH = folders.filter((folder) => !existsSync(join(folder, 'claude'))).join(delimiter);
}
