import { keysOf } from '../core/findings/hookKeys.ts';
import { lookAtHook } from '../core/hookfile/parseHook.ts';
import type { TriggerId } from '../core/hookfile/triggers.ts';
import { triggerNamed, triggers } from '../core/hookfile/triggers.ts';
import { specEvent } from '../core/hookrun/specEvent.ts';
import { parseObject } from '../core/text/jsonObject.ts';
import { folderName } from '../core/view/hookRows.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { syncMarkers } from '../node/hooks/activeMarkers.ts';
import type { LoadedHook } from '../node/hooks/loadHooks.ts';
import { loadHooks } from '../node/hooks/loadHooks.ts';
import { readHook } from '../node/hooks/readHook.ts';
import type { HooksRun } from '../node/hooks/runHooks.ts';
import { runHooks } from '../node/hooks/runHooks.ts';
import { startAsyncHooks } from '../node/hooks/startAsyncHooks.ts';
import type { Console, ExitCode } from './console.ts';
import { hooksRunText } from './hooksRunText.ts';
import { hooksWorkspaces } from './hooksWorkspace.ts';
import { readArgs } from './readArgs.ts';
import { runHooksSample } from './runHooksSample.ts';

const help = `beckon hooks run --sample NAME | --trigger T < event.json: test one hook, or run the hooks for an event.

  --sample NAME     run this hook with a sample event that its matcher matches, and print the result
  --trigger T       before_tool, after_tool, before_stop, …
  --workspace DIR   whose hooks, besides your own (default: the current folder's)
  --scope           with --sample: yours or the folder's, if both have the name
  --json            with --sample: print JSON

With --trigger it prints one JSON document with the decision and what ran. Exits with 0 if
allowed, 1 if denied.`;

/** `beckon hooks run`: exit 0 where nothing is denied, 1 where it is, 2 where the call or the event cannot be read. */
export async function runHooksRun(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'hooks run',
    values: { sample: 'any', trigger: 'any', workspace: 'any', scope: ['user', 'project'] },
    flags: ['json'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const { sample, scope } = parsed.values;
  const trigger = triggerNamed(parsed.values.trigger ?? '');
  if (!trigger && sample === undefined) {
    console.err(`beckon hooks run: --trigger is one of ${triggers.map(({ id }) => id).join(', ')}`);
    return 2;
  }
  const workspaces = await hooksWorkspaces(parsed.values.workspace, console, 'hooks run');
  if (!workspaces) {
    return 2;
  }
  if (!trigger || sample !== undefined) {
    return await runHooksSample(
      { name: sample ?? '', scope, workspaces, asJson: parsed.flags.has('json') },
      console,
    );
  }
  const workspace = workspaces.runs;
  // Half of an event could be allowed for what it does not say.
  const value = parseObject((await console.input()).replace(/^\uFEFF/u, ''));
  if (!value) {
    console.err('beckon hooks run: give the event as a JSON object on standard input');
    return 2;
  }
  const timestamp = new Date().toISOString();
  const event = specEvent(value, trigger.id, { timestamp, workDir: workspace });
  const { env, programs } = console;
  const home = beckonHome(env);
  const hooks = await loadHooks({ home, env, workspace }, 'atRun');
  const run = await runHooks({ home, env, workspace, hooks, event, startAsync: startAsyncHooks });
  await syncMarkers({ home, env, programs, workspaces: [workspace] });
  const others = [...replacedAt(trigger.id, hooks), ...(await brokenAt(trigger.id, hooks))];
  console.out(hooksRunText({ ...run, held: [...run.held, ...others] }));
  return run.verdict.decision === 'deny' ? 1 : 0;
}

/** The hooks of a trigger that another of their name has replaced. */
function replacedAt(trigger: TriggerId, hooks: readonly LoadedHook[]): HooksRun['held'] {
  return hooks.flatMap(({ hook, standing }) =>
    hook?.trigger === trigger && standing === 'replaced' ? [{ name: hook.name, standing }] : [],
  );
}

/** The hooks that cannot be read, by their folders: those of a trigger, or of one that cannot be read either. */
async function brokenAt(trigger: TriggerId, hooks: readonly LoadedHook[]): Promise<HooksRun['held']> {
  const broken: { readonly name: string; readonly standing: 'invalid' }[] = [];
  for (const one of hooks.filter(({ hook }) => !hook)) {
    const named = triggerNamed(keysOf(lookAtHook((await readHook(one)).text ?? '')).textOf('trigger') ?? '');
    if (!named || named.id === trigger) {
      broken.push({ name: folderName(one.folder), standing: 'invalid' });
    }
  }
  return broken;
}
