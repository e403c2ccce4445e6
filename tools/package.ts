import { relative } from 'node:path';
import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { buildBundles } from './packaging/buildBundles.ts';
import { packageVsix } from './packaging/packageVsix.ts';

await runMain(async () => {
  await buildBundles();
  const vsix = await commandProgress().step('Packaging the extension', () => packageVsix(cloneRoot));
  process.stdout.write(`${relative(process.cwd(), vsix.path)}\n`);
  return 0;
});
