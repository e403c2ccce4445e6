import type { HookRunEntry } from '../hookrun/hookRunEntry.ts';
import type { Standing } from '../hookrun/standing.ts';
import { durationText } from '../text/durationText.ts';

/** Why a hook is not run, in a few words; of one that is run, nothing or what it may do besides. */
export const standingPhrases: Readonly<Record<Standing, string>> = {
  runs: '',
  approves: 'can auto-approve',
  lapsed: "changed, can't auto-approve",
  untrusted: 'allow it first',
  unconsented: 'allow it first',
  changed: 'changed since you allowed it',
  denied: 'switched off',
  disabled: 'switched off',
  invalid: 'error in HOOK.md',
  unknown: "Beckon can't read what you allowed",
  replaced: 'replaced by another hook of this name',
};

/** What came of a run, in a word or two. */
export const outcomeWords: Readonly<Record<HookRunEntry['outcome'], string>> = {
  passed: 'passed',
  denied: 'denied',
  asks: 'asked you',
  approves: 'approved',
  failed: 'failed',
  timeout: 'took too long',
};

/** How long ago something was. */
export function agoText(ms: number): string {
  const text = durationText(ms);
  return text === 'now' ? 'just now' : `${text} ago`;
}
