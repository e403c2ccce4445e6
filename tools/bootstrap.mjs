import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheRoot } from './cache/cacheRoot.mjs';
import { atExit, exitCodeOf, handleStopSignals, watchParent } from './cache/cleanup.mjs';
import { ensurePart } from './cache/ensurePart.mjs';
import { ensureNodeModules } from './cache/nodeModules.mjs';
import { nodePart, ownNode } from './cache/nodePart.mjs';
import { Progress } from './cache/progress.mjs';
import { runMain, UserError } from './cache/userError.mjs';
import { withoutGit } from './cache/withoutGit.mjs';
import { checkOptions, checkPlace, commands } from './options.mjs';

/**
 * The door of every npm script: runs on the Node a person has (20 or newer, nothing installed), brings what the tools
 * need, and hands over to `tools/<command>.ts` on a Node that runs TypeScript.
 */
async function main() {
  const [command = '', ...args] = process.argv.slice(2);
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new UserError(`Beckon's tools need Node 20 or newer; this is ${process.versions.node}.`);
  }
  if (!commands.includes(command)) {
    throw new UserError(`Unknown command "${command}": one of ${commands.join(', ')} is expected.`, 2);
  }
  // Before the set-up: nobody should wait a minute to be told of a misspelt option.
  const answer = checkOptions(command, args);
  if (answer !== undefined) {
    process.stdout.write(`${answer}\n`);
    return 0;
  }
  const tools = dirname(fileURLToPath(import.meta.url));
  checkPlace(command, dirname(tools));
  const root = cacheRoot();
  const startedAt = Date.now();
  const progress = new Progress(process.stderr, { startedAt });
  const node = await ensureNode(root, progress);
  await ensureNodeModules(join(tools, '..'), root, progress);
  return await handOver(node, [join(tools, `${command}.ts`), ...args], {
    BECKON_OUTER_NODE: process.execPath,
    BECKON_NODE: node,
    BECKON_CACHE: root,
    BECKON_STARTED_AT: String(startedAt),
  });
}

/**
 * @param {string} root
 * @param {Progress} progress
 */
async function ensureNode(root, progress) {
  const found = nodePart();
  if (!found) return ownNode();
  return join(await ensurePart(found.part, { root, progress }), found.binary);
}

/**
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function handOver(node, args, env) {
  return new Promise((resolve, reject) => {
    // Older Nodes warn that running TypeScript is experimental.
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      stdio: 'inherit',
      // Without those of git: `npm test` may be what a hook of the person's repository runs.
      env: { ...withoutGit(), ...env },
    });
    atExit(() => child.kill('SIGTERM'));
    handleStopSignals((signal) => child.kill(signal));
    if (process.env.npm_lifecycle_event) watchParent(() => child.kill('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? exitCodeOf(signal) : (code ?? 1)));
  });
}

await runMain(main);
