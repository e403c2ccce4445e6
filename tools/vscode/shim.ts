import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { ensurePart } from '../cache/ensurePart.mjs';
import { runMain, UserError } from '../cache/userError.mjs';
import { findChromium } from '../chromium/launchBrowser.ts';
import { commandProgress } from '../command.ts';
import { makeSocketDir } from '../start/demoPlaces.ts';
import { runInHost } from './runInHost.ts';
import { serverEnv } from './serverEnv.ts';
import { writeUserSettings } from './userSettings.ts';
import { serverMain, vscodePart } from './vscodePart.ts';

/**
 * Behaves like VS Code's desktop program as far as @vscode/test-electron is concerned: runs the tests it is given and
 * ends with 0 if they passed, or installs an extension. Behind it are VS Code's server and a headless Chromium.
 * `BECKON_RUN_DIR` is where logs and pictures go; with `BECKON_RESTRICTED` the folder is not trusted.
 */
async function main(): Promise<number> {
  const runDir = process.env.BECKON_RUN_DIR;
  if (!runDir) throw new UserError('BECKON_RUN_DIR is not set: it says where VS Code may write its logs.');
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: {
      extensionTestsPath: { type: 'string' },
      extensionDevelopmentPath: { type: 'string', multiple: true },
      'user-data-dir': { type: 'string', default: join(runDir, 'data') },
      'extensions-dir': { type: 'string', default: join(runDir, 'extensions') },
    },
    // The desktop program has many more switches, about its window and its updates, that mean nothing here.
    strict: false,
  });
  const cache = { root: cacheRoot(), progress: commandProgress() };
  const vscode = await ensurePart(vscodePart(), cache);
  if (typeof values.extensionTestsPath !== 'string') return runCommandLine(vscode, runDir);
  const dataDir = String(values['user-data-dir']);
  // The first question of a new workspace would lie over what other tests look at; its own test switches it on.
  writeUserSettings(dataDir, {
    'beckon.install.ask': false,
    // As on a desktop. In a browser VS Code saves a second after an edit, and what it then draws anew takes no click.
    'files.autoSave': 'off',
    'security.workspace.trust.startupPrompt': 'never',
  });
  const problem = await runInHost({
    vscode,
    chromium: await findChromium(cache.root, cache.progress),
    runDir,
    dataDir,
    extensionsDir: String(values['extensions-dir']),
    folder: resolve(positionals[0] ?? '.'),
    developmentPaths: (values.extensionDevelopmentPath ?? []).map(String),
    testsModule: resolve(values.extensionTestsPath),
    restricted: process.env.BECKON_RESTRICTED === '1',
    timeoutMs: Number(process.env.BECKON_HOST_TIMEOUT_MS ?? 840_000),
  });
  if (problem === undefined) return 0;
  process.stderr.write(`${problem}\n`);
  return 1;
}

function runCommandLine(vscode: string, runDir: string): number {
  mkdirSync(runDir, { recursive: true });
  const args = [
    serverMain(vscode),
    ...process.argv.slice(2),
    '--server-data-dir',
    join(runDir, 'server-data'),
  ];
  const env = serverEnv(join(runDir, 'home'), makeSocketDir());
  return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
}

await runMain(main);
