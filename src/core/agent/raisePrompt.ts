import type { Agent } from './agent.ts';
import { alreadyAnswered, isNamed, moreSpecific } from './prompts.ts';
import type { Prompt } from './state.ts';

/**
 * The prompts of an agent after one more was told of. What is told of twice is one prompt: a request names the prompt
 * that a tool's start or a notice told of before. `handed` is such a notice of a relative, if there is one.
 */
export function raisePrompt(agent: Agent, raised: Prompt, handed?: Prompt): readonly Prompt[] {
  const { prompts } = agent;
  if (prompts.some((prompt) => isNamed(prompt, raised.id)) || alreadyAnswered(agent, raised)) {
    return prompts;
  }
  if (raised.source !== 'request') {
    return prompts.some((prompt) => covers(prompt, raised)) ? prompts : [...prompts, raised];
  }
  const own = prompts.find((prompt) => isMeantBy(prompt, raised));
  const told = own ?? handed;
  const named = told ? merged(told, raised) : raised;
  return own ? prompts.map((prompt) => (prompt === own ? named : prompt)) : [...prompts, named];
}

/** Whether a request is about a prompt that something vaguer told of. */
export function isMeantBy(prompt: Prompt, request: Prompt): boolean {
  switch (prompt.source) {
    case 'request':
      return false;
    case 'tool':
      return prompt.tool === request.tool;
    case 'notice':
      return !moreSpecific(prompt.kind, request.kind);
  }
}

/** Whether what a tool's start tells is known already. */
function covers(prompt: Prompt, raised: Prompt): boolean {
  const sameTool = prompt.tool === undefined || prompt.tool === raised.tool;
  return raised.source === 'tool' && prompt.kind === raised.kind && sameTool;
}

/** One prompt of two tellings. A decision that is open keeps its id, so that nobody is called twice. */
function merged(told: Prompt, request: Prompt): Prompt {
  const callId = request.callId ?? told.callId;
  return {
    ...request,
    id: told.confirmedAt === undefined ? request.id : told.id,
    at: Math.min(told.at, request.at),
    confirmedAt: told.confirmedAt ?? request.at,
    ...(callId === undefined ? {} : { callId }),
    ...(told.escalatedAt === undefined ? {} : { escalatedAt: told.escalatedAt }),
  };
}

/** The prompts with every tentative one confirmed at `at`, or only the one named. */
export function confirmPrompts(prompts: readonly Prompt[], at: number, id?: string): readonly Prompt[] {
  const confirms = (prompt: Prompt) =>
    prompt.confirmedAt === undefined && (id === undefined || prompt.id === id) && prompt.at <= at;
  return prompts.some(confirms)
    ? prompts.map((prompt) => (confirms(prompt) ? { ...prompt, confirmedAt: at } : prompt))
    : prompts;
}
