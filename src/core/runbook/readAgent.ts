import type { ErrorRule, Rule, Trigger } from '../run/policy.ts';
import { defaultPolicy, simpleRule } from '../run/policy.ts';
import { takesArguments } from '../run/takesArguments.ts';
import { checkedName, fieldsOf, flagOf, mappingOf, textOf } from '../yaml/fields.ts';
import { errorAt, warningAt } from '../yaml/problem.ts';
import type { Entry, ListShape } from '../yaml/shape.ts';
import { checkProgram } from './checkProgram.ts';
import type { RunbookReport } from './problem.ts';
import type { ProgramsAround } from './programsAround.ts';
import { nulInCommand, readRule } from './readRule.ts';
import type { RunbookAgent } from './runbook.ts';

const agentKeys = ['run', 'prompt', 'worktree', 'on_idle', 'on_prompt', 'on_dead', 'on_error'];

/** Reads one agent; nothing where it cannot be started, which is reported. What else is wrong becomes a default. */
export function readAgent(
  { key, keySpan, value }: Entry,
  around: ProgramsAround | undefined,
  report: RunbookReport,
): RunbookAgent | undefined {
  const name = checkedName(key, keySpan, report);
  const mapping = mappingOf(value, "an agent its keys, with at least 'run', in", report);
  if (!mapping) {
    return undefined;
  }
  const fields = fieldsOf(mapping, { of: 'an agent', known: agentKeys }, report);
  const run = textOf(fields.get('run'), report, true);
  if (!fields.has('run')) {
    const message = "Add 'run', the command that starts the agent.";
    report(errorAt(keySpan, 'missing-run', message));
  }
  const command = fields.get('run')?.value;
  if (run !== undefined && command && !takesArguments(run)) {
    const message = run.includes('\0')
      ? nulInCommand
      : 'End the command with a plain word; the prompt is written behind it, as an argument.';
    report(errorAt(command.span, 'command-end', message));
  }
  const prompt = textOf(fields.get('prompt'), report);
  const worktree = flagOf(fields.get('worktree'), report) ?? false;
  const policy = {
    on_idle: readTrigger('on_idle', fields, report),
    on_prompt: readTrigger('on_prompt', fields, report),
    on_dead: readTrigger('on_dead', fields, report),
    on_error: readErrorRules(fields.get('on_error'), report),
  };
  if (run !== undefined && around) {
    checkProgram(run, fields, around, report);
  }
  if (name === undefined || run === undefined) {
    return undefined;
  }
  return { name, run, ...(prompt === undefined ? {} : { prompt }), worktree, policy };
}

function readTrigger(
  trigger: Exclude<Trigger, 'on_error'>,
  fields: ReadonlyMap<string, Entry>,
  report: RunbookReport,
): Rule {
  const value = fields.get(trigger)?.value;
  if (value?.kind === 'list') {
    const message = `Give '${trigger}' one action or rule; only on_error takes a list.`;
    report(errorAt(value.span, 'list-form', message));
    return defaultPolicy[trigger];
  }
  return (value && readRule(trigger, value, report)) ?? defaultPolicy[trigger];
}

/** Every error has a rule: where all rules are for one class, the others escalate. */
function readErrorRules(entry: Entry | undefined, report: RunbookReport): readonly ErrorRule[] {
  if (!entry) {
    return defaultPolicy.on_error;
  }
  const { value } = entry;
  const one = value.kind === 'list' ? undefined : readRule('on_error', value, report);
  const rules = value.kind === 'list' ? readList(value, report) : one ? [one] : [];
  return rules.some(({ match }) => match === undefined) ? rules : [...rules, simpleRule('escalate')];
}

function readList({ items, span }: ListShape, report: RunbookReport): readonly ErrorRule[] {
  if (items.length === 0) {
    const message = "Put a rule into the list, or take 'on_error' out.";
    report(errorAt(span, 'empty-list', message));
  }
  const rules: ErrorRule[] = [];
  for (const item of items) {
    const rule = readRule('on_error', item, report);
    const before = rule && rules.find(({ match }) => match === undefined || match === rule.match);
    if (before) {
      const what = before.match === undefined ? 'every error' : `every error ${before.match}`;
      const message = `Move this rule up or take it out; a rule before it takes ${what}.`;
      report(warningAt(item.span, 'unreachable', message));
    }
    if (rule) {
      rules.push(rule);
    }
  }
  return rules;
}
