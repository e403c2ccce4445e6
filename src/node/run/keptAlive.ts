import { setTimeout as pause } from 'node:timers/promises';
import type { Agent, AgentId } from '../../core/agent/agent.ts';
import { agentKey } from '../../core/event/agentEvent.ts';
import { programOf } from '../../core/run/programLaunch.ts';
import type { Run, RunStep } from '../../core/run/run.ts';
import { agentName } from '../../core/view/agentName.ts';
import { isCovered } from '../evidence/terminalReader.ts';
import type { AgentProgram } from '../programNode.ts';
import type { CrewPorts, Untyped } from './crewPorts.ts';

/** Why an agent cannot go on with its conversation in another process, if so. */
export async function lostTalk(
  { programs, env }: Pick<CrewPorts, 'programs' | 'env'>,
  agent: AgentId,
  { command = '', transcript }: RunStep,
  folder: string,
): Promise<string | undefined> {
  const program = programOf(programs, command);
  if (!program?.launch?.resume || !program.node.hasConversation) {
    return "Its program can't resume a conversation";
  }
  const { program: id, session } = agentKey(agent) ?? {};
  const isThere =
    id === program.id &&
    session !== undefined &&
    (await program.node.hasConversation({ env, folder, session, transcript }));
  return isThere ? undefined : 'Its conversation no longer exists';
}

const usualWrittenMs = 5000;
const writtenPauseMs = 100;

/** Why an agent is not ended to be told something in another process, if so. */
export async function keptAlive(
  {
    programs,
    env,
    hub,
    writtenMs = usualWrittenMs,
  }: Pick<CrewPorts, 'programs' | 'env' | 'hub' | 'writtenMs'>,
  id: Run['id'],
  agent: AgentId,
): Promise<Untyped | undefined> {
  const run = hub.keeper.state.runs.get(id);
  const step = run?.steps[run.step];
  const look = async () =>
    step && (await lostTalk({ programs, env }, agent, step, step.folder ?? run.folder));
  // A program may tell of the end of a turn before it has written down what was said in it. While another one that it
  // opened has its terminal it writes nothing, so what it shows is looked at first.
  const deadline = performance.now() + (programOf(programs, step?.command ?? '') ? writtenMs : 0);
  for (;;) {
    const [shown, lost] = [await inTheWay(programs, hub.keeper.state.agents.get(agent)), await look()];
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
async function inTheWay(
  programs: readonly AgentProgram[],
  row: Agent | undefined,
): Promise<Untyped | undefined> {
  const { node } = programs.find(({ id }) => id === row?.program) ?? {};
  if (row && (await node?.showsDialog?.(row.facts))) {
    return { reason: `"${agentName(row)}" is showing a dialog. Close it first.` };
  }
  return row?.facts.pid !== undefined && (await isCovered(row.facts.pid))
    ? { reason: `"${agentName(row)}" has opened a program in its terminal: close that first.` }
    : undefined;
}
