import { readFileSync } from 'node:fs';
import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { type Cage, claudeProgram } from './cage.ts';
import { type ClaudeHands, type ClaudeKey, claudeHands, inputBox } from './claudeHands.ts';
import { until } from './until.ts';

/** What the keys of {@link ClaudeKey} send. */
const keys: Readonly<Record<ClaudeKey, string>> = { enter: '\r', escape: '\u001b', down: '\u001b[B' };

/** A Claude Code on a terminal of its own that a test types into and reads. */
export interface InteractiveClaude extends ClaudeHands {
  readonly pid: number;
  /** What a person would see, without trailing blanks. */
  screen(): string;
  /** All that was ever written to the terminal. */
  written(): string;
  /** How often the bell rang. */
  bells(): number;
  /** Presses a key once, for a moment when Claude surely listens. */
  press(key: ClaudeKey): void;
  /** Types without sending. */
  type(text: string): void;
  /** Whether it has ended, however that came about. */
  ended(): boolean;
  /** Kills it, so that it can tell nobody. */
  killHard(): Promise<void>;
  /** Closes the terminal, as a person does, and waits for the end. Harmless when it has ended already. */
  close(): Promise<void>;
}

/** Starts Claude Code in the cage, on a terminal of its own, and waits until it takes input. */
export async function startInteractive(
  cage: Cage,
  {
    args = [],
    env = {},
    program = claudeProgram(),
  }: { args?: readonly string[]; env?: Readonly<Record<string, string>>; program?: string } = {},
): Promise<InteractiveClaude> {
  const size = { cols: 110, rows: 45 };
  const pty = spawn(program, [...args], {
    ...size,
    cwd: cage.workspace,
    env: { ...cage.env, ...env },
    name: 'xterm-256color',
  });
  const claude = aroundPty(pty, new xterm.Terminal({ ...size, allowProposedApi: true }));
  try {
    await claude.sees(inputBox);
  } catch (error) {
    await claude.close();
    throw error;
  }
  return claude;
}

function aroundPty(pty: IPty, terminal: xterm.Terminal): InteractiveClaude {
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
  const tty = {
    screen,
    type: (text: string) => pty.write(text),
    press: (key: ClaudeKey) => pty.write(keys[key]),
    ended: () => ended,
    rests: () => isAsleep(pty.pid),
  };
  const end = async (signal: string) => {
    if (!ended) {
      pty.kill(signal);
    }
    await until('the end of Claude Code', () => ended, { instead: screen });
    terminal.dispose();
  };
  return {
    pid: pty.pid,
    screen,
    type: tty.type,
    press: tty.press,
    ended: tty.ended,
    written: () => written,
    bells: () => bells,
    ...claudeHands(tty),
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
