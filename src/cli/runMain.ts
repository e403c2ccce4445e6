import { terminalLine } from '../core/view/terminalText.ts';
import type { AgentProgram } from '../node/programNode.ts';
import { runBeckon } from './runBeckon.ts';
import { StopSignals } from './stopSignals.ts';

const inputMs = 3000;

/** Runs the command line of this process, which knows these agent programs, and sets its exit code. */
export function runMain(programs: readonly AgentProgram[]): void {
  const stops = new StopSignals();

  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A terminal that is closed ends nothing in the middle: who waits for that has an agent to end, and files to write.
    if (!(process.stdout.isTTY && stops.hangUp())) {
      // Whoever reads us may stop reading (`| head`): that is no failure of ours, and what we found still counts.
      setImmediate(() => process.exit(error.code === 'EPIPE' ? process.exitCode : 1));
    }
  });
  process.stderr.on('error', () => {});

  const args = process.argv.slice(2);
  if (args[0] === 'agent' && args[1] === 'hook') {
    // Whatever happens, an agent must not suffer from its hook.
    process.on('uncaughtException', () => process.exit(0));
  }

  void runBeckon(args, {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    cwd: currentFolder(),
    env: process.env,
    ppid: process.ppid,
    programs,
    input: readInput,
    ...(process.stdout.isTTY
      ? {
          screen: {
            columns: () => process.stdout.columns,
            rows: () => process.stdout.rows,
            draw: (text) => process.stdout.write(text),
          },
        }
      : {}),
    stopped: () => stops.next(),
  }).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(`beckon: ${terminalLine(message)}\n`);
      process.exitCode = 1;
    },
  );
}

// The folder a terminal stands in may have been deleted meanwhile.
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

/** Standard input to its end, or as much of it as comes in time: a parent may forget to close it. */
function readInput(): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = () => {
      clearTimeout(timer);
      process.stdin.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const timer = setTimeout(finish, inputMs);
    process.stdin.on('data', (chunk: Buffer) => chunks.push(chunk));
    process.stdin.once('end', finish).once('error', finish);
  });
}
