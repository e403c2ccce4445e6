import type { Agent } from '../agent/agent.ts';
import { toastText } from '../text/foreignText.ts';
import { agentLabel } from './agentWords.ts';

/** What an agent is called in a message or a quick pick, where links and icons would come alive. */
export function agentName(agent: Agent): string {
  return toastText(agentLabel(agent), 60);
}
