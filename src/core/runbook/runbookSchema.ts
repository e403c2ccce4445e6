import * as z from 'zod';
import type { ErrorClass } from '../event/errorClass.ts';
import type { Action, Trigger } from '../run/policy.ts';
import { defaultPolicy } from '../run/policy.ts';
import { described } from '../yaml/described.ts';
import {
  actionsAt,
  agentKeyTexts,
  errorClassTexts,
  pipelineKeyTexts,
  rootKeyTexts,
  ruleKeyTexts,
  stepKeyTexts,
} from './keyTexts.ts';
import { durationUnits, longestDurationMs } from './parseDuration.ts';

const text = z.string().regex(/\S/u);
// Without \p, which not every validator knows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const name = z.string().regex(/^(?=.*\S)[^/\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/u);
const attempts = z.union([z.int().min(1), z.literal('forever')]);

/** A number is seconds. */
function duration(least: 0 | 1) {
  const digits = least === 0 ? '\\d+' : '0*[1-9]\\d*';
  const form = new RegExp(`^\\s*${digits}\\s*(?:${durationUnits.join('|')})?\\s*$`, 'u');
  return z.union([
    z
      .int()
      .min(least)
      .max(longestDurationMs / 1000),
    z.string().regex(form),
  ]);
}

/** What every rule may have beside its action. */
function extras(trigger: Trigger) {
  return {
    ...(trigger === 'on_error'
      ? {
          match: described(
            z.enum(Object.keys(errorClassTexts) as ErrorClass[]),
            ruleKeyTexts.match,
          ).optional(),
        }
      : {}),
    message: described(text, ruleKeyTexts.message).optional(),
    attempts: described(attempts.default(1), ruleKeyTexts.attempts),
    cooldown: described(duration(0).default(0), ruleKeyTexts.cooldown),
    timeout: described(duration(1).default('30s'), ruleKeyTexts.timeout),
  };
}

/** An action, or a mapping with one; a gate has a command, and nothing else has. */
function rule(trigger: Trigger) {
  const others = actionsAt(trigger).filter((action): action is Exclude<Action, 'gate'> => action !== 'gate');
  const simple = z.strictObject({
    action: described(z.enum(others), ruleKeyTexts.action),
    ...extras(trigger),
  });
  const gate = z.strictObject({
    action: described(z.literal('gate'), ruleKeyTexts.action),
    run: described(text, ruleKeyTexts.run),
    ...extras(trigger),
  });
  return z.union([z.enum(others), simple, gate]);
}

const errorRule = rule('on_error');
const agent = z.strictObject({
  run: described(text, agentKeyTexts.run),
  prompt: described(text, agentKeyTexts.prompt).optional(),
  worktree: described(z.boolean().default(false), agentKeyTexts.worktree),
  on_idle: described(rule('on_idle').default(usual('on_idle')), agentKeyTexts.on_idle),
  on_prompt: described(rule('on_prompt').default(usual('on_prompt')), agentKeyTexts.on_prompt),
  on_dead: described(rule('on_dead').default(usual('on_dead')), agentKeyTexts.on_dead),
  on_error: described(
    z.union([errorRule, z.array(errorRule).min(1)]).default('escalate'),
    agentKeyTexts.on_error,
  ),
});

function usual(trigger: Exclude<Trigger, 'on_error'>) {
  return defaultPolicy[trigger].action as 'escalate';
}

const step = z.strictObject({
  name: described(name, stepKeyTexts.name),
  agent: described(text, stepKeyTexts.agent),
  prompt: described(text, stepKeyTexts.prompt).optional(),
  worktree: described(z.boolean(), stepKeyTexts.worktree).optional(),
});
const pipeline = z.strictObject({ steps: described(z.array(step).min(1), pipelineKeyTexts.steps) });

/**
 * A runbook as data, as far as a schema can tell: everything that is read without an error fits it. Other editors use it;
 * Beckon itself reads the text, and knows more.
 */
export const runbookSchema = z
  .strictObject({
    agents: described(z.record(name, agent).nullable(), rootKeyTexts.agents).optional(),
    pipelines: described(z.record(name, pipeline).nullable(), rootKeyTexts.pipelines).optional(),
  })
  .nullable()
  .meta({ title: 'A runbook of Beckon' });
