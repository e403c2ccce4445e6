import { setTimeout as pause } from 'node:timers/promises';
import type { Agent, AgentId } from '../../core/agent/agent.ts';
import { agentKey } from '../../core/event/agentEvent.ts';
import { isClaude } from '../../core/run/launch.ts';
import type { Run, RunStep } from '../../core/run/run.ts';
import { agentName } from '../../core/view/agentName.ts';
import { showsDialog } from '../evidence/atTerminal.ts';
import { isCovered } from '../evidence/terminalReader.ts';
import { hasConversation } from './conversation.ts';
import type { CrewPorts, Untyped } from './crewPorts.ts';

/** Why an agent cannot go on with its conversation in another process, if so. */
export async function lostTalk(
  claudeDir: string,
  agent: AgentId,
  { command = '', transcript }: RunStep,
  folder: string,
): Promise<string | undefined> {
  if (!isClaude(command)) {
    return "Its program can't resume a conversation";
  }
  const { program, session } = agentKey(agent) ?? {};
  const isThere =
    program === 'claude-code' &&
    session !== undefined &&
    (await hasConversation(claudeDir, folder, session, transcript));
  return isThere ? undefined : 'Its conversation no longer exists';
}

const usualWrittenMs = 5000;
const writtenPauseMs = 100;

/** Why an agent is not ended to be told something in another process, if so. */
export async function keptAlive(
  { claudeDir, hub, writtenMs = usualWrittenMs }: Pick<CrewPorts, 'claudeDir' | 'hub' | 'writtenMs'>,
  id: Run['id'],
  agent: AgentId,
): Promise<Untyped | undefined> {
  const run = hub.keeper.state.runs.get(id);
  const step = run?.steps[run.step];
  const look = async () => step && (await lostTalk(claudeDir, agent, step, step.folder ?? run.folder));
  // Claude Code tells of the end of a turn before it has written down what was said in it. While a program that it
  // opened has its terminal it writes nothing, so what it shows is looked at first.
  const deadline = performance.now() + (isClaude(step?.command ?? '') ? writtenMs : 0);
  for (;;) {
    const [shown, lost] = [await inTheWay(hub.keeper.state.agents.get(agent)), await look()];
    if (shown !== undefined || lost === undefined) {
      return shown;
    }
    if (performance.now() >= deadline) {
      const reason = `Beckon can't type into this agent's terminal. ${lost}, so the agent was not restarted.`;
      return { reason, lasting: true };
    }
    await pause(writtenPauseMs);
  }
}

/** What an agent shows that would be lost with it, if so. */
async function inTheWay(row: Agent | undefined): Promise<Untyped | undefined> {
  if (row && (await showsDialog(row.facts))) {
    return { reason: `"${agentName(row)}" is showing a dialog. Close it first.` };
  }
  return row?.facts.pid !== undefined && (await isCovered(row.facts.pid))
    ? { reason: `"${agentName(row)}" has opened a program in its terminal: close that first.` }
    : undefined;
}
