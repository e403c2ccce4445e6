import type { Agent } from '../agent/agent.ts';
import { isDone, isSeen } from '../agent/seen.ts';
import type { PromptKind } from '../event/ask.ts';

/** What a person may be told of, each with a setting of its own. */
export const notifyKinds = ['permission', 'question', 'plan', 'idle', 'failed', 'died', 'run'] as const;

/** One of {@link notifyKinds}. */
export type NotifyKind = (typeof notifyKinds)[number];

/** How much of a kind a person wants to be told: only its row, also the counts, also a notification. */
export type NotifyLevel = 'off' | 'badge' | 'notify';

/** The wish of a person for every kind. */
export type NotifyLevels = Readonly<Record<NotifyKind, NotifyLevel>>;

/** The wishes of a person who has changed no setting. */
export const usualLevels: NotifyLevels = {
  permission: 'notify',
  question: 'notify',
  plan: 'notify',
  idle: 'off',
  failed: 'notify',
  died: 'notify',
  run: 'notify',
};

/** What the operating system also tells a person who has changed no setting. */
export const usualDesktopKinds: Readonly<Record<NotifyKind, boolean>> = {
  permission: true,
  question: true,
  plan: true,
  failed: false,
  died: false,
  idle: false,
  run: false,
};

/** The kind of a prompt; what Beckon has no better word for is a question. */
export function kindOfPrompt(kind: PromptKind): NotifyKind {
  return kind === 'plan_approval' ? 'plan' : kind === 'other' ? 'question' : kind;
}

/** The kind an agent's state is of; `undefined` for what nobody is told, or has seen already. */
export function notifyKindOf(agent: Agent): NotifyKind | undefined {
  const { state } = agent;
  switch (state.kind) {
    case 'prompting':
      return kindOfPrompt(state.prompt.kind);
    case 'failed':
      return isSeen(agent) ? undefined : 'failed';
    case 'exited':
      return isSeen(agent) ? undefined : 'died';
    case 'idle':
      return isDone(agent) ? 'idle' : undefined;
    case 'working':
    case 'gone':
      return undefined;
  }
}
