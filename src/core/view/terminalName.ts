import type { Run } from '../run/run.ts';
import { toastText } from '../text/foreignText.ts';

/** A longer one would push other tabs of the panel out of sight. */
const longest = 30;
const longestStep = 12;

/** What the terminal of a run's agent is called; icons would come alive in it. */
export function terminalName({ name, steps, step }: Run): string {
  const now = steps.length > 1 ? steps[step] : undefined;
  const behind = now ? ` · ${toastText(now.name, longestStep)}` : '';
  return `${toastText(name, longest - behind.length)}${behind}`;
}
