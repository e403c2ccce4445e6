import type { Run } from '../core/run/run.ts';
import { isPast, runEnded } from '../core/run/run.ts';
import type { StoredRun } from '../core/run/runCodec.ts';
import { plainText } from '../core/text/plainText.ts';
import type { RunAsk, RunNews } from '../core/view/runWords.ts';
import { runLines } from '../core/view/runWords.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { knownAgents, knownDecisions } from '../node/hub/knownAgents.ts';
import { listeningIn } from '../node/listener/discoveryFiles.ts';
import { RunFiles } from '../node/run/runFiles.ts';
import type { Console, ExitCode } from './console.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon runs [--json]: print the current runs and those of the last day.

  --json   print one JSON array`;

/**
 * `beckon runs`: reads the files of the runs, so it needs nothing that listens. Only what an agent asks is in no file:
 * that is told by the listener that heard it.
 */
export async function runRuns(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, { command: 'runs', flags: ['json'], help });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const home = beckonHome(console.env);
  const files = new RunFiles(home);
  const now = Date.now();
  const runs = (await files.all()).filter(({ run }) => !isPast(run, now)).sort(byNeed);
  for (const { sentence } of files.problems) {
    console.err(`beckon runs: ${plainText(sentence)}`);
  }
  const news = await newsOf(home, runs, now);
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify(runs.map(({ run }) => reported(run, news.get(run.id)))));
  } else if (runs.length === 0) {
    console.out('No runs.');
  } else {
    for (const { run } of runs) {
      const [sentence, ...more] = runLines(run, news.get(run.id));
      console.out(`${run.id}  ${sentence}  ${plainText(run.folder)}`);
      for (const line of more) {
        console.out(`  ${line}`);
      }
    }
  }
  return files.problems.length > 0 ? 1 : 0;
}

/** Those that wait first, then those that go on; of each the newest first. */
function byNeed({ run: one }: StoredRun, { run: other }: StoredRun): number {
  const rank = (run: Run) => (run.decision ? 0 : runEnded(run) ? 2 : 1);
  return rank(one) - rank(other) || other.startedAt - one.startedAt;
}

/** What is known of runs besides their files, by the id of the run. */
async function newsOf(
  home: string,
  runs: readonly StoredRun[],
  now: number,
): Promise<ReadonlyMap<string, RunNews>> {
  const living = runs.filter(({ run }) => !runEnded(run));
  const listeners = living.length > 0 ? await listeningIn(home) : [];
  const asks = await asksOf(
    home,
    living.map(({ run }) => run),
  );
  return new Map(
    living.map(({ run, owner }) => {
      const supervised = listeners.some(({ id }) => id === owner);
      return [run.id, { supervised, now, ...asks.get(run.id) }];
    }),
  );
}

/** What the agents of these runs ask, by the id of the run. */
async function asksOf(home: string, runs: readonly Run[]): Promise<ReadonlyMap<string, RunAsk>> {
  const asking = runs.filter(({ decision }) => decision?.prompt !== undefined);
  const known = asking.length > 0 ? await knownAgents(home) : [];
  const told = knownDecisions(known);
  return new Map(
    asking.flatMap(({ id, decision }) => {
      const found = told.find((one) => [one.decision.id, one.decision.request].includes(decision?.prompt));
      const { asks, questions, held = false } = found?.decision ?? {};
      return found ? [[id, { ...(asks ? { asks } : {}), ...(questions ? { questions } : {}), held }]] : [];
    }),
  );
}

function reported(
  { id, name, folder, status, reason, agent, step, steps, pending, decision }: Run,
  { supervised, asks, questions, held }: RunNews = {},
) {
  return {
    run: id,
    name,
    folder,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(supervised === undefined ? {} : { supervised }),
    ...(pending?.kind === 'cooldown' ? { triesAgainAt: pending.dueAt } : {}),
    agent,
    step,
    steps: steps.map(({ name: of, outcome, startedAt, endedAt }) => ({
      name: of,
      outcome,
      startedAt,
      endedAt,
    })),
    ...(decision
      ? {
          decision: {
            ...decision,
            ...(asks ? { asks } : {}),
            ...(questions ? { questions } : {}),
            ...(held === undefined ? {} : { held }),
          },
        }
      : {}),
  };
}
