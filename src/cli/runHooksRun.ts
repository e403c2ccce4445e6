import type { TriggerId } from '../core/hookfile/triggers.ts';
import { triggerNamed, triggerNames } from '../core/hookfile/triggers.ts';
import { spacedJson } from '../core/hookrun/spacedJson.ts';
import { specEvent } from '../core/hookrun/specEvent.ts';
import { parseObject } from '../core/jsonObject.ts';
import { beckonHome } from '../node/beckonHome.ts';
import { syncMarkers } from '../node/hooks/activeMarkers.ts';
import type { LoadedHook } from '../node/hooks/loadHooks.ts';
import { loadHooks } from '../node/hooks/loadHooks.ts';
import type { HooksRun } from '../node/hooks/runHooks.ts';
import { runHooks } from '../node/hooks/runHooks.ts';
import { startAsyncHooks } from '../node/hooks/startAsyncHooks.ts';
import type { Console, ExitCode } from './console.ts';
import { hooksWorkspaces } from './hooksWorkspace.ts';
import { readArgs } from './readArgs.ts';

const help = `beckon hooks run --trigger T [--workspace DIR] < event.json: run the hooks of a moment.

  --trigger T       before_tool, after_tool, before_stop, …, or by the newer names
  --workspace DIR   whose hooks, besides your own; unless told, those of the folder you are in

Prints one JSON document with the decision and what ran. Exits 0 where it is allowed, 1 where it is denied.`;

/** `beckon hooks run`: exit 0 where nothing is denied, 1 where it is, 2 where the call or the event cannot be read. */
export async function runHooksRun(args: readonly string[], console: Console): Promise<ExitCode> {
  const parsed = readArgs(args, console, {
    command: 'hooks run',
    values: { trigger: 'any', workspace: 'any' },
    flags: ['json'],
    help,
  });
  if (typeof parsed === 'number') {
    return parsed;
  }
  const trigger = triggerNamed(parsed.values.trigger ?? '');
  if (!trigger) {
    console.err(`beckon hooks run: --trigger is one of ${triggerNames.join(', ')}`);
    return 2;
  }
  const workspaces = await hooksWorkspaces(parsed.values.workspace, console, 'hooks run');
  if (!workspaces) {
    return 2;
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
  const { env } = console;
  const home = beckonHome(env);
  const hooks = await loadHooks({ home, env, workspace }, 'atRun');
  const run = await runHooks({ home, env, workspace, hooks, event, startAsync: startAsyncHooks });
  await syncMarkers({ home, env, workspaces: [workspace] });
  // However deep the input is that a hook made.
  console.out(spacedJson(printed(run, replacedAt(trigger.id, hooks))));
  return run.verdict.decision === 'deny' ? 1 : 0;
}

/** The hooks of a trigger that another of their name has replaced. */
function replacedAt(trigger: TriggerId, hooks: readonly LoadedHook[]): HooksRun['held'] {
  return hooks.flatMap(({ hook, standing }) =>
    hook?.trigger === trigger && standing === 'replaced' ? [{ name: hook.name, standing }] : [],
  );
}

function printed({ verdict, ran, held }: HooksRun, replaced: HooksRun['held']) {
  const { decision, reason, modifiedInput, additionalContext } = verdict;
  const notRun = [...held, ...replaced];
  return {
    // Nobody objects: for whoever runs hooks by themselves that is all there is to say.
    decision: decision === 'none' ? 'allow' : decision,
    reason,
    modified_input: modifiedInput,
    additional_context: additionalContext,
    ran: ran.map(({ name, exit, ms, outcome, reason, stderr }) => ({
      ...{ name, exit, ms, outcome, stderr },
      reason: outcome === 'failed' || outcome === 'timeout' ? reason : undefined,
    })),
    ...(notRun.length > 0 ? { not_run: notRun.map(({ name, standing }) => ({ name, standing })) } : {}),
  };
}
