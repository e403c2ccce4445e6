import type { Run } from '../../core/run/run.ts';
import { chooseAmong } from '../hub/chooseAmong.ts';
import type { Decided } from '../hub/decide.ts';
import { listeningIn } from '../listener/discoveryFiles.ts';
import { RunFiles } from './runFiles.ts';
import { isDecisionOf } from './runId.ts';

/**
 * The one run that waits and that a word names: by its id, the start of that, or the whole id of what it waits for.
 * The id of something that it waited for earlier names nothing: who typed that has not seen what is asked now.
 */
export async function findRun(home: string, target: string): Promise<Run | undefined> {
  const runs = await new RunFiles(home).all();
  const waiting = runs.map(({ run }) => run).filter(({ decision }) => decision !== undefined);
  const exact = waiting.filter(({ id, decision }) => id === target || decision?.id === target);
  const starts = waiting.filter(({ id }) => target !== '' && id.startsWith(target));
  const fitting = exact.length > 0 ? exact : starts;
  return fitting.length === 1 ? fitting[0] : undefined;
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
