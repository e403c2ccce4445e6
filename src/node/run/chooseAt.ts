import type { Run } from '../../core/run/run.ts';
import { chooseAmong } from '../hub/chooseAmong.ts';
import type { Decided } from '../hub/decisions.ts';
import { listeningIn } from '../listener/discoveryFiles.ts';
import { RunFiles } from './runFiles.ts';
import { isDecisionOf } from './runId.ts';

/**
 * The runs that wait and that a word names: by their id, the start of that, or the whole id of what they wait for.
 * The id of something that one waited for earlier names nothing: who typed that has not seen what is asked now.
 */
export async function findRuns(home: string, target: string): Promise<readonly Run[]> {
  const runs = await new RunFiles(home).all();
  const waiting = runs.map(({ run }) => run).filter(({ decision }) => decision !== undefined);
  const exact = waiting.filter(({ id, decision }) => id === target || decision?.id === target);
  const starts = waiting.filter(({ id }) => target !== '' && id.startsWith(target));
  return exact.length > 0 ? exact : starts;
}

/** Whether a word is the whole id of a run, whatever that does. */
export async function isRun(home: string, target: string): Promise<boolean> {
  return (await new RunFiles(home).all()).some(({ run }) => run.id === target);
}

/** Whether a word is the id of something that a run waited for, and does not wait for any more. */
export async function wasDecided(home: string, target: string): Promise<boolean> {
  const runs = await new RunFiles(home).all();
  return runs.some(({ run }) => run.decision?.id !== target && isDecisionOf(run, target));
}

/** Has the listener that supervises a run do what a person chose. */
export async function chooseAt(
  home: string,
  wanted: { readonly target: string; readonly choice: string; readonly message?: string },
): Promise<Decided> {
  return chooseAmong(await listeningIn(home), wanted);
}
