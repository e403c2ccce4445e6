import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Part } from '../cache/ensurePart.mjs';
import { npm, npmCi } from '../cache/npm.mjs';
import { copyPartPins, partLock } from '../cache/partPins.mjs';
import { UserError } from '../cache/userError.mjs';

/** VS Code's shrinkwrap with the one entry it lacks (tslib), without which `npm ci` refuses it. */
const serverLockFile = join(import.meta.dirname, '..', 'parts', 'vscode', 'server-lock.json');

/**
 * VS Code's own server and workbench, as the code-server package carries them. Of that package only VS Code is kept:
 * its wrapper, with its login page and its own settings, is neither used nor needed.
 */
export function vscodePart(): Part {
  return {
    name: 'vscode',
    title: 'VS Code',
    recipe: [
      '1',
      process.platform,
      process.arch,
      process.versions.modules,
      partLock('vscode'),
      readFileSync(serverLockFile, 'utf8'),
    ],
    programs: [
      'vscode/out/server-main.js',
      'vscode/out/vs/code/browser/workbench/workbench.js',
      'vscode/out/vs/workbench/api/node/extensionHostProcess.js',
    ],
    make: makeVscode,
  };
}

/** The program to run with Node in a finished part. */
export function serverMain(dir: string): string {
  return join(dir, 'vscode', 'out', 'server-main.js');
}

async function makeVscode(dir: string, logFile: string): Promise<void> {
  requireCompiler();
  const failure = 'VS Code could not be installed from npm';
  copyPartPins('vscode', dir);
  await npmCi({ cwd: dir, logFile, failure });
  const vscode = join(dir, 'vscode');
  renameSync(join(dir, 'node_modules', 'code-server', 'lib', 'vscode'), vscode);
  rmSync(join(dir, 'node_modules'), { recursive: true });
  copyFileSync(serverLockFile, join(vscode, 'npm-shrinkwrap.json'));
  await npmCi({ cwd: vscode, logFile, failure });
  await npmCi({ cwd: join(vscode, 'extensions'), logFile, failure });
  await compileNatives(vscode, logFile);
}

/** Says what is missing before half a minute of downloading, not after it. */
function requireCompiler(): void {
  if (process.platform !== 'linux') return;
  const missing = ['g++', 'make', 'python3'].filter(
    (program) => spawnSync(program, ['--version']).status !== 0,
  );
  if (missing.length === 0) return;
  throw new UserError(
    `Two parts of VS Code have to be compiled, and ${missing.join(' and ')} cannot be run: install it first.`,
  );
}

/**
 * Compiles the two native modules that come without a prebuilt binary. Without spdlog there are no log files and
 * every output channel stays empty; the others (terminal, file watching) bring theirs. They are compiled for the Node
 * that npm runs on, hence the one that will run VS Code.
 */
async function compileNatives(vscode: string, logFile: string): Promise<void> {
  // The npm package of Node has the headers too, so that node-gyp fetches nothing. A person's own Node may have none;
  // node-gyp then finds its way by itself.
  const home = dirname(dirname(process.execPath));
  const headers = existsSync(join(home, 'include', 'node', 'node.h')) ? { npm_config_nodedir: home } : {};
  // A person may have switched install scripts off; these two are the ones wanted here.
  await npm(['rebuild', '--ignore-scripts=false', '@vscode/spdlog', '@vscode/native-watchdog'], {
    cwd: vscode,
    logFile,
    failure: "VS Code's native modules could not be compiled; g++, make and python3 are needed",
    node: process.execPath,
    env: { ...headers, JOBS: 'max' },
  });
  for (const module of ['spdlog', 'native-watchdog']) {
    const release = join(vscode, 'node_modules', '@vscode', module, 'build', 'Release');
    if (!existsSync(release)) throw new UserError(`npm compiled no ${module}; the log is ${logFile}`);
    rmSync(join(release, 'obj.target'), { recursive: true, force: true });
  }
}
