import type { RunbookProblem } from '../core/runbook/problem.ts';
import { fileError } from '../core/runbook/problem.ts';
import type { Runbook } from '../core/runbook/runbook.ts';
import { plainText } from '../core/text/plainText.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { unansweredPrograms } from '../node/relayFiles/answered.ts';
import { readRunbookFile } from '../node/run/readRunbook.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';
import { printText } from './safeConsole.ts';

const help = `beckon runbook validate FILE [--json]: report the problems of a runbook, with their locations.

  --json   print one JSON document

Exits with 0 if it can be used, even with warnings.`;

/** `beckon runbook validate`: exit 0 where the runbook can be used, 1 where it has an error or cannot be read. */
export async function runRunbook(args: readonly string[], console: Console): Promise<ExitCode> {
  const [word, ...rest] = args;
  if (word === '--help' || word === '-h') {
    printText(help, console.out);
    return 0;
  }
  if (word !== 'validate') {
    console.err('usage: beckon runbook validate FILE [--json]');
    return 2;
  }
  const parsed = readArgs(rest, console, {
    command: 'runbook validate',
    flags: ['json'],
    words: ['FILE'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const [file = ''] = parsed.words;
  const { programs, env } = console;
  const around = { programs, unanswered: unansweredPrograms(beckonHome(env), programs) };
  const { runbook, problems } = (await readRunbookFile(console.cwd, file, around)) ?? {
    problems: [fileError('unreadable', 'Name a file that is there; this one is not.')],
  };
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify({ ok: runbook !== undefined, ...namesOf(runbook), problems }));
  } else {
    for (const problem of problems) {
      // What is wrong in a file is what was asked for; that there is none to look at is a failure of the call.
      const print = problem.code === 'runbook.unreadable' ? console.err : console.out;
      print(lineOf(file, problem));
    }
    if (runbook) {
      console.out(countsOf(runbook));
    }
  }
  return runbook ? 0 : 1;
}

function namesOf(runbook: Runbook | undefined) {
  return { agents: [...(runbook?.agents.keys() ?? [])], pipelines: [...(runbook?.pipelines.keys() ?? [])] };
}

function lineOf(file: string, { code, message, severity, range: { start } }: RunbookProblem): string {
  return `${plainText(file)}:${start.line}:${start.column}: ${severity}: ${message} (${code})`;
}

function countsOf({ agents, pipelines }: Runbook): string {
  const count = (many: number, word: string) => `${many} ${word}${many === 1 ? '' : 's'}`;
  return `${count(agents.size, 'agent')}, ${count(pipelines.size, 'pipeline')}`;
}
