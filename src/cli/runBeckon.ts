import { ensureRelay } from '../node/ensureRelay.ts';
import { version } from '../node/version.ts';
import type { Console, ExitCode } from './console.ts';
import { settingsOf } from './entryArgs.ts';
import { runAgentHook } from './runAgentHook.ts';
import { runAgents } from './runAgents.ts';
import { runAnswers } from './runAnswers.ts';
import { runDecide } from './runDecide.ts';
import { runDemo } from './runDemo.ts';
import { runDoctor } from './runDoctor.ts';
import { runEmit } from './runEmit.ts';
import { runHooksCommand } from './runHooksCommand.ts';
import { runInstall } from './runInstall.ts';
import { runRun } from './runRun.ts';
import { runRunbook } from './runRunbook.ts';
import { runRuns } from './runRuns.ts';
import { runServe } from './runServe.ts';
import { runUninstall } from './runUninstall.ts';
import { printText, safeConsole } from './safeConsole.ts';

const help = (console: Console) => `beckon ${version}: see what your coding agents do.

  beckon install|uninstall [--workspace DIR]         add Beckon's entries to ${settingsOf(console)}, or remove them
  beckon doctor [--workspace DIR]                    say what keeps Beckon from hearing of agents
  beckon serve [--workspace DIR] [--json]            show every agent in this terminal
  beckon agents [--json]                             print what the running windows know
  beckon decide AGENT|DECISION approve|deny|escalate|answer …
                                                     answer what an agent asks
  beckon answers [PROGRAM on|off]                    switch on answers that make allowed calls wait too
  beckon run PIPELINE|AGENT [--workspace DIR]        start an agent or a pipeline of the runbook
  beckon runs [--json]                               print the current runs
  beckon emit agent:working|agent:idle|agent:prompt|agent:gone|agent:signal --agent ID …
                                                     tell the windows about an agent
  beckon agent hook notify|pretooluse|stop|EVENT     what agents run; reads a payload on standard input
  beckon runbook validate FILE [--json]              check a runbook
  beckon hooks list|validate|run|new|allow|deny|log … one hook for every agent (HOOK.md)
  beckon demo [--fast] [--json]                      play four scripted agents in this terminal
  beckon --version                                   print the version
  beckon COMMAND --help                              print the help of a command

Exit codes: 0 fine, 1 a finding or a refusal, 2 wrong usage.`;

type Command = (args: readonly string[], console: Console, putRelay: PutRelay) => Promise<ExitCode>;
type PutRelay = (home: string) => Promise<unknown>;

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['install', (args, console, putRelay) => runInstall(args, console, console.env, putRelay)],
  ['uninstall', (args, console) => runUninstall(args, console, console.env)],
  ['doctor', (args, console) => runDoctor(args, console, console.env)],
  ['serve', runServe],
  ['agents', runAgents],
  ['decide', runDecide],
  ['answers', runAnswers],
  ['run', runRun],
  ['runs', runRuns],
  ['emit', runEmit],
  ['agent', runAgentHook],
  ['runbook', runRunbook],
  ['hooks', runHooksCommand],
  ['demo', runDemo],
]);

/** Runs one command line, and resolves to the exit code. `putRelay` puts the relay into a Beckon home. */
export async function runBeckon(
  args: readonly string[],
  outer: Console,
  putRelay: PutRelay = (home) => ensureRelay(outer.programs, home, version),
): Promise<ExitCode> {
  const [name = '--help', ...rest] = args;
  const console = safeConsole(outer);
  if (['--help', '-h', 'help'].includes(name)) {
    printText(help(console), console.out);
    return 0;
  }
  if (['--version', '-V'].includes(name)) {
    console.out(version);
    return 0;
  }
  const command = commands.get(name);
  if (!command) {
    console.err(`beckon: unknown command '${name}'; 'beckon --help' lists them`);
    return 2;
  }
  return command(rest, console, putRelay);
}
