import { stat } from 'node:fs/promises';
import type { Hook } from '../../core/hookfile/hook.ts';
import type { AsyncHook } from '../../core/hookrun/asyncHook.ts';
import type { HookEvent } from '../../core/hookrun/hookEvent.ts';
import { scriptInput } from '../../core/hookrun/hookEvent.ts';
import type { FindsIn } from '../../core/hookrun/matchHook.ts';
import { matchHook } from '../../core/hookrun/matchHook.ts';
import type { HookOutcome, ScriptEnd } from '../../core/hookrun/scriptEnd.ts';
import { heeded, readScriptEnd } from '../../core/hookrun/scriptEnd.ts';
import { spacedJson } from '../../core/hookrun/spacedJson.ts';
import type { Standing } from '../../core/hookrun/standing.ts';
import { isRun } from '../../core/hookrun/standing.ts';
import type { HookVerdict } from '../../core/hookrun/verdict.ts';
import { addOutcome, beginHooks } from '../../core/hookrun/verdict.ts';
import { findsTogether } from './findsIn.ts';
import { folderHash } from './folderHash.ts';
import { appendHookRun } from './hookLog.ts';
import { hookScript, isAllowed } from './hookScript.ts';
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
  readonly stdout?: string;
  readonly log?: string;
}

/** What the hooks of one moment did and say. */
export interface HooksRun {
  readonly verdict: HookVerdict;
  readonly ran: readonly RanHook[];
  /** The hooks of this trigger that were not run, and why. */
  readonly held: readonly HeldHook[];
}

/** A hook that was not run, and why. */
interface HeldHook {
  readonly name: string;
  readonly standing: Standing;
}

/** Whose hooks run, for what, and who starts those that nobody waits for. */
export interface RunHooksOptions extends HookPlaces {
  /** All hooks that were found there; those of other triggers are passed over. */
  readonly hooks: readonly LoadedHook[];
  readonly event: HookEvent;
  readonly startAsync: (hooks: readonly AsyncHook[]) => Promise<void>;
  /** Nobody waits for an answer any more: what runs is ended, and nothing else is run. */
  readonly signal?: AbortSignal;
}

