import type { Action, Trigger } from '../run/policy.ts';
import { takesArguments } from '../run/takesArguments.ts';
import { listed } from '../yaml/fields.ts';
import type { Span } from '../yaml/problem.ts';
import { errorAt, warningAt } from '../yaml/problem.ts';
import type { Entry } from '../yaml/shape.ts';
import { quoted } from '../yaml/shape.ts';
import { actionsAt } from './keyTexts.ts';
import type { RunbookReport } from './problem.ts';
import type { ProgramsAround, Started } from './programsAround.ts';
import { promptRefusal, startedBy } from './programsAround.ts';

type Fields = ReadonlyMap<string, Entry>;

/** Reports what a runbook wants of the program of an agent, and that cannot do. */
export function checkProgram(
  run: string,
  fields: Fields,
  around: ProgramsAround,
  report: RunbookReport,
): void {
  if (!takesArguments(run)) {
    return;
  }
  const at = fields.get('run')?.value.span;
  const refusal = fields.has('prompt') ? promptRefusal(run, around) : undefined;
  if (at && refusal !== undefined) {
    report(errorAt(at, 'program-prompt', refusal));
  }
  const started = startedBy(run, around);
  checkResumes(run, started, fields, report);
  if (started) {
    checkNudges(started, fields, report);
    checkPrompts(started, around, fields, report);
  }
}

function checkResumes(
  run: string,
  started: Started | undefined,
  fields: Fields,
  report: RunbookReport,
): void {
  for (const trigger of ['on_dead', 'on_error'] as const) {
    for (const { span } of rulesWith('resume', fields.get(trigger))) {
      if (!started) {
        const message = `Use escalate if it must not start over; Beckon doesn't know ${quoted(run)}, and can only start it from the beginning.`;
        report(warningAt(span, 'starts-over', message));
      } else if (!started.resumes) {
        const message = instead(trigger, 'resume', started, "can't be resumed");
        report(errorAt(span, 'program-action', message));
      }
    }
  }
}

/** A headless program reads nothing that is typed. It can only be told something at the end of its turn, or resumed. */
function checkNudges(started: Started, fields: Fields, report: RunbookReport): void {
  const { program, word, resumes } = started;
  if (word === undefined) {
    return;
  }
  const why = 'ends at an error, and reads nothing more';
  for (const { span } of rulesWith('nudge', fields.get('on_error'))) {
    const message = `Use resume for on_error, not nudge: with ${quoted(word)} ${program.name} ${why}.`;
    report(
      resumes
        ? warningAt(span, 'program-action', message)
        : errorAt(span, 'program-action', instead('on_error', 'nudge', started, why)),
    );
  }
  for (const { cooldown } of rulesWith('nudge', fields.get('on_idle'))) {
    if (cooldown) {
      const message = `Take 'cooldown' out; with ${quoted(word)} ${program.name} ends with its turn, and can't read a later nudge.`;
      report(warningAt(cooldown.keySpan, 'no-effect', message));
    }
  }
}

function checkPrompts(started: Started, around: ProgramsAround, fields: Fields, report: RunbookReport): void {
  const { program, word, asks } = started;
  const { id, name } = program;
  const entry = fields.get('on_prompt');
  if (entry && !asks && word !== undefined && rulesWith('escalate', entry).length === 0) {
    const message = `Take 'on_prompt' out; with ${quoted(word)} ${name} asks nobody, and refuses what it may not do.`;
    report(warningAt(entry.keySpan, 'no-effect', message));
  }
  const isOff = asks && around.unanswered.includes(id);
  for (const { span } of isOff ? rulesWith('gate', entry) : []) {
    const message = `Run 'beckon answers ${id} on' first; until then, this gate's yes doesn't reach ${name}.`;
    report(warningAt(span, 'answers-off', message));
  }
}

/** What to write in the place of an action, and why. */
function instead(trigger: Trigger, action: Action, { program, word, resumes }: Started, why: string): string {
  const isPossible = (one: Action) =>
    one !== action && (one !== 'resume' || resumes) && (one !== 'nudge' || word === undefined);
  const others = listed(actionsAt(trigger).filter(isPossible));
  return word === undefined
    ? `Use ${others} for ${trigger}, not ${action}: ${program.name} ${why}.`
    : `Use ${others} for ${trigger}, or take ${quoted(word)} out of the command: with it ${program.name} ${why}.`;
}

/** Where a trigger has rules with an action, and the cooldown of each. */
function rulesWith(
  action: Action,
  entry: Entry | undefined,
): readonly { readonly span: Span; readonly cooldown: Entry | undefined }[] {
  const value = entry?.value;
  const rules = value?.kind === 'list' ? value.items : value ? [value] : [];
  return rules.flatMap((rule) => {
    const entries = rule.kind === 'mapping' ? rule.entries : [];
    const named = rule.kind === 'mapping' ? entries.find(({ key }) => key === 'action')?.value : rule;
    const cooldown = entries.find(({ key }) => key === 'cooldown');
    return named?.kind === 'scalar' && named.value === action ? [{ span: named.span, cooldown }] : [];
  });
}
