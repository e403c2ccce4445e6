import type { Agent } from './agent.ts';
import { alreadyAnswered, isNamed } from './prompts.ts';
import type { Prompt } from './state.ts';

/** A notice comes with its prompt or after it; a request that is younger than this is about another prompt. */
const noticeLeadMs = 1000;

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
  const own = prompts.filter((prompt) => isMeantBy(prompt, raised));
  const told = own.length > 0 || !handed ? own : [handed];
  const [first] = own;
  return first
    ? prompts.flatMap((prompt) =>
        prompt === first ? merged(own, raised) : own.includes(prompt) ? [] : [prompt],
      )
    : [...prompts, merged(told, raised)];
}

/** Whether a request is about a prompt that something vaguer told of. */
export function isMeantBy(prompt: Prompt, request: Prompt): boolean {
  switch (prompt.source) {
    case 'request':
      return false;
    case 'tool':
      return prompt.tool === request.tool;
    case 'notice':
      if (prompt.tool !== undefined && prompt.tool === request.tool) {
        // It names the tool, as a transcript does: then no time has to be guessed by.
        return (
          prompt.callId === undefined || request.callId === undefined || prompt.callId === request.callId
        );
      }
      return request.at <= prompt.at + noticeLeadMs && mayMean(prompt, request);
  }
}

/** Whether the kind of a notice fits a request. The programs call every dialog of a tool a permission. */
function mayMean(notice: Prompt, request: Prompt): boolean {
  const roughly = notice.evidence !== 'hook' && (notice.kind === 'other' || request.kind === 'plan_approval');
  return notice.kind === request.kind || notice.kind === 'permission' || roughly;
}

/** Whether what a tool's start tells is known already. */
function covers(prompt: Prompt, raised: Prompt): boolean {
  const sameTool = prompt.tool === undefined || prompt.tool === raised.tool;
  return raised.source === 'tool' && prompt.kind === raised.kind && sameTool;
}

/** One prompt of several tellings. A decision that is open keeps its id, so that nobody is called twice. */
function merged(told: readonly Prompt[], request: Prompt): Prompt {
  const open = told.find(({ confirmedAt }) => confirmedAt !== undefined);
  const callId = request.callId ?? told.find((prompt) => prompt.callId !== undefined)?.callId;
  const escalated = told.find(({ escalatedAt }) => escalatedAt !== undefined)?.escalatedAt;
  const onScreen = told.find(({ onScreenAt }) => onScreenAt !== undefined)?.onScreenAt;
  return {
    ...request,
    id: open?.id ?? request.id,
    at: Math.min(request.at, ...told.map(({ at }) => at)),
    confirmedAt: open?.confirmedAt ?? request.at,
    ...(callId === undefined ? {} : { callId }),
    ...(escalated === undefined ? {} : { escalatedAt: escalated }),
    ...(onScreen === undefined ? {} : { onScreenAt: onScreen }),
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
