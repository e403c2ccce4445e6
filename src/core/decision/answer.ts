import * as z from 'zod';

/** The modes an agent may go on in once its plan is accepted: it asks before each edit, or edits without asking. */
export const planModes = ['default', 'acceptEdits'] as const;

/** One of {@link planModes}. */
export type PlanMode = (typeof planModes)[number];

/**
 * What a person or a rule says to a prompt. `always`: remember it, in the way the agent itself proposes. `plan`: the
 * plan as the person edited it. `mode`: how the agent goes on after its plan. `edited`: the command or file content as the
 * person edited it. `interrupt`: the turn ends with it. `answers`: for each question what was chosen, by the question's own
 * text. `escalate`: leave it to the agent's own prompt.
 */
const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approve'),
    always: z.boolean().optional(),
    plan: z.string().optional(),
    mode: z.enum(planModes).optional(),
    edited: z.string().optional(),
  }),
  z.object({
    kind: z.literal('deny'),
    message: z.string().optional(),
    interrupt: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('answer'), answers: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('escalate') }),
]);

/** What a person or a rule says to a prompt. */
export type Answer = z.output<typeof answer>;

/** Reads an answer from outside; `undefined` for what is none. */
export function parseAnswer(value: unknown): Answer | undefined {
  return answer.safeParse(value).data;
}

/** The outcome an answer brings about. */
export function outcomeOfAnswer({ kind }: Answer): 'approved' | 'denied' | 'answered' | 'escalated' {
  const outcomes = {
    approve: 'approved',
    deny: 'denied',
    answer: 'answered',
    escalate: 'escalated',
  } as const;
  return outcomes[kind];
}
