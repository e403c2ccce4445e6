import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cage } from './cage.ts';

/** The folder of a hook of the person's own. */
export function ownHook({ cage }: { readonly cage: Cage }, name: string): string {
  return join(cage.home, '.config', 'agents', 'hooks', name);
}

/** Makes a hook by hand. */
export function writeHook(folder: string, keys: string, script: string): void {
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'HOOK.md'), `---\n${keys}\n---\n\n# A hook\n`);
  writeFileSync(join(folder, 'scripts', 'run.sh'), `#!/bin/bash\n${script}\n`);
  chmodSync(join(folder, 'scripts', 'run.sh'), 0o755);
}
