import type { Agent } from '../../core/agent/agent.ts';
import type { Change } from '../../core/agent/change.ts';
import type { AgentProgram, EvidencePorts, EvidenceReader, KnownProcess } from '../programNode.ts';
import { ProcessEvidence } from './processEvidence.ts';

/** The evidence of all agent programs as one. Where a program does not look after its processes itself, this does. */
export class AllEvidence implements EvidenceReader {
  readonly #parts: readonly EvidenceReader[];

  constructor(programs: readonly AgentProgram[], ports: EvidencePorts) {
    const own = programs.flatMap(({ id, node }) => {
      const part = node.evidence?.(ports);
      return part ? [{ id, part }] : [];
    });
    const looking = new Set(own.filter(({ part }) => part.processOf).map(({ id }) => id));
    const { tell, agents } = ports;
    const others = new ProcessEvidence({ tell, agents, watches: (program) => !looking.has(program) });
    this.#parts = [...own.map(({ part }) => part), others];
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
    return this.#parts.map((part) => part.processOf?.(agent)).find((found) => found !== undefined);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.dispose()));
  }
}
