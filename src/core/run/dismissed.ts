import type { Prompt } from '../agent/state.ts';
import type { Run } from './run.ts';

/** A run that keeps every name of a prompt its person wants to hear no more of: a window that opens may know another. */
export function withDismissed(run: Run, { id, requestId = id }: Prompt): Run {
  const { dismissed = [] } = run;
  if (dismissed.includes(id) && dismissed.includes(requestId)) {
    return run;
  }
  const isSame = dismissed.includes(id) || dismissed.includes(requestId);
  return { ...run, dismissed: [...new Set([...(isSame ? dismissed : []), id, requestId])] };
}

/** Whether the person wants to hear no more of a prompt. */
export function wasDismissed({ dismissed = [] }: Run, { id, requestId = id }: Prompt): boolean {
  return dismissed.includes(id) || dismissed.includes(requestId);
}