/** Runs the hooks of one moment, one after the other up to the first no; then those that nobody waits for are started. */
export async function runHooks(options: RunHooksOptions): Promise<HooksRun> {
  const loaded = options.hooks.filter(
    ({ hook, standing }) => hook?.trigger === options.event.trigger && standing !== 'replaced',
  );
  const held: HeldHook[] = loaded
    .filter(({ standing }) => !isRun(standing))
    .map(({ hook, folder, standing }) => ({ name: hook?.name ?? folder, standing }));
  const ran: RanHook[] = [];
  const finds = findsTogether();
  let progress = beginHooks(options.event);
  const inTime = loaded.filter(({ standing }) => isRun(standing));
  for (const one of inTime.filter(({ hook }) => hook?.async === false)) {
    const hook = await fitting(one, progress.event, finds);
    const isSame = hook && (await isAsAgreed(one));
    if (hook && !isSame && one.scope === 'project') {
      held.push({ name: hook.name, standing: 'changed' });
    } else if (hook) {
      const mayApprove = isSame === true && one.standing === 'approves';
      const run = { hook, folder: one.folder, event: progress.event };
      const { outcome, did, end } = await runHook(run, options, mayApprove);
      if (end.how === 'no-script') {
        held.push({ name: hook.name, standing: 'invalid' });
      } else {
        ran.push(did);
      }
      progress = addOutcome(progress, outcome, mayApprove);
    }
    if (progress.verdict.decision === 'deny' || options.signal?.aborted) {
      return { verdict: progress.verdict, ran, held };
    }
  }
  const later: AsyncHook[] = [];
  for (const one of inTime.filter(({ hook }) => hook?.async)) {
    const hook = await fitting(one, progress.event, finds);
    if (hook && one.scope === 'project' && !(await isAsAgreed(one))) {
      held.push({ name: hook.name, standing: 'changed' });
    } else if (hook) {
      const agreed = one.scope === 'project' ? one.agreed : undefined;
      const { folder } = one;
      const run = { hook, folder, event: progress.event, ...(agreed === undefined ? {} : { agreed }) };
      if (await hookScript(folder)) {
        later.push(run);
      } else {
        // There is nothing to wait for, and the log tells why.
        await runHook(run, options);
        held.push({ name: hook.name, standing: 'invalid' });
      }
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

/** Whether the folder of a hook is what the person agreed to, at the last moment: what ran before may have changed it. */
export async function isAsAgreed({
  folder,
  agreed,
}: Pick<LoadedHook, 'folder' | 'agreed'>): Promise<boolean> {
  return agreed === undefined || (await folderHash(folder)) === agreed;
}

/** The hook as its file says now, where it is for this moment. */
async function fitting(one: LoadedHook, event: HookEvent, finds: FindsIn): Promise<Hook | undefined> {
  if (!one.hook || matchHook(one.hook.matcher, event, finds) === 'no') {
    return undefined;
  }
  const { hook } = await readHook(one);
  return hook?.trigger === event.trigger ? hook : undefined;
}

/** Runs the script of one hook, and writes down what came of it. */
export async function runHook(
  { hook, folder, event }: AsyncHook,
  { home, env, signal }: HookPlaces & { readonly signal?: AbortSignal },
  mayApprove = false,
): Promise<{ readonly outcome: HookOutcome; readonly did: RanHook; readonly end: ScriptEnd }> {
  const script = await hookScript(folder);
  const { cwd, note: placeNote } = await placeOf(event.workDir, folder);
  const none: ScriptEnd = { how: 'no-script', stdout: '', stderr: '', ms: 0 };
  const end = script
    ? await runScript({
        script,
        cwd,
        env: scriptEnv(env, folder),
        input: `${spacedJson(scriptInput(event, hook.eventType))}\n`,
        timeoutMs: hook.timeoutMs,
        isAsync: hook.async,
        ...(signal ? { signal } : {}),
      })
    : none;
  const outcome = readScriptEnd(end, hook);
  const stderr = end.stderr.trim();
  const isNoVerdict = hook.async || (outcome.outcome === 'failed' && end.exit === 0);
  const stdout = isNoVerdict ? end.stdout.trim() : '';
  const { outcome: came, note } = heeded(outcome, { mayApprove, isAsync: hook.async });
  const log = [outcome.log, note, script && placeNote].filter(Boolean).join('; ');
  const told = {
    outcome: came,
    ...(end.exit === undefined ? {} : { exit: end.exit }),
    ms: Math.round(end.ms),
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
    ...(stderr ? { stderr } : {}),
    ...(stdout ? { stdout } : {}),
    ...(log ? { log } : {}),
  };
  await appendHookRun(home, folder, {
    at: Date.now(),
    name: hook.name,
    trigger: hook.trigger,
    session: event.sessionId,
    async: hook.async,
    ...told,
  });
  return { outcome, did: { name: hook.name, folder, ...told }, end };
}

/** Where a script runs: where the agent works, or in the hook's own folder where that cannot be entered. */
async function placeOf(
  workDir: string,
  folder: string,
): Promise<{ readonly cwd: string; readonly note?: string }> {
  if (workDir === '') {
    return { cwd: folder, note: "ran in the hook's own folder: the event names none" };
  }
  const isFolder = (await stat(workDir).catch(() => undefined))?.isDirectory() === true;
  const canEnter = isFolder && (await isAllowed(workDir));
  return canEnter
    ? { cwd: workDir }
    : {
        cwd: folder,
        note: `ran in the hook's own folder: ${isFolder ? 'cannot enter' : 'there is no folder'} ${workDir}`,
      };
}

/** What a script finds around it: what the agent has, and where the hook lies. */
function scriptEnv(env: HookPlaces['env'], folder: string): Record<string, string | undefined> {
  // These two are about how this program was started.
  const { BECKON_RELAY: _r, ELECTRON_RUN_AS_NODE: _e, ...rest } = env;
  return { ...rest, BECKON_HOOK_DIR: folder };
}
