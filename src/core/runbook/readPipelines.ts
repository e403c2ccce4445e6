import { checkedName, fieldsOf, flagOf, listOf, mappingOf, textOf } from '../yaml/fields.ts';
import { nearestWord } from '../yaml/nearestWord.ts';
import type { Span } from '../yaml/problem.ts';
import { errorAt } from '../yaml/problem.ts';
import type { Entry, Shape } from '../yaml/shape.ts';
import { quoted } from '../yaml/shape.ts';
import type { Links } from './connected.ts';
import { connected } from './connected.ts';
import type { RunbookReport } from './problem.ts';
import type { ProgramsAround } from './programsAround.ts';
import { promptRefusal } from './programsAround.ts';
import type { RunbookAgent, RunbookPipeline, RunbookStep } from './runbook.ts';

/** The agents a step may name: all that are written down, and of those the ones without an error. */
export interface NamedAgents {
  readonly names: ReadonlySet<string>;
  readonly agents: ReadonlyMap<string, RunbookAgent>;
  readonly around: ProgramsAround | undefined;
}

/** A step before it is known whether its agent is one. */
interface Draft extends Omit<RunbookStep, 'worktree'> {
  readonly worktree: boolean | undefined;
  readonly reference: Shape;
  readonly promptSpan: Span | undefined;
}

const stepKeys = ['name', 'agent', 'prompt', 'worktree'];

/** Reads the pipelines by name; what is wrong with them is reported. */
export function readPipelines(
  entries: readonly Entry[],
  { names, agents, around }: NamedAgents,
  report: RunbookReport,
): ReadonlyMap<string, RunbookPipeline> {
  const drafts = new Map<string, readonly Draft[]>();
  for (const entry of entries) {
    const name = checkedName(entry.key, entry.keySpan, report);
    if (names.has(entry.key)) {
      const message = `Give the pipeline or the agent another name; both are called ${quoted(entry.key)}.`;
      report(errorAt(entry.keySpan, 'same-name', message));
    }
    const steps = readSteps(entry, report);
    if (name !== undefined) {
      drafts.set(name, steps);
    }
  }
  checkAgents(drafts, names, report);
  if (around) {
    checkStepPrompts([...drafts.values()].flat(), agents, around, report);
  }
  return new Map(
    [...drafts].map(([name, steps]) => [
      name,
      { name, steps: steps.map(({ reference, promptSpan, ...step }) => withWorktree(step, agents)) },
    ]),
  );
}

function withWorktree(
  step: Omit<Draft, 'reference' | 'promptSpan'>,
  agents: NamedAgents['agents'],
): RunbookStep {
  return { ...step, worktree: step.worktree ?? agents.get(step.agent)?.worktree ?? false };
}

function readSteps({ keySpan, value }: Entry, report: RunbookReport): readonly Draft[] {
  const mapping = mappingOf(value, "a pipeline its 'steps' in", report);
  const field = mapping && fieldsOf(mapping, { of: 'a pipeline', known: ['steps'] }, report).get('steps');
  if (mapping && !field) {
    const message = "Add 'steps', a list of { name: …, agent: … }.";
    report(errorAt(keySpan, 'missing-steps', message));
  }
  const list = field && listOf(field.value, "'steps'", report);
  if (list?.items.length === 0) {
    report(errorAt(list.span, 'empty-list', 'Put a step into the list: { name: …, agent: … }.'));
  }
  const seen = new Set<string>();
  return (list?.items ?? []).flatMap((item) => readStep(item, seen, report) ?? []);
}

function readStep(shape: Shape, seen: Set<string>, report: RunbookReport): Draft | undefined {
  const mapping = mappingOf(shape, "a step its 'name' and 'agent' in", report);
  if (!mapping) {
    return undefined;
  }
  const fields = fieldsOf(mapping, { of: 'a step', known: stepKeys }, report);
  const [named, reference] = [fields.get('name'), fields.get('agent')];
  if (!named) {
    report(errorAt(shape.span, 'missing-name', "Add 'name', what the step is called."));
  }
  if (!reference) {
    report(errorAt(shape.span, 'missing-agent', "Add 'agent', the name of an agent of this runbook."));
  }
  const text = textOf(named, report, true);
  const name = named && text !== undefined ? checkedName(text, named.value.span, report) : undefined;
  const agent = textOf(reference, report, true);
  const prompt = textOf(fields.get('prompt'), report);
  const worktree = flagOf(fields.get('worktree'), report);
  if (named && name !== undefined && seen.has(name)) {
    const message = `Give the step another name; a step before it is called ${quoted(name)} too.`;
    report(errorAt(named.value.span, 'duplicate-step', message));
  }
  seen.add(name ?? '');
  return reference && agent !== undefined
    ? {
        name: name ?? '',
        agent,
        ...(prompt === undefined ? {} : { prompt }),
        worktree,
        reference: reference.value,
        promptSpan: fields.get('prompt')?.value.span,
      }
    : undefined;
}

function checkAgents(
  drafts: ReadonlyMap<string, readonly Draft[]>,
  names: ReadonlySet<string>,
  report: RunbookReport,
): void {
  const leadsTo = (steps: readonly Draft[]) =>
    new Set(steps.map(({ agent }) => agent).filter((agent) => !names.has(agent) && drafts.has(agent)));
  const links: Links = new Map([...drafts].map(([name, steps]) => [name, leadsTo(steps)]));
  const groups = connected(links);
  for (const [pipeline, steps] of drafts) {
    for (const { agent, reference } of steps.filter((step) => !names.has(step.agent))) {
      if (!drafts.has(agent)) {
        report(errorAt(reference.span, 'unknown-agent', unknownAgent(agent, names)));
      } else if (groups.get(agent) === groups.get(pipeline)) {
        const message = `Name an agent; the pipeline ${quoted(agent)} would lead back to itself, and a pipeline can't contain a pipeline.`;
        report(errorAt(reference.span, 'cycle', message));
      } else {
        const message = `Name an agent; ${quoted(agent)} is a pipeline, and a pipeline can't contain a pipeline.`;
        report(errorAt(reference.span, 'nested-pipeline', message));
      }
    }
  }
}

/** Of an agent that has a prompt itself, that is reported there. */
function checkStepPrompts(
  steps: readonly Draft[],
  agents: NamedAgents['agents'],
  around: ProgramsAround,
  report: RunbookReport,
): void {
  for (const { agent, promptSpan } of steps) {
    const { run, prompt } = agents.get(agent) ?? {};
    const refusal = run === undefined || prompt !== undefined ? undefined : promptRefusal(run, around);
    if (promptSpan && refusal !== undefined) {
      report(errorAt(promptSpan, 'program-prompt', refusal));
    }
  }
}

function unknownAgent(agent: string, names: ReadonlySet<string>): string {
  const near = nearestWord(agent, names);
  return near === undefined
    ? `Add an agent ${quoted(agent)} under 'agents', or name one that is there.`
    : `Write ${quoted(near)} instead of ${quoted(agent)}; there is no such agent.`;
}
