import { spawnSync } from 'node:child_process';

/**
 * What programs with a screen of their own turn on: another screen, colours, a hidden cursor, reports of the mouse, of
 * focus and of pasted text, and other codes for keys. All of it off again.
 */
const plainModes =
  '\u001b[?1047l\u001b[0m\u001b[?25h\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[?1004l\u001b[?2004l' +
  '\u001b[?2026l\u001b[<u\u001b[>4m';

/** Takes away what a program that was killed had drawn from the line of its cursor on. */
const clearRest = '\r\u001b[J';

/**
 * Remembers how the terminal of this process is set, and gives what sets it so again: a program that is killed leaves it
 * as it needed it, in the middle of what it drew. Where there is no terminal it does nothing.
 */
export function keepTerminal(): (wasKilled: boolean) => void {
  const settings = process.stdin.isTTY ? stty('-g') : undefined;
  return (wasKilled) => {
    if (settings) {
      stty(settings);
    }
    if (process.stdout.isTTY) {
      process.stdout.write(`${plainModes}${wasKilled ? clearRest : ''}`);
    }
  };
}

function stty(word: string): string | undefined {
  const { status, stdout } = spawnSync('stty', [word], {
    stdio: ['inherit', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}
