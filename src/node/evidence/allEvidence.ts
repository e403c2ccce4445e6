import type { Agent } from '../../core/agent/agent.ts';
import type { Change } from '../../core/agent/change.ts';
import type { AgentProgram, Evidence, EvidencePorts, KnownProcess } from '../programNode.ts';

/** The evidence of all agent programs as one. */
export class AllEvidence implements Evidence {
  readonly #parts: readonly Evidence[];

  constructor(programs: readonly AgentProgram[], ports: EvidencePorts) {
    this.#parts = programs.flatMap(({ node }) => node.evidence?.(ports) ?? []);
  }

  start(): void {
    for (const part of this.#parts) {
      part.start();
    }
  }

  changed(agents: readonly Change[]): void {
    for (const part of this.#parts) {
      part.changed(agents);
    }
  }

  processOf(agent: Agent): KnownProcess | undefined {
    return this.#parts.map((part) => part.processOf(agent)).find((found) => found !== undefined);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.dispose()));
  }
}
