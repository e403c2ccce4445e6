import type { Prompt } from '../../agent/state.ts';
import { markdownText } from '../../text/foreignText.ts';
import { honestText } from '../../text/plainText.ts';
import { wholeAsk } from './wholeAsk.ts';

/** How much of an ask a tooltip has; the document has the rest. */
const longest = 3000;
/** How many blanks in a row it shows: more would push what follows out of sight. */
const mostBlanks = 40;

/** All that is asked, as Markdown in which everything foreign is only text. Files are named from `root`. */
export function askTooltip(prompt: Prompt, root: string | undefined): string {
  const text = honestText(wholeAsk(prompt, root));
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return shown
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .split(/(\s{2,}|[^\S ]|^\s)/u)
        .map(part)
        .join(''),
    )
    .join('  \n');
}

/** Every other part of a line is white space that Markdown would drop. */
function part(text: string, index: number): string {
  const blanks = text.replaceAll('\t', '    ').length;
  return index % 2 === 0 ? markdownText(text) : '&nbsp;'.repeat(Math.min(blanks, mostBlanks));
}
