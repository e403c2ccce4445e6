import type { ErrorClass } from '../event/errorClass.ts';

/** What a policy can answer to. */
export type Trigger = 'on_prompt' | 'on_idle' | 'on_error' | 'on_dead';

/** What a run can do about a trigger. */
export type Action = 'nudge' | 'done' | 'fail' | 'escalate' | 'gate' | 'resume';

/** What is done about a trigger, how often, and how far apart. */
export interface Rule {
  readonly action: Action;
  /** What a nudge says, or what a resumed agent is told. */
  readonly message?: string;
  /** The command of a gate. */
  readonly run?: string;
  /** How often in a row; after that the run escalates. A prompt is no attempt. */
  readonly attempts: number | 'forever';
  /** How long after the last time, from the second time on. */
  readonly cooldownMs: number;
  /** How long a gate may take. */
  readonly timeoutMs: number;
}

/** What is done about an error; the first rule that matches counts, one without `match` matches every error. */
export interface ErrorRule extends Rule {
  readonly match?: ErrorClass;
}

/** What a person wants done about each trigger. */
export interface Policy {
  readonly on_idle: Rule;
  readonly on_prompt: Rule;
  readonly on_dead: Rule;
  readonly on_error: readonly ErrorRule[];
}

/** How long a gate may take unless told. */
export const gateTimeoutMs = 30_000;

/** A rule that is only an action. */
export function simpleRule(action: Action): Rule {
  return { action, attempts: 1, cooldownMs: 0, timeoutMs: gateTimeoutMs };
}

/** What is done for an agent under supervision unless its runbook says otherwise. */
export const defaultPolicy: Policy = {
  on_idle: simpleRule('nudge'),
  on_prompt: simpleRule('escalate'),
  on_dead: simpleRule('escalate'),
  on_error: [simpleRule('escalate')],
};

/** Why an action makes no sense at a trigger; what is not named is allowed. */
export const invalidPairs: Readonly<Record<Trigger, Partial<Readonly<Record<Action, string>>>>> = {
  on_idle: {
    resume: 'resume starts the agent again; an idle agent is still running',
  },
  on_prompt: {
    nudge: 'nudge types a message; an agent that asks would take it for its answer',
    resume: 'resume starts the agent again; an agent that asks is still running',
  },
  on_dead: {
    nudge: 'nudge types a message; a dead agent reads none',
  },
  on_error: {
    done: 'done means success; an error is none',
  },
};
