/** The prompt types on the wire. `idle` is none to a person: it means the idle state. */
export const promptTypes = ['permission', 'idle', 'plan_approval', 'question', 'other'] as const;

/** One of {@link promptTypes}. */
export type PromptType = (typeof promptTypes)[number];

/** A prompt type from outside; a missing or unknown one is `other`. */
export function parsePromptType(value: unknown): PromptType {
  return promptTypes.find((type) => type === value) ?? 'other';
}
