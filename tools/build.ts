import { cacheRoot } from './cache/cacheRoot.mjs';
import { withCloneLock } from './cache/cloneLock.mjs';
import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { buildBundles } from './packaging/buildBundles.ts';

await runMain(async () => {
  const where = { clone: cloneRoot, root: cacheRoot(), progress: commandProgress() };
  await withCloneLock(where, buildBundles);
  return 0;
});
