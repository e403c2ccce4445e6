import type { Agent } from '../agent/agent.ts';
import type { Prompt } from '../agent/state.ts';
import type { AgentError } from '../event/errorClass.ts';
import { clip } from '../text/clip.ts';
import type { ErrorRule, Policy, Rule } from './policy.ts';
import { simpleRule } from './policy.ts';
import type { Run } from './run.ts';
import { gateFolder, policyOf } from './run.ts';
import type { Gate } from './runDecision.ts';
import { contextOf, errorWords, promptHead, promptSource, promptTrigger } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import { advance, endThen, escalate, fail, resume, withPending } from './runSteps.ts';

/** Why a run acts. */
export type Cause =
  | { readonly trigger: 'on_idle' }
  | { readonly trigger: 'on_prompt'; readonly prompt: Prompt }
  | { readonly trigger: 'on_error'; readonly error: AgentError }
  /** `atOnce`: nothing was heard of it, and to start it once more would end the same way. */
  | { readonly trigger: 'on_dead'; readonly code?: number; readonly atOnce?: boolean };

/** When a run acts, and about whom. */
export interface RunScene {
  readonly at: number;
  readonly agent: Agent | undefined;
  /** The agent waits to be told whether its turn may end. */
  readonly stops: boolean;
  /** The wait between two attempts is over. */
  readonly cooled?: boolean;
}

/** What a nudge says unless told. */
export const nudgeText =
  'Continue with your task. When all of it is done, run this command: beckon emit agent:signal complete';

/** Programs give up on a hook that refuses the end of a turn more often. */
const mostBlocks = 7;

/** Why a rule that would act again asks a person instead. */
const triedOften = 'The attempt limit was reached.';
const refusedOften = 'The agent was told to continue seven times in one turn. That is the limit.';

/** How long a nudge is given to move something, however short the grace. */
export const nudgeSettlesMs = 10_000;

/** Does what the policy of a run says about a cause. */
export function actOn(run: Run, cause: Cause, scene: RunScene): RunStepped {
  const policy = policyOf(run);
  const { rule, key } = policy ? ruleOf(policy, cause) : { rule: simpleRule('escalate'), key: '' };
  if (cause.trigger === 'on_prompt') {
    return actOnPrompt(run, rule, cause, scene);
  }
  if (cause.trigger === 'on_idle' && run.unsaid !== undefined) {
    return say(run, run.unsaid, scene);
  }
  if (rule.action === 'escalate' || rule.action === 'done' || rule.action === 'fail') {
    return carryOut(run, rule, cause, scene);
  }
  if (rule.action === 'resume' && cause.trigger === 'on_dead' && cause.atOnce) {
    return escalateCause(run, cause, scene);
  }
  const before = run.attempts[key] ?? 0;
  if (rule.attempts !== 'forever' && before >= rule.attempts) {
    return escalateCause(run, cause, scene, triedWords(run, cause, scene.agent));
  }
  const { at } = scene;
  const pauseMs = before > 0 && !scene.cooled ? pauseBefore(rule, before) : 0;
  const leftMs = cooldownLeftMs(pauseMs, run.actedAt?.[key] ?? at, at);
  if (leftMs > 0) {
    const { trigger } = cause;
    return { run: withPending(run, { kind: 'cooldown', dueAt: at + leftMs, trigger }), effects: [] };
  }
  const attempts = { ...run.attempts, [key]: before + 1 };
  const actedAt = { ...run.actedAt, [key]: at };
  // What the agent does from here on is the run's doing, and no longer the person's.
  const { sentOnAt: _, ...own } = run;
  return rule.action === 'gate'
    ? startGate({ ...own, attempts, actedAt }, { ...gateOf(rule, cause), key })
    : carryOut({ ...own, attempts, actedAt }, rule, cause, scene);
}

/** The longest pause between two starts of an agent that is started for ever. */
const longestPauseMs = 60_000;

