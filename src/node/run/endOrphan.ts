import type { Run } from '../../core/run/run.ts';
import { runEnded } from '../../core/run/run.ts';
import type { StoredRun } from '../../core/run/runCodec.ts';
import { fail } from '../../core/run/runSteps.ts';
import { processesBelow } from '../evidence/processTable.ts';
import type { Decided } from '../hub/decisions.ts';
import { listeningIn } from '../listener/discoveryFiles.ts';
import { endProcesses } from './endProcess.ts';
import { ExitFiles } from './exitFiles.ts';
import { RunFiles } from './runFiles.ts';
import { newRunId } from './runId.ts';
import { followedOf } from './takeOver.ts';

/**
 * Cancels the one run that a word names, whether it waits or not, where nobody supervises it; `undefined` where it names
 * no such run. Its agent is ended with it, unless it runs in a shell of the person's.
 */
export async function endOrphan(home: string, target: string, now: number): Promise<Decided | undefined> {
  const files = new RunFiles(home);
  const found = named(await files.all(), target);
  const listeners = found ? await listeningIn(home) : [];
  if (!found || listeners.some(({ id }) => id === found.owner)) {
    return undefined;
  }
  const { run, owner } = found;
  const self = newRunId();
  // A window may take it over at this moment.
  if (!(await files.claim(run.id, owner, self))) {
    return { status: 409, reason: 'somebody else has just taken over this run' };
  }
  await endAgents(home, run);
  const problem = files.write(fail(run, now, 'cancelled').run, self);
  return problem === undefined ? { status: 200, reason: 'cancel given' } : { status: 409, reason: problem };
}

function named(all: readonly StoredRun[], target: string): StoredRun | undefined {
  const living = all.filter(({ run }) => !runEnded(run));
  const exact = living.filter(({ run: { id, decision } }) => id === target || decision?.id === target);
  const starts = living.filter(({ run }) => run.id.startsWith(target));
  const [found, ...others] = exact.length > 0 ? exact : starts;
  return others.length === 0 ? found : undefined;
}

async function endAgents(home: string, run: Run): Promise<void> {
  const exits = new ExitFiles(home);
  for (const one of followedOf(run)) {
    const shell = await exits.shell(one);
    if (shell?.of === 'agent') {
      await endProcesses([shell, ...(await processesBelow(shell.pid))]);
    }
    exits.drop(one);
  }
}
