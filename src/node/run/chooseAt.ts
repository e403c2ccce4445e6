import type { Run } from '../../core/run/run.ts';
import { chooseAmong } from '../hub/chooseAmong.ts';
import type { Decided } from '../hub/decide.ts';
import { listeningIn } from '../listener/discoveryFiles.ts';
import { RunFiles } from './runFiles.ts';

/** The one run that waits and that a word names: by its id, that of its decision, or the start of one. */
export async function findRun(home: string, target: string): Promise<Run | undefined> {
  const runs = await new RunFiles(home).all();
  const waiting = runs.map(({ run }) => run).filter(({ decision }) => decision !== undefined);
  const names = ({ id, decision }: Run) => [id, decision?.id ?? id];
  const exact = waiting.filter((run) => names(run).includes(target));
  const starts = waiting.filter((run) => names(run).some((name) => target !== '' && name.startsWith(target)));
  const fitting = exact.length > 0 ? exact : starts;
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Has the listener that supervises a run do what a person chose. */
export async function chooseAt(
  home: string,
  wanted: { readonly target: string; readonly choice: string; readonly message?: string },
): Promise<Decided> {
  return chooseAmong(await listeningIn(home), wanted);
}
