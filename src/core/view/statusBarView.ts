import { agentUrgency } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { Urgency } from '../agent/state.ts';

/** The status-bar item, as plain data. */
export interface StatusBarView {
  readonly text: string;
  /** What a screen reader says, and the tooltip shows. */
  readonly words: string;
  readonly warns: boolean;
}

/**
 * The counts by urgency. Ended agents are not counted: nobody waits for them. A subagent counts only when it needs
 * a person; otherwise its conversation stands for it.
 */
export function statusBarView(state: AgentsState): StatusBarView {
  const count = (urgency: Urgency) =>
    [...state.agents.values()].filter(
      (agent) => agentUrgency(agent) === urgency && (urgency === 'attention' || agent.parent === undefined),
    ).length;
  const [needy, busy, idle] = [count('attention'), count('working'), count('idle')];
  if (needy + busy + idle === 0) {
    return { text: '$(bell) Beckon', words: 'Beckon: no agents', warns: false };
  }
  const needs = needy === 1 ? '1 needs you' : `${needy} need you`;
  const parts = [
    needy > 0 ? [`$(bell-dot) ${needs}`, needs] : [],
    busy > 0 ? [`$(loading~spin) ${busy}`, `${busy} working`] : [],
    idle > 0 ? [`$(circle-outline) ${idle}`, `${idle} idle`] : [],
  ].filter((part) => part.length > 0);
  return {
    text: parts.map(([icon]) => icon).join('  '),
    words: `Beckon: ${parts.map(([, words]) => words).join(', ')}`,
    warns: needy > 0,
  };
}
