import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runMain } from './cache/userError.mjs';
import { cloneRoot } from './command.ts';

await runMain(async () => {
  const biome = join(cloneRoot, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [biome, 'check', '--write', ...process.argv.slice(2), '.'];
  return spawnSync(process.execPath, args, { cwd: cloneRoot, stdio: 'inherit' }).status ?? 1;
});
