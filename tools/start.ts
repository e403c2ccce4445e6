import { cacheRoot } from './cache/cacheRoot.mjs';
import { ensurePart } from './cache/ensurePart.mjs';
import { runMain } from './cache/userError.mjs';
import { cloneRoot, commandProgress } from './command.ts';
import { parseStartOptions } from './options.mjs';
import { makeVsix } from './packaging/makeVsix.ts';
import { choosePort } from './start/choosePort.ts';
import { findCode, openDesktopDemo } from './start/desktopDemo.ts';
import { serveDemo } from './start/serveDemo.ts';
import { vscodePart } from './vscode/vscodePart.ts';

await runMain(async () => {
  const { desktop, port } = parseStartOptions(process.argv.slice(2));
  const progress = commandProgress();
  if (desktop) {
    const code = findCode();
    return await openDesktopDemo(cloneRoot, { code, vsix: await makeVsix(cloneRoot, progress), progress });
  }
  // Chosen again when VS Code starts; a port that is taken should be told before the minute of the first set-up.
  await choosePort(port);
  const vsix = await makeVsix(cloneRoot, progress);
  const vscode = await ensurePart(vscodePart(), { root: cacheRoot(), progress });
  return await serveDemo(cloneRoot, { vscode, vsix, port, progress });
});
