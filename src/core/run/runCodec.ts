import * as z from 'zod';
import { precedence } from '../agent/precedence.ts';
import { readVersioned } from '../text/versionedText.ts';
import type { ErrorRule, Policy, Rule, Trigger } from './policy.ts';
import { invalidPairs } from './policy.ts';
import type { Pending, Run, RunStep } from './run.ts';
import type { Gate, Later, LaterPrompt, LaterSignal, Option, RunDecision } from './runDecision.ts';

/** A run as a file keeps it, with the listener that acts for it. */
export interface StoredRun {
  readonly owner: string;
  readonly run: Run;
}

/** The version of the files this Beckon writes; it reads no newer ones. */
const version = 1;

const text = z.string();
const maybe = text.optional();
const number = z.number();
const flag = z.literal(true).optional();

const rule = z.object({
  action: z.enum(['nudge', 'done', 'fail', 'escalate', 'gate', 'resume']),
  message: maybe,
  run: maybe,
  attempts: z.union([number.int().min(1), z.literal('forever')]),
  cooldownMs: number.min(0),
  timeoutMs: number.min(0),
}) satisfies z.ZodType<Rule>;

/** The same holds as in a runbook: an action that makes no sense was never written. */
function isValidAt(trigger: Trigger): (one: Rule) => boolean {
  return ({ action, run }) => !(action in invalidPairs[trigger]) && (action !== 'gate' || run !== undefined);
}

const errorRule = rule.extend({
  match: z
    .enum(['unauthorized', 'out_of_credits', 'rate_limited', 'no_internet', 'overloaded', 'other'])
    .optional(),
}) satisfies z.ZodType<ErrorRule>;

const policy = z.object({
  on_idle: rule.refine(isValidAt('on_idle')),
  on_prompt: rule.refine(isValidAt('on_prompt')),
  on_dead: rule.refine(isValidAt('on_dead')),
  on_error: z.array(errorRule.refine(isValidAt('on_error'))).readonly(),
}) satisfies z.ZodType<Policy>;

const step = z.object({
  name: text,
  command: maybe,
  program: maybe,
  prompt: maybe,
  worktree: z.boolean(),
  policy,
  agent: maybe,
  folder: maybe,
  transcript: maybe,
  startedAt: number.optional(),
  endedAt: number.optional(),
  outcome: z.enum(['done', 'skipped', 'failed']).optional(),
}) satisfies z.ZodType<RunStep>;

const pending = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), startedAt: number.optional(), message: maybe }),
  z.object({ kind: z.literal('grace'), dueAt: number, activityAt: number }),
  z.object({
    kind: z.literal('cooldown'),
    dueAt: number,
    trigger: z.enum(['on_idle', 'on_error', 'on_dead']),
  }),
  z.object({
    kind: z.literal('end'),
    // biome-ignore lint/suspicious/noThenProperty: a word of the run, and no promise
    then: z.enum(['advance', 'skip', 'fail', 'resume']),
    reason: text,
  }),
]) satisfies z.ZodType<Pending>;

const gate = z.object({
  id: text,
  trigger: z.enum(['on_prompt', 'on_idle', 'on_error', 'on_dead']),
  command: text,
  timeoutMs: number,
  prompt: maybe,
  key: maybe,
  said: z.literal('yes').optional(),
}) satisfies z.ZodType<Gate>;

const option = z.object({
  choice: z.enum(['nudge', 'done', 'retry', 'skip', 'approve', 'deny', 'answer', 'cancel', 'dismiss']),
  label: text,
  recommended: flag,
  answer: maybe,
}) satisfies z.ZodType<Option>;

const decision = z.object({
  id: text,
  source: z.enum(['idle', 'signal', 'dead', 'error', 'gate', 'approval', 'question', 'plan']),
  trigger: text,
  openedAt: number,
  context: text,
  options: z.array(option).readonly(),
  prompt: maybe,
  gate: gate.optional(),
  dismissed: flag,
}) satisfies z.ZodType<RunDecision>;

const laterPrompt = z.object({
  prompt: text,
  refusal: maybe,
  gate: gate.optional(),
}) satisfies z.ZodType<LaterPrompt>;

const laterSignal = z.object({ context: text }) satisfies z.ZodType<LaterSignal>;
const later = z.union([laterPrompt, laterSignal]) satisfies z.ZodType<Later>;

const runSchema = z.object({
  id: text,
  name: text,
  folder: text,
  origin: z.enum(['started', 'supervised']),
  startedAt: number,
  endedAt: number.optional(),
  steps: z.array(step).readonly(),
  step: number,
  agent: text,
  movingPid: number.optional(),
  startedAs: maybe,
  rowless: flag,
  programGone: flag,
  former: z.array(text).readonly(),
  status: z.enum(['running', 'waiting', 'done', 'failed']),
  reason: maybe,
  signal: z.enum(['complete', 'escalate', 'continue']).optional(),
  signalAt: number.optional(),
  standing: z.enum(precedence).optional(),
  graceMs: number,
  attempts: z.record(text, number),
  actedAt: z.record(text, number).optional(),
  blocks: number,
  nudgedAt: number.optional(),
  typedAt: number.optional(),
  sentOnAt: number.optional(),
  unsaid: maybe,
  pending: pending.optional(),
  gates: z.array(gate).readonly(),
  decision: decision.optional(),
  dismissed: z.array(text).readonly().optional(),
  later: z.array(later).readonly().optional(),
  serial: number,
  launches: number,
  leaving: maybe,
  leavingLaunch: number.optional(),
}) satisfies z.ZodType<Run>;

// What a run can be and the schema does not know would be lost, or damaged, at every reload: then this does not compile.
type KeysOf<T> = T extends unknown ? keyof T : never;
type Unkept<T, S> = T extends S ? Exclude<keyof T, KeysOf<S>> : 'a value';
type Forgotten =
  | Unkept<Run, z.infer<typeof runSchema>>
  | Unkept<RunStep, z.infer<typeof step>>
  | Unkept<ErrorRule, z.infer<typeof errorRule>>
  | Unkept<Pending, z.infer<typeof pending>>
  | Unkept<Gate, z.infer<typeof gate>>
  | Unkept<Option, z.infer<typeof option>>
  | Unkept<LaterPrompt, z.infer<typeof laterPrompt>>
  | Unkept<LaterSignal, z.infer<typeof laterSignal>>
  | Unkept<RunDecision, z.infer<typeof decision>>;
type KeptVersion = [Forgotten] extends [never] ? typeof version : never;

const file = z.object({ version: z.literal<KeptVersion>(version), owner: text, run: runSchema });

/** A run as the text of a file. Prompts and what agents said are in it: private, never for a log. */
export function runText(run: Run, owner: string): string {
  return JSON.stringify({ version, owner, run });
}

/** Reads the text of such a file, or says what keeps it from being read; fields nobody knows are left out. */
export function parseRunText(source: string): StoredRun | 'newer' | 'damaged' {
  const read = readVersioned(source, version, file);
  if (typeof read === 'string') {
    return read;
  }
  const { owner, run } = read.content;
  const isSound = run.step in run.steps && (run.status === 'waiting') === (run.decision !== undefined);
  return isSound ? { owner, run } : 'damaged';
}
