import { refusalMessage } from '../core/settings/refusalMessage.ts';
import type { Refused } from '../node/entries/changeSettings.ts';
import type { Console } from './console.ts';

/** Says on one line of standard error which settings file was left as it is, and why. */
export function tellRefused(
  command: string,
  { file, refusal }: Refused,
  { console, among }: { readonly console: Console; readonly among: readonly unknown[] },
): void {
  const rest = among.length > 1 ? 'that file was not changed' : 'nothing was changed';
  console.err(`beckon ${command}: ${refusalMessage(file, refusal)}; ${rest}`);
}
