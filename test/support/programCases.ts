import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TriggerId } from '../../src/core/hookfile/triggers.ts';
import { triggerNamed } from '../../src/core/hookfile/triggers.ts';
import type { HookProgram, ProgramHooks } from '../../src/core/hookrun/programHooks.ts';
import { eventsOfTrigger } from '../../src/core/hookrun/programHooks.ts';
import { toolsNamed } from '../../src/core/hookrun/toolNames.ts';
import type { HookVerdict } from '../../src/core/hookrun/verdict.ts';
import { allPrograms } from '../../src/programs/all.ts';
import { conformanceCases } from './conformance.ts';
import type { Fields, GivenEvent, Said } from './conformanceRun.ts';
import { decisions } from './conformanceRun.ts';
import { repository } from './runProgram.ts';

/** A payload of a program, and what a script is told of it: nothing where it is another moment. */
export interface Told {
  readonly event: string;
  readonly payload: Fields;
  readonly trigger: TriggerId;
  readonly timestamp: string;
}

/** What hooks say at an event of a program. */
export interface Answered {
  readonly event: string;
  readonly outcome: Said;
}

/** A program for which hooks run. */
export interface RunningProgram {
  readonly id: string;
  readonly name: string;
  readonly hooks: ProgramHooks;
}

const all: readonly (HookProgram & { readonly name: string })[] = allPrograms;

/** Every shipped program for which hooks run: each has to conform. */
export const runningPrograms: readonly RunningProgram[] = all.flatMap(({ id, name, hooks }) =>
  hooks ? [{ id, name, hooks }] : [],
);

/** The payloads of a program, and what scripts are told of them. */
export function inputsOf(id: string) {
  return conformanceCases<Told, { readonly stdin: Fields | null }>(`inputs/${id}`);
}

/**
 * The event of the program at which a hook for an event of the format runs, by what the program declares; none where it
 * tells nothing of such a moment, or has no tool of that kind.
 */
export function declaredEvent({ name, hooks }: RunningProgram, event: GivenEvent): string | undefined {
  const { tool_name: tool } = event;
  const hasTool = tool === undefined || toolsNamed(tool).some(({ programs }) => programs.includes(name));
  const [first] = eventsOfTrigger(hooks, triggerIn(event));
  return hasTool ? first : undefined;
}

/** The trigger of an event of the format. */
export function triggerIn({ event_type }: GivenEvent): TriggerId {
  const trigger = triggerNamed(event_type);
  if (!trigger) {
    throw new Error(`no trigger: ${event_type}`);
  }
  return trigger.id;
}

/** An event of the format as the program has it: a payload of its own, about that command or file, in that folder. */
export function ownPayload(id: string, event: GivenEvent & Fields): Fields | undefined {
  const { tool_name: tool, tool_input: input, ...fields } = event;
  const found = inputsOf(id).find(
    ({ id: name, input: { trigger }, expected: { stdin } }) =>
      trigger === triggerIn(event) &&
      stdin !== null &&
      (tool === undefined || stdin.tool === tool || (tool === 'WriteFile' && name.endsWith('.WriteFile'))),
  );
  const stdin = found?.expected.stdin ?? {};
  const { command, path } = Object(input);
  const instead = new Map(
    // The tool keeps its own name.
    Object.entries({ ...fields, command }).flatMap(([key, value]) =>
      typeof value === 'string' && typeof stdin[key] === 'string' ? [[stdin[key], value] as const] : [],
    ),
  );
  const put = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const named = instead.get(value) ?? value;
      return typeof path === 'string' ? named.replaceAll(String(stdin.path), path) : named;
    }
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]))
      : value;
  };
  return found && (put(found.input.payload) as Fields);
}

/** What a program reads where hooks say that, as JSON. */
export function replyOf(hooks: ProgramHooks, event: string, said: Said): unknown {
  const { operation, reason, input, context } = said;
  const verdict: HookVerdict = {
    decision: decisions[operation],
    ...(reason === undefined ? {} : { reason }),
    ...(input ? { modifiedInput: input } : {}),
    ...(context ? { additionalContext: context } : {}),
  };
  const text = hooks.reply(event, verdict);
  return text === '' ? null : JSON.parse(text);
}

/** What the suite says a program is told, with these words in the place of those of the case. */
export function wantedReply(id: string, event: string, { operation, reason, input, context }: Said): unknown {
  const kind = operation === 'continues' ? (input ? 'input' : context ? 'context' : operation) : operation;
  const [found] = conformanceCases<Answered, { readonly reply: Fields | null }>(`replies/${id}`).filter(
    (one) => one.id === `replies.${id}.${kind}.${event}`,
  );
  return JSON.parse(JSON.stringify(found?.expected.reply ?? null), (_, value) => {
    const isInput = typeof value === 'object' && value !== null && value.command === 'ls';
    const texts: Fields = { 'Because.': reason, 'Mind the tests.': context };
    return isInput && input ? input : ((typeof value === 'string' ? texts[value] : undefined) ?? value);
  });
}

/** The fields that payloads of the real program have, by event. */
export function recordedFields(id: string): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const file of globSync(`test/replay/${id}/*/*.json`, { cwd: repository })) {
    const [event = ''] = basename(file).split(/[-.]/u);
    const payload = JSON.parse(readFileSync(join(repository, file), 'utf8'));
    fields.set(event, new Set([...(fields.get(event) ?? []), ...Object.keys(payload)]));
  }
  return fields;
}
