import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { parseStartOptions } from './options.mjs';
import { buildBundles } from './packaging/buildBundles.ts';
import { packageVsix } from './packaging/packageVsix.ts';
import { findCode, openDesktopDemo } from './start/desktopDemo.ts';
import { serveDemo } from './start/serveDemo.ts';

await runMain(async () => {
  const { desktop, port } = parseStartOptions(process.argv.slice(2));
  const code = desktop ? findCode() : undefined;
  const progress = commandProgress();
  await progress.step('Building the extension', buildBundles);
  const vsix = await progress.step('Packaging the extension', () => packageVsix(cloneRoot));
  if (code !== undefined) return await openDesktopDemo(cloneRoot, code, vsix);
  return await serveDemo(cloneRoot, { vsix, port, progress });
});
