import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Part } from '../cache/ensurePart.mjs';
import { npmCi } from '../cache/npm.mjs';
import { copyPartPins, partLock } from '../cache/partPins.mjs';
import { removeTree } from '../cache/removeTree.mjs';
import { reasonIn } from '../cache/runLogged.mjs';
import { UserError } from '../cache/userError.mjs';
import type { AgentProgram } from './agentPrograms.ts';

/** A real agent program, for tests only, as npm has it. Throws a sentence where there is none for this system. */
export function agentPart(program: AgentProgram): Part {
  return {
    name: program.id,
    title: program.name,
    recipe: ['1', process.platform, process.arch, partLock(program.id)],
    programs: [pathIn(program)],
    make: (dir, logFile) => makeProgram(program, dir, logFile),
  };
}

/** Where in a finished part the program is. */
export function agentFile(program: AgentProgram, dir: string): string {
  return join(dir, ...pathIn(program).split('/'));
}

function pathIn({ name, files }: AgentProgram): string {
  const system = `${process.platform}-${process.arch}`;
  const file = files[system];
  if (file === undefined) {
    throw new UserError(
      `The tests with the real ${name} do not run on ${system}: ${Object.keys(files).join(', ')}.`,
    );
  }
  return `node_modules/${file}`;
}

async function makeProgram(program: AgentProgram, dir: string, logFile: string): Promise<void> {
  const failure = `${program.name} could not be installed from npm`;
  copyPartPins(program.id, dir);
  await npmCi({ cwd: dir, logFile, failure });
  const file = agentFile(program, dir);
  // npm leaves out an optional dependency that it could not fetch, or whose C library is another, and is content.
  if (!existsSync(file)) {
    const why = reasonIn(logFile) ?? 'npm found none that fits this system';
    throw new UserError(`${failure} (${why}); the log is ${logFile}`);
  }
  verifyRuns(program.name, file);
}

/** It writes into its home even to tell its version, so it gets one that is thrown away. */
function verifyRuns(name: string, file: string): void {
  const home = mkdtempSync(join(tmpdir(), 'beckon-agent-'));
  const [program = file, ...args] = commandOf(file);
  try {
    execFileSync(program, [...args, '--version'], {
      stdio: 'ignore',
      timeout: 60_000,
      cwd: home,
      env: { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    });
  } catch (error) {
    throw new UserError(
      `The ${name} from npm does not run on this system (${error instanceof Error ? error.message : error}).`,
    );
  } finally {
    removeTree(home);
  }
}

/** What starts a program that is at this path: the path itself, or the Node that runs this. */
export function commandOf(file: string): readonly string[] {
  return file.endsWith('.js') ? [process.execPath, file] : [file];
}
