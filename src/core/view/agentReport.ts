import { repliesTo } from '../agent/replies.ts';
import type { Decision } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { Reply } from '../event/reply.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { AgentLine } from './agentLine.ts';
import { agentLine, folderOf } from './agentLine.ts';
import { askText } from './askText.ts';

/** Who answers has to see all of a command that a person can still read. */
const longestAsk = 4000;

/** A decision as a listener tells of it. */
export interface ReportedDecision {
  readonly id: string;
  /** The id of the request, where that came after the decision was known: it names the same. */
  readonly request?: string;
  /** The request waits at this listener, so it can be answered here. */
  readonly held: boolean;
  readonly type: Decision['prompt']['kind'];
  /** In words that follow who asks: `wants to run: npm test`. Another version of Beckon may not say it. */
  readonly asks?: string;
  readonly questions?: Decision['prompt']['questions'];
  /** What can be said to it; another version of Beckon may not say it. */
  readonly replies?: readonly Reply[];
}

/** An agent as a listener tells of it. */
export interface ReportedAgent extends AgentLine {
  readonly decisions: readonly ReportedDecision[];
}

/** What a listener knows, for the command line. */
export function agentReport(
  state: AgentsState,
  isHeld: (requestId: string | undefined) => boolean,
  now: number,
): readonly ReportedAgent[] {
  return [...state.agents.values()].map((agent) => ({
    ...agentLine(agent, state, now),
    decisions: decisionsOf(agent).map(({ id, prompt }) => ({
      id,
      ...(prompt.requestId === undefined || prompt.requestId === id ? {} : { request: prompt.requestId }),
      held: isHeld(prompt.requestId),
      type: prompt.kind,
      asks: askText(prompt, folderOf(agent, state), longestAsk),
      ...(prompt.questions ? { questions: prompt.questions } : {}),
      replies: repliesTo(prompt),
    })),
  }));
}
