import type { Reply } from '../event/reply.ts';
import type { Answer } from './answer.ts';

const reasons: Readonly<Record<Reply, string>> = {
  approve: 'it can only be approved in its own terminal',
  deny: 'it can only be denied in its own terminal',
  interrupt: 'its turn can only be ended in its own terminal',
  answer: 'it can only be answered in its own terminal',
  editPlan: 'its plan can only be changed in its own terminal',
  planMode: 'how it goes on after its plan can only be chosen in its own terminal',
};

/** Why a program that takes these replies does not take an answer; `undefined` where it does. It may always be left to it. */
export function untakenAnswer(answer: Answer, replies: readonly Reply[]): string | undefined {
  const missing = needed(answer).find((reply) => !replies.includes(reply));
  return missing && reasons[missing];
}

function needed(answer: Answer): readonly Reply[] {
  switch (answer.kind) {
    case 'approve':
      return [
        'approve',
        ...(answer.plan === undefined ? [] : (['editPlan'] as const)),
        ...(answer.mode === undefined ? [] : (['planMode'] as const)),
      ];
    case 'deny':
      return ['deny', ...(answer.interrupt ? (['interrupt'] as const) : [])];
    case 'answer':
      return ['answer'];
    case 'escalate':
      return [];
  }
}
