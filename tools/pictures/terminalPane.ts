import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { UserError } from '../cache/userError.mjs';
import { screenHtml } from './screenHtml.ts';

/** A program on a terminal of which a picture is taken. */
export interface TerminalPane {
  readonly pid: number;
  /** Waits until the screen shows this. */
  sees(what: RegExp): Promise<void>;
  type(text: string): void;
  /** What the terminal shows, with its colours. */
  html(): string;
  /** Ends the program, and waits for it. */
  close(): Promise<void>;
}

const patienceMs = 30_000;

/** Starts a program on a terminal. */
export function openPane(
  command: readonly [string, ...string[]],
  {
    cols,
    rows,
    cwd,
    env,
  }: { cols: number; rows: number; cwd: string; env: Readonly<Record<string, string>> },
): TerminalPane {
  const [program, ...args] = command;
  const pty = spawn(program, args, { cols, rows, cwd, env: { ...env }, name: 'xterm-256color' });
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
  let ended = false;
  const end = new Promise<void>((resolve) =>
    pty.onExit(() => {
      ended = true;
      resolve();
    }),
  );
  pty.onData((data) => terminal.write(data));
  // A program may ask its terminal what it can do, and a real one answers.
  terminal.onData((answer) => ended || pty.write(answer));
  const text = () =>
    Array.from({ length: rows }, (_, row) =>
      terminal.buffer.active.getLine(terminal.buffer.active.baseY + row)?.translateToString(true),
    ).join('\n');
  return {
    pid: pty.pid,
    sees: async (what) => {
      const deadline = Date.now() + patienceMs;
      while (!what.test(text())) {
        if (Date.now() > deadline) throw new UserError(`No ${what} on the screen:\n${text()}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    type: (keys) => pty.write(keys),
    html: () => screenHtml(terminal),
    close: async () => {
      if (!ended) pty.kill('SIGTERM');
      await end;
      terminal.dispose();
    },
  };
}
