import { terminalLine } from '../core/view/terminalText.ts';
import type { Console } from './console.ts';

/**
 * The same console for a command that prints names of others, such as folders: a terminal obeys nothing in its lines, and
 * each is one line. A text of several is for {@link printText}.
 */
export function safeConsole(console: Console): Console {
  return {
    ...console,
    out: (line) => console.out(terminalLine(line)),
    err: (line) => console.err(terminalLine(line)),
  };
}

/** Prints a text of several lines. Nothing in it may be a line end that is not one of ours. */
export function printText(text: string, print: (line: string) => void): void {
  for (const line of text.split('\n')) {
    // What a script wrote is to be read as it looked.
    print(line.replaceAll('\t', '    '));
  }
}
