import type { Event } from '../event/event.ts';
import type { Agent, Call } from './agent.ts';
import { promptOf, shown } from './applyEvent.ts';
import { isNamed } from './prompts.ts';
import { isMeantBy } from './raisePrompt.ts';
import type { Prompt } from './state.ts';

/** How far the stamp of a session file may be ahead of the request of the dialog it tells of. */
const fileLeadMs = 1500;

/**
 * Notes which prompt of a subagent is on screen; gives the members of the family that this changes. A session file says
 * that its process waits, not for whom. It is for a subagent when the file may mean its request and nobody else in the
 * family asks; when another turns out to ask at that moment, nothing is known.
 *
 * File and request are read in either order. `handed` is the notice of a file read first, which has turned out to be the
 * request of this event. A dialog that is there before its request is heard is that of a subagent in the foreground: the
 * call that started it is not over. The dialog of one in the background is held back until its request is let go, so such
 * a file told of something else.
 */
export function markDialog(family: readonly Agent[], event: Event, handed?: Prompt): readonly Agent[] {
  const asking = family.filter(({ prompts }) => prompts.length > 0);
  if (event.type === 'waitingRead') {
    return onScreen(asking, promptOf(event, event.ask, 'notice', undefined), event.at);
  }
  const raiser = asking.find(({ prompts }) => prompts.some((prompt) => isNamed(prompt, event.id)));
  if (!raiser) {
    return [];
  }
  const early = handed?.evidence === 'sessionFile' && isAwaited(raiser, family);
  return [
    ...(early ? onScreen(asking, handed, event.at) : []),
    ...asking.flatMap((agent) => (agent === raiser ? [] : doubted(agent, event.at))),
  ];
}

/** The one subagent that asks, on screen since both the file said so and it asked. */
function onScreen(asking: readonly Agent[], notice: Prompt, at: number): readonly Agent[] {
  const [agent, ...others] = asking;
  const [prompt, ...more] = agent?.prompts ?? [];
  if (!agent?.parent || !prompt || others.length + more.length > 0 || !mayBe(notice, prompt)) {
    return [];
  }
  const onScreenAt = Math.max(notice.at, prompt.at, at);
  return [shown(agent, { ...agent, prompts: [{ ...prompt, onScreenAt }] }, at)];
}

/** Whether the dialog that a file tells of can be this one: of the same process, and fitting in kind and time. */
function mayBe(notice: Prompt, prompt: Prompt): boolean {
  const elsewhere = notice.pid !== undefined && prompt.pid !== undefined && notice.pid !== prompt.pid;
  return !elsewhere && isMeantBy(notice, prompt);
}

function doubted(agent: Agent, at: number): readonly Agent[] {
  const doubtful = ({ onScreenAt }: Prompt) => onScreenAt !== undefined && at - onScreenAt < fileLeadMs;
  if (!agent.prompts.some(doubtful)) {
    return [];
  }
  const prompts = agent.prompts.map((prompt) => {
    const { onScreenAt: _, ...rest } = prompt;
    return doubtful(prompt) ? rest : prompt;
  });
  return [shown(agent, { ...agent, prompts }, at)];
}

/** Whether a call goes on that began before the subagent did, as the one that started it in the foreground does. */
function isAwaited(subagent: Agent, family: readonly Agent[]): boolean {
  const waits = ({ at, finishedAt }: Call) => finishedAt === undefined && at <= subagent.startedAt;
  return family.some(({ calls }) => calls.some(waits));
}
