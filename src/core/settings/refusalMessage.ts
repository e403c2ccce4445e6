import type { Refusal } from './settingsText.ts';

/** A refusal as a sentence: the file, where in it, and why. */
export function refusalMessage(file: string, { message, line, column }: Refusal): string {
  const place = line === undefined ? '' : `:${line}:${column}`;
  return `${file}${place} ${message}`;
}
