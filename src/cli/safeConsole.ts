import { terminalText } from '../core/view/terminalText.ts';
import type { Console } from './console.ts';

/** The same console for a command that prints names of others, such as folders: a terminal obeys nothing in its lines. */
export function safeConsole(console: Console): Console {
  return {
    ...console,
    out: (line) => console.out(terminalText(line)),
    err: (line) => console.err(terminalText(line)),
  };
}
