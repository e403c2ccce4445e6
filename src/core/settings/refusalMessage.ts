import type { Refusal } from './settingsText.ts';

/** A refusal as a sentence: the file, where in it, why, and what to do where that is not plain. */
export function refusalMessage(file: string, { message, line, column, fix }: Refusal): string {
  const place = line === undefined ? '' : `:${line}:${column}`;
  return `${file}${place} ${message}${fix === undefined ? '' : `: ${fix}`}`;
}
