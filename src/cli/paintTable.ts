import type { Urgency } from '../core/agent/state.ts';
import type { TableLine } from '../core/view/agentTable.ts';

const colours: Readonly<Record<Urgency, string>> = {
  attention: '\u001b[1;33m',
  working: '',
  idle: '\u001b[2m',
  ended: '\u001b[31m',
};

const reset = '\u001b[0m';

/** The table as what a terminal is told: from the top of an emptied screen, the cursor hidden. */
export function paintTable(lines: readonly TableLine[]): string {
  const painted = lines.map(({ text, urgency }) =>
    urgency && colours[urgency] ? `${colours[urgency]}${text}${reset}` : text,
  );
  return `\u001b[?25l\u001b[H${painted.map((line) => `${line}\u001b[K\r\n`).join('')}\u001b[J`;
}
