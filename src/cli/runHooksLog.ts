import { hookName } from '../core/hookfile/hookName.ts';
import type { HookRunEntry } from '../core/hookrun/hookRunEntry.ts';
import { plainText } from '../core/text/plainText.ts';
import { hookLogText, runCounts, runCountsText } from '../core/view/hookReport.ts';
import { folderName } from '../core/view/hookRows.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { readHookLog } from '../node/hooks/hookLog.ts';
import type { LoadedHook } from '../node/hooks/loadHooks.ts';
import type { Console, ExitCode } from './console.ts';
import { hookCandidates, namedHook } from './hookCandidates.ts';
import { hooksWorkspaces } from './hooksWorkspace.ts';
import { readArgs } from './readArgs.ts';
import { printText } from './safeConsole.ts';

const help = `beckon hooks log [NAME] [--workspace DIR] [--scope user|project] [--json]: show past runs of hooks.

  NAME              print its last runs, newest first (default: one line for each hook)
  --workspace DIR   whose hooks, besides your own (default: the current folder's)
  --scope           yours or the folder's, if both have the name
  --json            print one JSON document, with the runs that are kept`;

interface Logged {
  readonly hook: LoadedHook;
  readonly runs: readonly HookRunEntry[];
}

/** `beckon hooks log`: exit 1 where there is no such hook. */
export async function runHooksLog(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'hooks log',
    values: { workspace: 'any', scope: ['user', 'project'] },
    flags: ['json'],
    words: ['NAME?'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const workspaces = await hooksWorkspaces(parsed.values.workspace, console, 'hooks log');
  if (!workspaces) {
    return 1;
  }
  const [typed] = parsed.words;
  const { scope } = parsed.values;
  const home = beckonHome(console.env);
  const all = await hookCandidates({ home, env: console.env }, workspaces);
  const meant = typed === undefined ? undefined : namedHook(all, hookName(typed), scope);
  if (typed !== undefined && !meant) {
    console.err(`beckon hooks log: there is no hook '${hookName(typed)}'; 'beckon hooks list' shows them`);
    return 1;
  }
  const hooks = meant ? [meant] : all.filter((one) => scope === undefined || one.scope === scope);
  const logged: Logged[] = [];
  for (const hook of hooks) {
    logged.push({ hook, runs: await readHookLog(home, hook.folder) });
  }
  if (parsed.flags.has('json')) {
    console.out(JSON.stringify({ hooks: logged.map(jsonOf) }));
  } else if (meant) {
    printText(logged.map(wholeText).join('').trimEnd(), console.out);
  } else {
    for (const one of logged) {
      console.out(lineOf(one));
    }
  }
  return 0;
}

function nameOf({ hook: { hook, folder } }: Logged): string {
  return hook?.name ?? folderName(folder);
}

function jsonOf(one: Logged) {
  const { scope, folder } = one.hook;
  return { name: nameOf(one), scope, folder, counts: runCounts(one.runs), runs: one.runs };
}

function wholeText(one: Logged): string {
  return hookLogText(nameOf(one), one.runs, (at) => new Date(at).toLocaleString());
}

function lineOf(one: Logged): string {
  return `${plainText(nameOf(one))} · ${one.hook.scope} · ${runCountsText(one.runs)}`;
}
