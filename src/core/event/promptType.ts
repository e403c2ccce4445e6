import type { PromptKind } from './ask.ts';

/** The prompt types on the wire. `idle` is none to a person: it means the idle state. */
export const promptTypes = ['permission', 'idle', 'plan_approval', 'question', 'other'] as const;

/** One of {@link promptTypes}. */
export type PromptType = (typeof promptTypes)[number];

/** A prompt type from outside; a missing or unknown one is `other`. */
export function parsePromptType(value: unknown): PromptType {
  return promptTypes.find((type) => type === value) ?? 'other';
}

const interactiveTools: ReadonlyMap<string, PromptKind> = new Map([
  ['AskUserQuestion', 'question'],
  ['ExitPlanMode', 'plan_approval'],
  ['EnterPlanMode', 'plan_approval'],
]);

/** What a tool that is itself a prompt asks; `undefined` for every ordinary tool. */
export function promptKindOfTool(tool: string): PromptKind | undefined {
  return interactiveTools.get(tool);
}
