import { delimiter, dirname } from 'node:path';
import { runLogged } from './runLogged.mjs';

/**
 * Runs npm in a folder: the npm that started the command if there is one, else the one on PATH. It runs on the
 * person's own Node unless `node` says otherwise, because that one knows the certificates of the person's network.
 * @param {readonly string[]} args
 * @param {{ cwd: string, logFile: string, failure: string, node?: string, env?: NodeJS.ProcessEnv }} options
 */
export function npm(args, { cwd, logFile, failure, node = outerNode(), env = {} }) {
  return runLogged([...npmCommand(node), ...args], {
    cwd,
    logFile,
    failure,
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      // Otherwise an install of a package that merely depends on Playwright fetches browsers from elsewhere.
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      NODE_USE_SYSTEM_CA: '1',
      ...env,
    },
  });
}

/**
 * Installs exactly what the lockfile in `cwd` says, verified by its sha512 sums, running no package's scripts.
 * @param {{ cwd: string, logFile: string, failure: string, node?: string, dev?: boolean }} options
 */
export function npmCi({ dev = false, ...options }) {
  // Said outright, because NODE_ENV=production or a person's npmrc would otherwise leave out what the tools need.
  const which = ['--include=prod', '--include=optional', dev ? '--include=dev' : '--omit=dev'];
  return npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http', ...which], options);
}

function outerNode() {
  return process.env.BECKON_OUTER_NODE ?? process.execPath;
}

/**
 * @param {string} node
 * @returns {string[]}
 */
function npmCommand(node) {
  const started = process.env.npm_execpath;
  // yarn and pnpm set the same variable.
  if (started?.endsWith('npm-cli.js')) return [node, started];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