/** The time from one attempt to the next. What is started for ever, and ends each time, must not keep a machine busy. */
function pauseBefore({ action, attempts, cooldownMs }: Rule, before: number): number {
  const leastMs = action === 'resume' && attempts === 'forever' ? 1000 * 2 ** (before - 1) : 0;
  return Math.max(cooldownMs, Math.min(leastMs, longestPauseMs));
}

/** How much is left of the time between two attempts; all of it at most, also where the clock was set back. */
function cooldownLeftMs(pauseMs: number, lastAt: number, at: number): number {
  return Math.min(pauseMs, lastAt + pauseMs - at);
}

/** A prompt is no attempt: each fires once. */
function actOnPrompt(
  run: Run,
  rule: Rule,
  cause: Extract<Cause, { trigger: 'on_prompt' }>,
  scene: RunScene,
): RunStepped {
  const text = `run ${run.id}, step ${run.step + 1}: agent prompt: ${cause.prompt.kind}`;
  const note = { type: 'noteRun', run: run.id, text } as const;
  // A gate can say yes or no to a permission; a question or a plan needs a person.
  const person = rule.action === 'gate' && cause.prompt.kind !== 'permission';
  const acted = person ? escalateCause(run, cause, scene) : carryOut(run, rule, cause, scene);
  return { run: acted.run, effects: [note, ...acted.effects] };
}

function carryOut(run: Run, rule: Rule, cause: Cause, scene: RunScene): RunStepped {
  const dead = cause.trigger === 'on_dead';
  switch (rule.action) {
    case 'nudge':
      return scene.stops ? refuseStop(run, rule, cause, scene) : nudge(run, rule.message, scene.at);
    case 'done':
      return dead ? advance(run, scene.at) : endThen(run, 'advance', triggerWords(cause));
    case 'fail':
      return dead ? fail(run, scene.at, triggerWords(cause)) : endThen(run, 'fail', triggerWords(cause));
    case 'escalate':
      return escalateCause(run, cause, scene);
    case 'gate':
      return startGate(run, gateOf(rule, cause));
    case 'resume':
      return dead ? resume(run, rule.message) : endThen(run, 'resume', rule.message ?? '');
  }
}

function gateOf({ run: command = 'false', timeoutMs }: Rule, cause: Cause): Omit<Gate, 'id'> {
  const about = cause.trigger === 'on_prompt' ? { prompt: cause.prompt.id } : {};
  return { trigger: cause.trigger, command, timeoutMs, ...about };
}

/** Types into the agent's terminal that it is to go on. If that moves nothing, the next attempt comes after a while. */
function nudge(run: Run, message: string | undefined, at: number): RunStepped {
  const { id, agent, graceMs } = run;
  const dueAt = at + Math.max(graceMs, nudgeSettlesMs);
  const nudged = withPending({ ...run, nudgedAt: at, typedAt: at }, { kind: 'grace', dueAt, activityAt: at });
  return { run: nudged, effects: [{ type: 'typeText', run: id, agent, text: message ?? nudgeText }] };
}

/** Tells the agent what a person wants it told, now that it can be; that is no attempt of a rule. */
export function say(run: Run, text: string, scene: RunScene): RunStepped {
  const { unsaid: _, ...rest } = run;
  return scene.stops && run.blocks < mostBlocks
    ? block(rest, text, scene)
    : saying(nudge(rest, text, scene.at));
}

function saying({ run, effects }: RunStepped): RunStepped {
  const ofPerson = true;
  return { run, effects: effects.map((one) => (one.type === 'typeText' ? { ...one, ofPerson } : one)) };
}

/** Tells the agent to go on in answer to the end of its turn. */
function refuseStop(run: Run, { message }: Rule, cause: Cause, scene: RunScene): RunStepped {
  return run.blocks >= mostBlocks
    ? escalateCause(run, cause, scene, refusedOften)
    : block(run, message ?? nudgeText, scene);
}

