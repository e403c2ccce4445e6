import type { Run } from '../core/run/run.ts';
import { plainText } from '../core/view/plainText.ts';
import { runSentence } from '../core/view/runWords.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { RunFiles } from '../node/run/runFiles.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon runs [--json]: print the runs that are supervised, and those of the last day.

  --json   print one JSON array`;

/** `beckon runs`: reads the files of the runs, so it needs nothing that listens. */
export async function runRuns(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, { command: 'runs', flags: ['json'], help });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const files = new RunFiles(beckonHome(console.env));
  const runs = await files.all();
  for (const { sentence } of files.problems) {
    console.err(`beckon runs: ${plainText(sentence)}`);
  }
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify(runs.map(({ run }) => reported(run))));
  } else if (runs.length === 0) {
    console.out('No runs.');
  } else {
    for (const { run } of runs) {
      console.out(`${run.id}  ${runSentence(run)}  ${plainText(run.folder)}`);
    }
  }
  return files.problems.length > 0 ? 1 : 0;
}

function reported({ id, name, folder, status, reason, agent, step, steps, decision }: Run) {
  return {
    run: id,
    name,
    folder,
    status,
    ...(reason === undefined ? {} : { reason }),
    agent,
    step,
    steps: steps.map(({ name: of, outcome, startedAt, endedAt }) => ({
      name: of,
      outcome,
      startedAt,
      endedAt,
    })),
    ...(decision ? { decision } : {}),
  };
}
