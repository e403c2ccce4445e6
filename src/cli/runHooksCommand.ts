import type { Console, ExitCode } from './console.ts';
import { runHooksConsent } from './runHooksConsent.ts';
import { runHooksList } from './runHooksList.ts';
import { runHooksLog } from './runHooksLog.ts';
import { runHooksNew } from './runHooksNew.ts';
import { runHooksRun } from './runHooksRun.ts';
import { runHooksValidate } from './runHooksValidate.ts';
import { printText } from './safeConsole.ts';

const help = `beckon hooks: one hook for every agent (HOOK.md).

  beckon hooks list [--workspace DIR] [--json]          list the hooks in the order they run, and those that don't
  beckon hooks validate PATH [--json]                   check a hook
  beckon hooks run --sample NAME [--json]               test a hook with a sample event
  beckon hooks run --trigger T [--workspace DIR]        run the hooks for an event, given as JSON on standard input
  beckon hooks new NAME [--from PATTERN] [--scope user|project] [--json]
                                                        create a hook
  beckon hooks allow NAME [--may-approve] [--json]      allow a hook to run, as it is now
  beckon hooks deny NAME [--json]                       switch off a hook
  beckon hooks log [NAME] [--json]                      show past runs of hooks, with counts`;

type Command = (args: readonly string[], console: Console) => Promise<ExitCode>;

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['list', runHooksList],
  ['validate', runHooksValidate],
  ['run', runHooksRun],
  ['new', runHooksNew],
  ['allow', (args, console) => runHooksConsent('allow', args, console)],
  ['log', runHooksLog],
  ['deny', (args, console) => runHooksConsent('deny', args, console)],
]);

/** `beckon hooks`: lists, checks, runs and makes hooks. */
export async function runHooksCommand(args: readonly string[], console: Console): Promise<ExitCode> {
  const [word, ...rest] = args;
  if (word === '--help' || word === '-h') {
    printText(help, console.out);
    return 0;
  }
  const command = commands.get(word ?? '');
  if (!command) {
    console.err('usage: beckon hooks list|validate|run|new|allow|deny|log …');
    return 2;
  }
  return await command(rest, console);
}
