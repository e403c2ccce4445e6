import type { Hook } from '../../core/hookfile/hook.ts';
import type { AsyncHook } from '../../core/hookrun/asyncHook.ts';
import type { HookEvent } from '../../core/hookrun/hookEvent.ts';
import { scriptInput } from '../../core/hookrun/hookEvent.ts';
import { matchHook } from '../../core/hookrun/matchHook.ts';
import type { HookOutcome, ScriptEnd } from '../../core/hookrun/scriptEnd.ts';
import { readScriptEnd } from '../../core/hookrun/scriptEnd.ts';
import { spacedJson } from '../../core/hookrun/spacedJson.ts';
import type { Standing } from '../../core/hookrun/standing.ts';
import { isRun } from '../../core/hookrun/standing.ts';
import type { HookVerdict } from '../../core/hookrun/verdict.ts';
import { addOutcome, beginHooks } from '../../core/hookrun/verdict.ts';
import { findsIn } from './findsIn.ts';
import { appendHookRun } from './hookLog.ts';
import { hookScript } from './hookScript.ts';
import type { HookPlaces, LoadedHook } from './loadHooks.ts';
import { readHook } from './readHook.ts';
import { runScript } from './runScript.ts';

/** What one hook did. */
export interface RanHook {
  readonly name: string;
  readonly folder: string;
  readonly outcome: HookOutcome['outcome'] | 'started';
  readonly exit?: number;
  readonly ms: number;
  readonly reason?: string;
  readonly stderr?: string;
  readonly log?: string;
}

/** What the hooks of one moment did and say. */
export interface HooksRun {
  readonly verdict: HookVerdict;
  readonly ran: readonly RanHook[];
  /** The hooks of this trigger that were not run, and why. */
  readonly held: readonly { readonly name: string; readonly standing: Standing }[];
}

/** Whose hooks run, for what, and who starts those that nobody waits for. */
export interface RunHooksOptions extends HookPlaces {
  /** All hooks that were found there; those of other triggers are passed over. */
  readonly hooks: readonly LoadedHook[];
  readonly event: HookEvent;
  readonly startAsync: (hooks: readonly AsyncHook[]) => Promise<void>;
}

/** Runs the hooks of one moment, one after the other up to the first no; then those that nobody waits for are started. */
export async function runHooks(options: RunHooksOptions): Promise<HooksRun> {
  const loaded = options.hooks.filter(
    ({ hook, standing }) => hook?.trigger === options.event.trigger && standing !== 'replaced',
  );
  const held = loaded
    .filter(({ standing }) => !isRun(standing))
    .map(({ hook, folder, standing }) => ({ name: hook?.name ?? folder, standing }));
  const ran: RanHook[] = [];
  let progress = beginHooks(options.event);
  const inTime = loaded.filter(({ standing }) => isRun(standing));
  for (const one of inTime.filter(({ hook }) => hook?.async === false)) {
    const hook = await fitting(one, progress.event);
    if (hook) {
      const { outcome, did } = await runHook({ hook, folder: one.folder, event: progress.event }, options);
      ran.push(did);
      progress = addOutcome(progress, outcome, one.standing === 'approves');
    }
    if (progress.verdict.decision === 'deny') {
      return { verdict: progress.verdict, ran, held };
    }
  }
  const later: AsyncHook[] = [];
  for (const one of inTime.filter(({ hook }) => hook?.async)) {
    const hook = await fitting(one, progress.event);
    if (hook) {
      later.push({ hook, folder: one.folder, event: progress.event });
    }
  }
  if (later.length > 0) {
    await options.startAsync(later);
    ran.push(
      ...later.map(({ hook, folder }) => ({
        name: hook.name,
        folder,
        outcome: 'started' as const,
        ms: 0,
      })),
    );
  }
  return { verdict: progress.verdict, ran, held };
}

/** The hook as its file says now, where it is for this moment. */
async function fitting(one: LoadedHook, event: HookEvent): Promise<Hook | undefined> {
  if (!one.hook || matchHook(one.hook.matcher, event, findsIn) === 'no') {
    return undefined;
  }
  const { hook } = await readHook(one);
  return hook?.trigger === event.trigger ? hook : undefined;
}

/** Runs the script of one hook, and writes down what came of it. */
export async function runHook(
  { hook, folder, event }: AsyncHook,
  { home, env }: HookPlaces,
): Promise<{ readonly outcome: HookOutcome; readonly did: RanHook; readonly end: ScriptEnd }> {
  const script = await hookScript(folder);
  const none: ScriptEnd = { how: 'no-script', stdout: '', stderr: '', ms: 0 };
  const end = script
    ? await runScript({
        script,
        cwd: event.workDir,
        env: scriptEnv(env, folder),
        input: `${spacedJson(scriptInput(event, hook.eventType))}\n`,
        timeoutMs: hook.timeoutMs,
        isAsync: hook.async,
      })
    : none;
  const outcome = readScriptEnd(end, hook.name, hook.timeoutMs);
  const stderr = end.stderr.trim();
  const told = {
    outcome: outcome.outcome,
    ...(end.exit === undefined ? {} : { exit: end.exit }),
    ms: Math.round(end.ms),
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
    ...(stderr ? { stderr } : {}),
    ...(outcome.log === undefined ? {} : { log: outcome.log }),
  };
  await appendHookRun(home, folder, {
    at: Date.now(),
    trigger: hook.trigger,
    session: event.sessionId,
    async: hook.async,
    ...told,
  });
  return { outcome, did: { name: hook.name, folder, ...told }, end };
}

/** What a script finds around it: what the agent has, and where the hook lies. */
function scriptEnv(env: HookPlaces['env'], folder: string): Record<string, string | undefined> {
  // These two are about how this program was started.
  const { BECKON_RELAY: _r, ELECTRON_RUN_AS_NODE: _e, ...rest } = env;
  return { ...rest, BECKON_HOOK_DIR: folder };
}
