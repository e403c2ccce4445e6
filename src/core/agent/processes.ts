import type { Event } from '../event/event.ts';
import type { Agent } from './agent.ts';
import { shown } from './applyEvent.ts';

const rememberedProcesses = 8;

/** Whether an event tells that a conversation, or one of its processes, ended. */
export function isEnd(event: Event): boolean {
  const ends = ['sessionEnded', 'processEnded', 'processLost'];
  return event.child === undefined && ends.includes(event.type);
}

/**
 * A conversation after one of its processes spoke. It may have several: another terminal, or a headless one, can take
 * up the same conversation.
 */
export function withProcess(root: Agent, { facts, at }: Event): Agent {
  const pid = facts?.pid;
  // What a process sent may be heard only after its end: it would be waited for in vain.
  const isLate = at <= (root.sharedUntil ?? Number.NEGATIVE_INFINITY);
  return pid === undefined || isLate || root.processes.includes(pid)
    ? root
    : { ...root, processes: [...root.processes, pid].slice(-rememberedProcesses) };
}

/** A conversation after the end of one of its processes; `undefined` when that was the last, or none is known. */
export function withoutProcess(root: Agent, { facts, at }: Event): Agent | undefined {
  const pid = facts?.pid;
  const others = root.processes.filter((process) => process !== pid);
  const other = others.at(-1);
  if (pid === undefined || other === undefined) {
    return undefined;
  }
  const prompts = root.prompts.filter((prompt) => prompt.pid !== pid);
  const left = { ...root, processes: others, sharedUntil: at, prompts, facts: { ...root.facts, pid: other } };
  return shown(root, left, at);
}