function block(run: Run, text: string, { at }: RunScene): RunStepped {
  // It goes on without another word, so the next end of this turn is another occasion.
  const { standing: _, ...rest } = run;
  const { id, agent } = run;
  // The word may be lost on its way: then the next attempt comes after a while, as for any other nudge.
  const refused = { ...rest, nudgedAt: at, blocks: run.blocks + 1 };
  const dueAt = at + Math.max(run.graceMs, nudgeSettlesMs);
  const nudged = withPending(refused, { kind: 'grace', dueAt, activityAt: at });
  return { run: nudged, effects: [{ type: 'blockStop', run: id, agent, text }] };
}

/** Starts the command that decides. */
export function startGate(run: Run, gate: Omit<Gate, 'id'>): RunStepped {
  const serial = run.serial + 1;
  const id = `${run.id}-${serial}`;
  const { command, timeoutMs } = gate;
  const folder = gateFolder(run);
  return {
    run: { ...run, serial, gates: [...run.gates, { ...gate, id }] },
    effects: [{ type: 'runGate', run: run.id, gate: id, command, folder, timeoutMs }],
  };
}

/** The rule about a cause, and the name its attempts are counted under. */
function ruleOf(policy: Policy, cause: Cause): { readonly rule: Rule; readonly key: string } {
  if (cause.trigger !== 'on_error') {
    return { rule: policy[cause.trigger], key: cause.trigger };
  }
  const matches = ({ match }: ErrorRule) => match === undefined || match === cause.error.class;
  const at = policy.on_error.findIndex(matches);
  return { rule: policy.on_error[at] ?? simpleRule('escalate'), key: `on_error:${at}` };
}

/** Waits for a person, about a cause. `often`: that enough was done about it, in a sentence. */
export function escalateCause(run: Run, cause: Cause, { at, agent }: RunScene, often?: string): RunStepped {
  const trigger = `${triggerWords(cause)}${often === undefined ? '' : ':exhausted'}`;
  const tried = often === undefined ? '' : ` ${often}`;
  switch (cause.trigger) {
    case 'on_idle':
      return escalate(run, at, {
        source: 'idle',
        trigger,
        context: contextOf(`The agent is idle and waits for input.${tried}`, agent),
      });
    case 'on_prompt':
      return escalate(run, at, {
        source: promptSource(cause.prompt),
        trigger,
        context: contextOf(promptHead(cause.prompt), agent),
        prompt: cause.prompt,
      });
    case 'on_error':
      return escalate(run, at, {
        source: 'error',
        trigger,
        context: contextOf(`The agent met an error: ${errorWords(cause.error)}.${tried}`, agent),
      });
    case 'on_dead': {
      const code = cause.code === undefined ? '' : ` (exit code ${cause.code})`;
      const { command = '' } = run.steps[run.step] ?? {};
      const context = cause.atOnce
        ? `The command ended at once${code}, before anything was heard of it: ${clip(command, 200)}`
        : contextOf(`The agent ended unexpectedly${code}.${tried}`, agent);
      return escalate(run, at, { source: 'dead', trigger, context });
    }
  }
}

/** Why nothing more is tried. A text can be lost in a terminal, as in a view of its program that takes no input. */
function triedWords({ typedAt }: Run, { trigger }: Cause, agent: Agent | undefined): string {
  const isUnread = trigger !== 'on_dead' && agent && typedAt !== undefined && agent.workedAt < typedAt;
  return isUnread ? 'The text typed into its terminal did not reach it.' : triedOften;
}

function triggerWords(cause: Cause): string {
  switch (cause.trigger) {
    case 'on_idle':
      return 'idle';
    case 'on_prompt':
      return promptTrigger(cause.prompt);
    case 'on_error':
      return cause.error.class;
    case 'on_dead':
      return 'exit';
  }
}
