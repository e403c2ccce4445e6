import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasEnded } from '../../src/core/agent/state.ts';
import { decisionsOf } from '../../src/core/decision/decision.ts';
import { agentKey } from '../../src/core/event/agentEvent.ts';
import type { Event } from '../../src/core/event/event.ts';
import { agentsText, parseAgents } from '../../src/core/roster/agentsCodec.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import { keptAgents } from '../../src/core/roster/keptAgents.ts';
import { claudeCode } from '../../src/programs/claudeCode/pure/names.ts';
import { arbitraryEvents } from '../support/arbitraryEvent.ts';
import { play } from '../support/claude.ts';
import { purePrograms } from '../support/purePrograms.ts';
import { takeUp } from '../support/rosterState.ts';

const confirms = (program: string) =>
  purePrograms.some(({ id, events }) => id === program && events.confirmsPrompts);
const keptOf = (state: AgentsState) => keptAgents(state, confirms);

const events = arbitraryEvents('s').map((all) => all.map((event) => ({ ...event, program: claudeCode })));

/** What is known after events, where a person leaves the oldest decision of everybody to the terminal. */
function leftTo(all: readonly Event[]): AgentsState {
  const { state } = play(all);
  const oldest = [...state.agents.values()].flatMap((agent) => decisionsOf(agent).slice(0, 1));
  const at = Math.max(0, ...all.map((event) => event.at));
  const settled = oldest.map(
    ({ id, agent }): Event => ({
      ...(agentKey(agent) ?? { program: '', session: '' }),
      id: `${id}-escalated`,
      at,
      evidence: 'hook',
      type: 'decisionSettled',
      decision: id,
      outcome: 'escalated',
    }),
  );
  return play(settled, state).state;
}

const textOf = (agents: ReturnType<typeof keptAgents>) => agentsText(agents);

describe('what is kept for a later listener', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(events, (all) => {
        const kept = keptOf(leftTo(all));
        expect(parseAgents(textOf(kept))).toEqual(kept);
      }),
    );
  });

  it('asks nobody anything, and has every subagent with its conversation', () => {
    fc.assert(
      fc.property(events, (all) => {
        const kept = keptOf(leftTo(all));
        const ids = new Set(kept.map(({ id }) => id));
        expect(kept.flatMap(decisionsOf)).toEqual([]);
        expect(kept.every(({ parent }) => parent === undefined || ids.has(parent))).toBe(true);
      }),
    );
  });

  it('is taken up at most once, and never over what is known', () => {
    fc.assert(
      fc.property(events, events, (before, after) => {
        let waiting: ReturnType<typeof keptAgents> = keptOf(leftTo(before)).filter(
          ({ state }) => !hasEnded(state),
        );
        let state = noAgents;
        for (const event of after) {
          const taken = takeUp(state, waiting, event);
          for (const [id, agent] of state.agents) {
            expect(taken.state.agents.get(id)).toBe(agent);
          }
          expect(taken.state === state || taken.waiting.length < waiting.length).toBe(true);
          waiting = taken.waiting;
          state = play([event], taken.state).state;
        }
      }),
    );
  });

  it('is nothing where the text is junk', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 2 }), fc.string({ unit: 'binary' })), (text) => {
        expect(parseAgents(text)).toEqual([]);
      }),
    );
  });
});
