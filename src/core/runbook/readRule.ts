import type { ErrorClass } from '../event/errorClass.ts';
import type { Action, ErrorRule, Trigger } from '../run/policy.ts';
import { invalidPairs, simpleRule } from '../run/policy.ts';
import { fieldsOf, listed, mappingOf, textOf } from '../yaml/fields.ts';
import { nearestWord } from '../yaml/nearestWord.ts';
import { errorAt, warningAt } from '../yaml/problem.ts';
import type { Entry, Shape } from '../yaml/shape.ts';
import { kindWord, quoted } from '../yaml/shape.ts';
import { actionsAt } from './keyTexts.ts';
import type { RunbookReport } from './problem.ts';
import { readAttempts, readDurationMs } from './readAmounts.ts';

const actionsByName: Readonly<Record<Action, true>> = {
  nudge: true,
  done: true,
  fail: true,
  escalate: true,
  gate: true,
  resume: true,
};
const actions = Object.keys(actionsByName) as readonly Action[];

const classesByName: Readonly<Record<ErrorClass, true>> = {
  unauthorized: true,
  out_of_credits: true,
  rate_limited: true,
  no_internet: true,
  overloaded: true,
  other: true,
};
const errorClasses = Object.keys(classesByName) as readonly ErrorClass[];

const ruleKeys = ['action', 'message', 'run', 'attempts', 'cooldown', 'timeout'];

/** Reads one rule, an action's name or a mapping with one; nothing where it has an error, which is reported. */
export function readRule(trigger: Trigger, shape: Shape, report: RunbookReport): ErrorRule | undefined {
  if (shape.kind === 'scalar' && typeof shape.value === 'string') {
    const action = readAction(trigger, shape, report);
    if (action === 'gate') {
      report(errorAt(shape.span, 'gate-without-run', gateWithoutRun));
      return undefined;
    }
    return action && simpleRule(action);
  }
  const mapping = mappingOf(shape, `'${trigger}' an action or`, report);
  if (!mapping) {
    return undefined;
  }
  const known = trigger === 'on_error' ? ['match', ...ruleKeys] : ruleKeys;
  const fields = fieldsOf(mapping, { of: `a rule of ${trigger}`, known }, report);
  const named = fields.get('action');
  if (!named) {
    const message = `Add 'action': one of ${listed(actionsAt(trigger))}.`;
    report(errorAt(shape.span, 'missing-action', message));
  }
  const action = named && readAction(trigger, named.value, report);
  const message = textOf(fields.get('message'), report);
  const run = textOf(fields.get('run'), report);
  const attempts = readAttempts(fields.get('attempts'), report);
  const cooldownMs = readDurationMs(fields.get('cooldown'), report);
  const timeoutMs = readDurationMs(fields.get('timeout'), report, 1);
  const match = readMatch(fields.get('match'), report);
  if (!named || !action) {
    return undefined;
  }
  checkTogether({ trigger, action, named }, fields, report);
  if (fields.has('match') && match === undefined) {
    return undefined;
  }
  return {
    ...simpleRule(action),
    ...(match === undefined ? {} : { match }),
    ...(message === undefined ? {} : { message }),
    ...(run === undefined ? {} : { run }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(cooldownMs === undefined ? {} : { cooldownMs }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

/** What is wrong with a command that has a NUL character in it, whoever runs it. */
export const nulInCommand = 'Take the NUL character out of the command; no program can be given one.';

const gateWithoutRun = "Add 'run', the command of the gate: { action: gate, run: npm test }.";

function readAction(trigger: Trigger, shape: Shape, report: RunbookReport): Action | undefined {
  const valid = listed(actionsAt(trigger));
  if (shape.kind !== 'scalar' || typeof shape.value !== 'string') {
    const message = `Name an action, ${valid}; here is ${kindWord(shape)}.`;
    report(errorAt(shape.span, 'wrong-type', message));
    return undefined;
  }
  const word = shape.value;
  const action = actions.find((one) => one === word);
  if (action === undefined) {
    const advice = nearestWord(word, actionsAt(trigger)) ?? valid;
    const message = `Write ${advice} instead of ${quoted(word)}; there is no such action.`;
    report(errorAt(shape.span, 'unknown-action', message));
    return undefined;
  }
  const reason = invalidPairs[trigger][action];
  if (reason !== undefined) {
    const message = `Use ${valid} for ${trigger}, not ${action}: ${reason}.`;
    report(errorAt(shape.span, 'invalid-pair', message));
    return undefined;
  }
  return action;
}

/** Which keys go with which action and trigger. */
function checkTogether(
  { trigger, action, named }: { trigger: Trigger; action: Action; named: Entry },
  fields: ReadonlyMap<string, Entry>,
  report: RunbookReport,
): void {
  const run = fields.get('run');
  if (action === 'gate' && !run) {
    report(errorAt(named.value.span, 'gate-without-run', gateWithoutRun));
  }
  if (action === 'gate' && run?.value.kind === 'scalar' && String(run.value.value).includes('\0')) {
    report(errorAt(run.value.span, 'command-end', nulInCommand));
  }
  if (action !== 'gate' && run) {
    const message = `Take 'run' out, or make the action gate; ${action} runs no command.`;
    report(errorAt(run.keySpan, 'run-without-gate', message));
  }
  const idle = (key: string, why: string) => {
    const entry = fields.get(key);
    if (entry) {
      report(warningAt(entry.keySpan, 'no-effect', `Take '${key}' out; ${why}.`));
    }
  };
  if (action !== 'nudge' && action !== 'resume') {
    idle('message', `only nudge and resume say something, not ${action}`);
  }
  if (action !== 'gate') {
    idle('timeout', `only a gate has one, not ${action}`);
  }
  if (trigger === 'on_prompt') {
    idle('attempts', 'each prompt is answered once, and none is an attempt');
    idle('cooldown', 'each prompt is answered once, at once');
  }
}

function readMatch(entry: Entry | undefined, report: RunbookReport): ErrorClass | undefined {
  const word = entry?.value.kind === 'scalar' ? entry.value.value : undefined;
  const found = errorClasses.find((one) => one === word);
  if (entry && found === undefined) {
    const near = typeof word === 'string' ? nearestWord(word, errorClasses) : undefined;
    const message = `Write ${near ?? listed(errorClasses)} here; 'match' names a class of errors.`;
    report(errorAt(entry.value.span, 'match', message));
  }
  return found;
}
