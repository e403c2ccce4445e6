import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cacheRoot } from './cache/cacheRoot.mjs';
import { exitCodeOf, handleStopSignals } from './cache/cleanup.mjs';
import { withCloneLock } from './cache/cloneLock.mjs';
import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { buildBundles } from './packaging/buildBundles.ts';

await runMain(async () => {
  const where = { clone: cloneRoot, root: cacheRoot(), progress: commandProgress() };
  await withCloneLock(where, buildBundles);
  // The person's own Node, because that is what will run the command line after it is installed.
  const node = process.env.BECKON_OUTER_NODE ?? process.execPath;
  const child = spawn(node, [join(cloneRoot, 'dist', 'beckon.cjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  handleStopSignals((signal) => child.kill(signal));
  return await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? exitCodeOf(signal) : (code ?? 1)));
  });
});
