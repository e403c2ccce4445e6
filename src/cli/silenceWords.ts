import { plainText } from '../core/text/plainText.ts';
import type { Listening } from '../core/wire/ownerOf.ts';

/** That a listener does not answer, in words by which a person finds it. */
export function silenceWords({ role, folders, pid }: Listening): string {
  const window = folders.length > 0 ? `the window of ${folders.join(', ')}` : 'a window of VS Code';
  const name = role === 'window' ? window : "a 'beckon serve' or 'beckon run'";
  return `${plainText(name)} (process ${pid}) does not answer; it may be stopped or busy`;
}
