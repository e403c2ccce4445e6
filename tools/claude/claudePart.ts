import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from '../cache/ensurePart.mjs';
import { npmCi } from '../cache/npm.mjs';
import { copyPartPins, partLock } from '../cache/partPins.mjs';
import { removeTree } from '../cache/removeTree.mjs';
import { reasonIn } from '../cache/runLogged.mjs';
import { UserError } from '../cache/userError.mjs';

/** The systems whose Claude Code the tests can drive. Windows has a package too, but no signals and other terminals. */
const systems: readonly string[] = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];

const failure = 'Claude Code could not be installed from npm';

/** The real Claude Code, for tests only: one native program, which needs no Node. Throws a sentence where there is none. */
export function claudePart(): Part {
  const system = `${process.platform}-${process.arch}`;
  if (!systems.includes(system)) {
    throw new UserError(
      `The tests with the real Claude Code do not run on ${system}: ${systems.join(', ')}.`,
    );
  }
  return {
    name: 'claude-code',
    title: 'Claude Code',
    recipe: ['1', process.platform, process.arch, partLock('claude-code')],
    programs: [programPath()],
    make: makeClaude,
  };
}

/** Where in a finished part the program is. */
export function claudeProgram(dir: string): string {
  return join(dir, ...programPath().split('/'));
}

function programPath(): string {
  return `node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;
}

async function makeClaude(dir: string, logFile: string): Promise<void> {
  copyPartPins('claude-code', dir);
  await npmCi({ cwd: dir, logFile, failure });
  const program = claudeProgram(dir);
  // npm leaves out an optional dependency that it could not fetch, or whose C library is another, and is content.
  if (!existsSync(program)) {
    const why = reasonIn(logFile) ?? 'npm found none that fits this system';
    throw new UserError(`${failure} (${why}); the log is ${logFile}`);
  }
  verifyRuns(program);
}

/** It writes into its home even to tell its version, so it gets one that is thrown away. */
function verifyRuns(program: string): void {
  const home = mkdtempSync(join(tmpdir(), 'beckon-claude-'));
  try {
    execFileSync(program, ['--version'], {
      stdio: 'ignore',
      timeout: 60_000,
      cwd: home,
      env: { HOME: home },
    });
  } catch (error) {
    throw new UserError(
      `The Claude Code from npm does not run on this system (${error instanceof Error ? error.message : error}).`,
    );
  } finally {
    removeTree(home);
  }
}
