import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the installer of Claude Code would put it. */
export const plantedClaude = join(homedir(), '.local', 'bin', 'claude');

/** Puts a Claude Code there that writes down where it was started, and waits. */
export function plantClaude(): void {
  mkdirSync(dirname(plantedClaude), { recursive: true });
  writeFileSync(plantedClaude, `#!/bin/sh\npwd > '${plantedClaude}.started'\nexec sleep 600\n`);
  chmodSync(plantedClaude, 0o755);
}
