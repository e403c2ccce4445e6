import { type IPty, spawn } from '@lydell/node-pty';
import { Terminal } from '@xterm/headless';
import { type Cage, claudeProgram } from './cage.ts';
import { until } from './until.ts';

const keys = {
  enter: '\r',
  escape: '\u001b',
  down: '\u001b[B',
} as const;

/** A Claude Code on a terminal that a test types into and reads. */
export interface InteractiveClaude {
  readonly pid: number;
  /** What a person would see, without trailing blanks. */
  screen(): string;
  /** Waits until the screen shows this. */
  sees(what: RegExp): Promise<void>;
  /** Waits until the screen no longer shows this. */
  seesNo(what: RegExp): Promise<void>;
  /** Types a line into the input box and sends it; slash commands too. */
  submit(line: string): Promise<void>;
  /** Presses a key once, for a moment when Claude surely listens. */
  press(key: keyof typeof keys): void;
  /**
   * Waits for a dialog, goes to the option of that text and takes it, or leaves the dialog by Esc. Every key is pressed
   * again when it has no effect: Claude ignores keys in a dialog that has only just appeared.
   */
  answer(dialog: RegExp, option: RegExp | 'escape'): Promise<void>;
  /** Types without sending. */
  type(text: string): void;
  /** Kills it, so that it can tell nobody. */
  killHard(): Promise<void>;
  /** Closes the terminal, as a person does, and waits for the end. Harmless when it has ended already. */
  close(): Promise<void>;
}

/** Starts Claude Code in the cage, on a terminal of its own, and waits until it takes input. */
export async function startInteractive(
  cage: Cage,
  { args = [], env = {} }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): Promise<InteractiveClaude> {
  const size = { cols: 110, rows: 45 };
  const pty = spawn(claudeProgram(), [...args], {
    ...size,
    cwd: cage.workspace,
    env: { ...cage.env, ...env },
    name: 'xterm-256color',
  });
  const claude = aroundPty(pty, new Terminal({ ...size, allowProposedApi: true }));
  try {
    await claude.sees(inputBox);
  } catch (error) {
    await claude.close();
    throw error;
  }
  return claude;
}

/** How long a key may take to show its effect before the next one is pressed. */
const keyPauseMs = 700;

/** The last line of an empty or filled input box, which is there whenever no dialog is. */
const inputBox = /^❯/mu;

function aroundPty(pty: IPty, terminal: Terminal): InteractiveClaude {
  let ended = false;
  pty.onExit(() => {
    ended = true;
  });
  pty.onData((data) => terminal.write(data));
  // Claude asks its terminal what it can do, and a real one answers.
  terminal.onData((answer) => {
    if (!ended) {
      pty.write(answer);
    }
  });
  const screen = () => {
    const { active } = terminal.buffer;
    const lines = Array.from({ length: terminal.rows }, (_, row) =>
      active.getLine(active.baseY + row)?.translateToString(true),
    );
    return lines.join('\n').trimEnd();
  };
  const instead = () => `The screen${ended ? ' at its end' : ''}:\n${screen()}`;
  const sees = async (what: RegExp) => {
    await until(`${what} on the screen`, () => what.test(screen()), { instead });
  };
  const end = async (signal: string) => {
    if (!ended) {
      pty.kill(signal);
    }
    await until('the end of Claude Code', () => ended, { instead });
    terminal.dispose();
  };
  return {
    pid: pty.pid,
    screen,
    sees,
    seesNo: async (what) => {
      await until(`no ${what} on the screen`, () => !what.test(screen()), { instead });
    },
    submit: async (line) => {
      pty.write(line);
      // Sent together, the end of the line would be taken for a part of pasted text.
      const shown = () =>
        screen()
          .split('\n')
          .findLast((text) => text.startsWith('❯'))
          ?.includes(line);
      await until(`${line} in the input box`, shown, { instead });
      pty.write(keys.enter);
    },
    press: (key) => pty.write(keys[key]),
    answer: async (dialog, option) => {
      await sees(dialog);
      let nextAt = 0;
      const pressed = () => {
        const now = screen();
        if (!dialog.test(now)) {
          return true;
        }
        if (Date.now() >= nextAt) {
          pty.write(keys[keyTowards(option, now)]);
          nextAt = Date.now() + keyPauseMs;
        }
        return false;
      };
      await until(`${dialog} to be answered by ${option}`, pressed, { instead });
    },
    type: (text) => pty.write(text),
    killHard: () => end('SIGKILL'),
    close: () => end('SIGHUP'),
  };
}

/** The key that leads from the marked option to the wanted one. */
function keyTowards(option: RegExp | 'escape', screen: string): keyof typeof keys {
  if (option === 'escape') {
    return 'escape';
  }
  const marked = /^\s+❯ \d+\. (.*)$/mu.exec(screen)?.[1] ?? '';
  return option.test(marked) ? 'enter' : 'down';
}
