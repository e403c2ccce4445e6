import { readFileSync } from 'node:fs';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import type { Cage } from './cage.ts';
import { until } from './until.ts';

/** A key that programs are driven by. */
export type Key = 'enter' | 'escape' | 'down';

/** What the keys send. */
const keys: Readonly<Record<Key, string>> = { enter: '\r', escape: '\u001b', down: '\u001b[B' };

/** How a program is started. */
export interface PtyOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A program on a terminal of its own that a test types into and reads. */
export interface PtyProgram {
  readonly pid: number;
  /** What a person would see, without trailing blanks. */
  screen(): string;
  /** All that was ever written to the terminal. */
  written(): string;
  /** How often the bell rang. */
  bells(): number;
  /** Presses a key once, for a moment when the program surely listens. */
  press(key: Key): void;
  /** Types without sending. */
  type(text: string): void;
  /** Whether it has ended, however that came about. */
  ended(): boolean;
  /** Whether it has read every key and waits for the next. Only Linux tells. */
  rests(): boolean | undefined;
  /** Waits until the screen shows this. */
  sees(what: RegExp): Promise<void>;
  /** Waits until the screen no longer shows this. */
  seesNo(what: RegExp): Promise<void>;
  /** Kills it, so that it can tell nobody. */
  killHard(): Promise<void>;
  /** Closes the terminal, as a person does, and waits for the end. Harmless when it has ended already. */
  close(): Promise<void>;
}

/** Starts a program in the workspace of the cage, on a terminal of its own. */
export function startPty(cage: Cage, program: string, { args = [], env = {} }: PtyOptions = {}): PtyProgram {
  const size = { cols: 110, rows: 45 };
  const pty = spawn(program, [...args], {
    ...size,
    cwd: cage.workspace,
    env: { ...cage.env, ...env },
    name: 'xterm-256color',
  });
  return aroundPty(pty, new xterm.Terminal({ ...size, allowProposedApi: true }));
}

function aroundPty(pty: IPty, terminal: xterm.Terminal): PtyProgram {
  let ended = false;
  pty.onExit(() => {
    ended = true;
  });
  let [written, bells] = ['', 0];
  pty.onData((data) => {
    written += data;
    terminal.write(data);
  });
  terminal.onBell(() => {
    bells += 1;
  });
  // Programs ask their terminal what it can do, and a real one answers.
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
  const end = async (signal: string) => {
    if (!ended) {
      pty.kill(signal);
    }
    await until('the end of the program', () => ended, { instead: screen });
    terminal.dispose();
  };
  return {
    pid: pty.pid,
    screen,
    type: (text) => pty.write(text),
    press: (key) => pty.write(keys[key]),
    ended: () => ended,
    rests: () => isAsleep(pty.pid),
    written: () => written,
    bells: () => bells,
    sees: async (what) => {
      await until(`${what} on the screen`, () => what.test(screen()), { instead });
    },
    seesNo: async (what) => {
      await until(`no ${what} on the screen`, () => !what.test(screen()), { instead });
    },
    killHard: () => end('SIGKILL'),
    close: () => end('SIGHUP'),
  };
}

/** Whether a process waits for something to happen; it cannot while there are keys that it has not read. Only Linux tells. */
function isAsleep(pid: number): boolean | undefined {
  try {
    return /\) S /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}
