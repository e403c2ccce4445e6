import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../../../src/core/agent/agent.ts';
import { newAgent } from '../../../../../src/core/agent/agent.ts';
import { Namesakes } from '../../../../../src/core/view/notify/namesakes.ts';

/** What is known of agents, of which nobody may go through all once it is `over`. */
class Known extends Map<string, Agent> {
  isOver = false;

  override [Symbol.iterator]() {
    return this.#walk(super[Symbol.iterator]());
  }

  override keys() {
    return this.#walk(super.keys());
  }

  override values() {
    return this.#walk(super.values());
  }

  #walk<Walk>(walk: Walk): Walk {
    if (this.isOver) {
      throw new Error('All agents were gone through.');
    }
    return walk;
  }
}

function called(title: string, session: string, more: Partial<Agent> = {}): Agent {
  return { ...newAgent({ program: 'p', session }, 0), facts: { title }, ...more };
}

describe('those that are called as an agent is', () => {
  const agents = new Known();
  const namesakes = new Namesakes({ agents });
  agents.isOver = true;
  const put = (after: Agent) => {
    const before = agents.get(after.id);
    agents.set(after.id, after);
    namesakes.take({ agents: [{ before, after }] });
  };
  const one = called('Fix login', 'one');
  const found = () => namesakes.of(one).map(({ session }) => session);

  it('are found without a look at the others, as they are now', () => {
    put(one);
    expect(found()).toEqual([]);
    put(called('Fix login', 'two'));
    put(called('Fix logout', 'three'));
    put(called('Fix login', 'one', { id: 'p:one/child', parent: 'p:one' }));
    expect(found()).toEqual(['two']);
    put(called('Fix login', 'three'));
    put(called('Fix the login', 'two'));
    expect(found()).toEqual(['three']);
    const three = called('Fix login', 'three', { state: { kind: 'exited' } });
    put(three);
    expect(found()).toEqual([]);
    put(called('Fix login', 'three'));
    agents.delete(three.id);
    namesakes.take({ agents: [{ before: three, after: undefined }] });
    expect(found()).toEqual([]);
  });
});
