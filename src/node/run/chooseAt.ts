import type { Run } from '../../core/run/run.ts';
import type { Decided } from '../hub/decide.ts';
import { askListener } from '../listener/askListener.ts';
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
  const call = { method: 'POST', path: '/v1/decide', body: JSON.stringify(wanted) } as const;
  const replies = await Promise.all((await listeningIn(home)).map((one) => askListener(one, call)));
  const known = replies.find(({ status }) => status === 200) ?? replies.find(({ status }) => status === 409);
  return known
    ? { status: known.status === 200 ? 200 : 409, reason: known.body }
    : { status: 404, reason: 'nobody supervises this run any more; open its folder in VS Code' };
}
