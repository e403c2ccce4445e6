import type { Prompt } from '../../agent/state.ts';
import { toastText } from '../../text/foreignText.ts';
import { fitsTitle } from './titleText.ts';

/** What surely fits into a title beside who asks what. */
const longest = 300;

/** What approving for always would change, in words; `undefined` where nothing, or more than can be shown. */
export function alwaysEffects({ suggests }: Prompt): string | undefined {
  const text = toastText((suggests ?? []).join(' · '), longest);
  return text !== '' && fitsTitle(text) ? text : undefined;
}
