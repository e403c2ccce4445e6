import type { NotifyKind } from '../notifyKinds.ts';

const titles: Readonly<Record<NotifyKind, string>> = {
  permission: 'An agent asks for permission',
  question: 'An agent asks a question',
  plan: 'An agent has a plan',
  run: 'A run needs you',
  failed: 'An agent failed',
  died: 'An agent exited',
  idle: 'An agent is done',
};

/** The title of a notification outside VS Code about one thing. */
export function desktopTitle(kind: NotifyKind): string {
  return titles[kind];
}

/** The title of one about several, of so many agents. */
export function groupTitle(agents: number, isAsk: boolean): string {
  const who = agents === 1 ? '1 agent' : `${agents} agents`;
  return isAsk ? `${who} ${agents === 1 ? 'needs' : 'need'} you` : `Updates from ${who}`;
}
