import { runDemo } from './runDemo.ts';
import { runDoctor } from './runDoctor.ts';
import { runInstall } from './runInstall.ts';
import { runUninstall } from './runUninstall.ts';

/** Where a command writes, line by line, and where it runs. */
export interface Console {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly cwd: string;
}

// Put in by the bundler, so that the program needs no file beside it.
declare const BECKON_VERSION: string;
const version = BECKON_VERSION;

/** 0: fine. 1: a finding or a refusal. 2: the words of the call are off. */
export type ExitCode = 0 | 1 | 2;

const help = `beckon ${version}: see what your coding agents do.

  beckon install     put the entries into Claude Code's settings that tell Beckon of agents
  beckon uninstall   take them out again
  beckon doctor      say what keeps Beckon from hearing of agents
  beckon demo        play four scripted agents in this terminal
  beckon --version   print the version
  beckon --help      print this help; 'beckon COMMAND --help' the options of a command

Exit codes: 0 fine, 1 a finding or a refusal, 2 wrong usage.`;

/** Runs one command line, and resolves to the exit code. */
export async function runBeckon(
  args: readonly string[],
  console: Console,
  env: NodeJS.ProcessEnv = {},
): Promise<ExitCode> {
  const [command, ...rest] = args;
  switch (command) {
    case undefined:
    case '--help':
    case '-h':
    case 'help':
      console.out(help);
      return 0;
    case '--version':
    case '-V':
      console.out(version);
      return 0;
    case 'demo':
      return runDemo(rest, console);
    case 'install':
      return runInstall(rest, console, env);
    case 'uninstall':
      return runUninstall(rest, console, env);
    case 'doctor':
      return runDoctor(rest, console, env);
    default:
      console.err(`beckon: unknown command '${command}'; 'beckon --help' lists them`);
      return 2;
  }
}
