import { runMain } from './cache/userError.mjs';
import { buildBundles } from './packaging/buildBundles.ts';

await runMain(async () => {
  await buildBundles();
  return 0;
});
