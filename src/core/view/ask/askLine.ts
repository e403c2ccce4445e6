import type { Prompt } from '../../agent/state.ts';
import { cellWidth } from '../../text/cellWidth.ts';
import { cutMark, toastText } from '../../text/foreignText.ts';
import { inputWords } from '../agentWords.ts';
import { lineCount } from './changeSize.ts';
import { permissionWords } from './permissionWords.ts';

/** What is asked, on one line: `$ npm test`, `edit src/a.ts +3 −1`, `? Which color?`. */
export interface AskLine {
  readonly text: string;
  /** Nothing that matters is missing from it. */
  readonly isWhole: boolean;
  /** It is whole, and short enough to be read in a narrow row. */
  readonly isShort: boolean;
}

/** What surely fits into a row of 300 px beside its buttons. */
const shortCells = 24;
/** What a countdown before it takes of that: `20s · `. */
const countdownCells = 6;
const longestLine = 300;

/** The line for a prompt. `root` is the folder that files are named from. */
export function askLine(prompt: Prompt, root?: string, max = longestLine): AskLine {
  const { text, hides = false } = lineOf(prompt, root, max);
  const isWhole = !hides && !text.includes(cutMark);
  const room = prompt.givesWayAt === undefined ? shortCells : shortCells - countdownCells;
  return { text, isWhole, isShort: isWhole && cellWidth(text) + wideLetters(text) / 2 <= room };
}

/** How many letters are about half as wide again as the others, in the fonts that editors use for rows. */
export function wideLetters(text: string): number {
  return text.match(/[A-Zmw@%]/gu)?.length ?? 0;
}

interface Line {
  readonly text: string;
  /** The line does not say all that is asked. */
  readonly hides?: boolean;
}

function lineOf(prompt: Prompt, root: string | undefined, max: number): Line {
  switch (prompt.kind) {
    case 'question': {
      const [first, ...more] = prompt.questions ?? [];
      const others = more.length > 0 ? ` (and ${more.length} more)` : '';
      return { text: first ? `? ${toastText(first.question, max)}${others}` : '? a question' };
    }
    case 'plan_approval':
      return { text: planLine(prompt.plan) };
    case 'other':
      return { text: prompt.message ? toastText(prompt.message, max) : `needs ${inputWords(prompt)}` };
    case 'permission': {
      const { doing, text, hides } = permissionWords(prompt, root, max);
      return { text: doing === 'run' ? `$ ${text}` : [doing, text].filter(Boolean).join(' '), hides };
    }
  }
}

function planLine(plan: string | undefined): string {
  const heading = planHeading(plan);
  return plan === undefined || heading === undefined
    ? 'plan'
    : `plan: ${toastText(heading, 100)} (${lineCount(plan)} lines)`;
}

/** The first words of a plan, without the marks of a heading. */
export function planHeading(plan: string | undefined): string | undefined {
  const lines = plan?.split('\n').map((line) => line.replace(/^[#\s*_=-]+/u, ''));
  return lines?.find((line) => line.trim());
}
