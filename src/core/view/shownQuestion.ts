/** What a row asks or last asked, since when, until when, and whether it took the place of another. */
export interface ShownQuestion {
  readonly decision: string;
  readonly at: number;
  readonly goneAt?: number;
  readonly second: boolean;
}

/** How long a question that took the place of another in its row counts as unread. */
const freshMs = 2000;

/** What is known of a row's question after a look at it. One that comes long after the last takes nobody's place. */
export function noteQuestion(
  last: ShownQuestion | undefined,
  decision: string | undefined,
  now: number,
): ShownQuestion | undefined {
  if (decision === undefined) {
    return last && last.goneAt === undefined ? { ...last, goneAt: now } : last;
  }
  if (decision === last?.decision) {
    return last;
  }
  return { decision, at: now, second: last !== undefined && now - (last.goneAt ?? now) < freshMs };
}

/** Whether a click on the row may have been meant for another question; `several`: more than one waits. */
export function isUnread(
  shown: ShownQuestion | undefined,
  decision: string,
  { now, several }: { readonly now: number; readonly several: boolean },
): boolean {
  const isSecond = shown?.second === true || several;
  return isSecond && (shown?.decision !== decision || now - shown.at < freshMs);
}
