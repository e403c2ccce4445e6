import type { Agent, AgentId } from '../../agent/agent.ts';
import { hasEnded } from '../../agent/state.ts';
import type { AgentsState } from '../../roster/agentsState.ts';
import { Lookup } from '../../roster/lookup.ts';
import type { RosterStep } from '../../roster/rosterStep.ts';
import { agentName } from '../agentName.ts';

/** Which conversations that live are called alike, kept up by the steps that are made: to name one costs no look at the others. */
export class Namesakes {
  readonly #known: Pick<AgentsState, 'agents'>;
  readonly #names = new Map<AgentId, string>();
  readonly #called = new Lookup<string, AgentId>();

  /** `known` is read whenever something is asked. */
  constructor(known: Pick<AgentsState, 'agents'>) {
    this.#known = known;
    for (const id of known.agents.keys()) {
      this.#look(id);
    }
  }

  /** Has to be called for each step that what is known has made. */
  take({ agents }: Pick<RosterStep, 'agents'>): void {
    for (const { before, after } of agents) {
      this.#look((after ?? before)?.id ?? '');
    }
  }

  /** The other conversations that live and are called as an agent is. */
  of(agent: Agent): readonly Agent[] {
    const ids = [...this.#called.of(agentName(agent))].filter((id) => id !== agent.id);
    return ids.flatMap((id) => this.#known.agents.get(id) ?? []);
  }

  #look(id: AgentId): void {
    const agent = this.#known.agents.get(id);
    const before = this.#names.get(id);
    const after =
      agent && agent.parent === undefined && !hasEnded(agent.state) ? agentName(agent) : undefined;
    if (after === undefined) {
      this.#names.delete(id);
    } else {
      this.#names.set(id, after);
    }
    this.#called.move(id, before === undefined ? [] : [before], after === undefined ? [] : [after]);
  }
}
