import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../cache/userError.mjs';
import { runCaptured } from '../testing/runCaptured.ts';
import { serverMain } from './vscodePart.ts';

/** Installs a packaged extension into an extensions folder the way a person's VS Code does. */
export async function installVsix(
  vscode: string,
  {
    vsix,
    extensionsDir,
    runDir,
    env,
  }: { vsix: string; extensionsDir: string; runDir: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  mkdirSync(extensionsDir, { recursive: true });
  const places = ['--extensions-dir', extensionsDir, '--server-data-dir', join(runDir, 'server-data')];
  const { output, ending } = await runCaptured(
    [process.execPath, serverMain(vscode), ...places, '--install-extension', vsix, '--force'],
    { cwd: runDir, env, timeoutMs: 60_000 },
  );
  // VS Code has been seen to end well after saying that it failed.
  if (ending === undefined && /was successfully installed/.test(output)) return;
  throw new UserError(
    `VS Code did not install the extension: it ${ending ?? 'ended'} and said\n${output.trim()}`,
  );
}
