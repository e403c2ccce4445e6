import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasEnded } from '../../src/core/agent/state.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { noAgents } from '../../src/core/roster/agentsState.ts';
import type { Effect } from '../../src/core/roster/rosterStep.ts';
import type { Policy } from '../../src/core/run/policy.ts';
import type { Run } from '../../src/core/run/run.ts';
import { runEnded } from '../../src/core/run/run.ts';
import type { RunEffect } from '../../src/core/run/runEffect.ts';
import { isWrapped } from '../../src/core/run/wrapped.ts';
import type { Move } from '../support/arbitrarySupervision.ts';
import { arbitraryMoves, arbitraryRun, inputOf, placed } from '../support/arbitrarySupervision.ts';
import { familyOf, reduceAgents, reduceRun } from '../support/rosterState.ts';

// The whole file takes a few seconds.
const numRuns = 150;

interface Stepped {
  readonly move: Move;
  readonly at: number;
  readonly before: Run;
  readonly after: Run;
  readonly from: AgentsState;
  readonly state: AgentsState;
  readonly effects: readonly Effect[];
}

function apply(state: AgentsState, move: Move, at: number): Pick<Stepped, 'state' | 'effects'> {
  if (move.kind === 'event') {
    const { state: next, effects } = reduceAgents(state, move.event);
    return { state: next, effects };
  }
  const run = state.runs.get('r') as Run;
  const step = reduceRun(state, inputOf(run, move, at));
  return step
    ? { state: { ...state, runs: new Map(state.runs).set('r', step.run) }, effects: step.effects }
    : { state, effects: [] };
}

/** Plays the moves, and shows each step to the law. */
function everyStep(law: (step: Stepped) => void): void {
  fc.assert(
    fc.property(arbitraryRun, arbitraryMoves, (run, all) => {
      let state: AgentsState = { ...noAgents, runs: new Map([['r', run]]) };
      let at = 0;
      for (const each of all) {
        const before = state.runs.get('r') as Run;
        const move = placed(each, before, at);
        at = move.kind === 'event' ? Math.max(at, move.event.at) : at + 1;
        const next = apply(state, move, at);
        const after = next.state.runs.get('r') as Run;
        law({ move, at, before, after, from: state, ...next });
        state = next.state;
      }
    }),
    { numRuns },
  );
}

const ofRuns = ({ effects }: Pick<Stepped, 'effects'>) =>
  effects.filter((effect): effect is Effect & { readonly run: string } => 'run' in effect);

/** Whether a run did something about the end of a turn: it wants something done, stands there, or its step is over. */
const acted = (before: Run, step: Pick<Stepped, 'state' | 'effects'>) => {
  const after = step.state.runs.get('r') as Run;
  const stands = after.standing === 'idle' && before.standing !== 'idle';
  return stands || after.step !== before.step || runEnded(after) || ofRuns(step).length > 0;
};

describe('for every policy, pipeline and sequence, a run', () => {
  it('is running, waiting, done or failed, and waits exactly when one decision stands', () => {
    everyStep(({ after }) => {
      expect(['running', 'waiting', 'done', 'failed']).toContain(after.status);
      expect(after.status === 'waiting').toBe(after.decision !== undefined);
      expect(after.endedAt !== undefined).toBe(runEnded(after));
    });
  });

  it('that ended never changes and never acts', () => {
    everyStep(({ before, after, ...step }) => {
      if (runEnded(before)) {
        expect(after).toEqual(before);
        expect(ofRuns(step)).toEqual([]);
      }
      if (runEnded(after)) {
        expect(after).toMatchObject({ gates: [] });
        expect(after.pending ?? after.leaving).toBeUndefined();
      }
    });
  });

  it('that waits is asked about nothing else by an idleness or a prompt', () => {
    const wants = new Set(['turnEnded', 'idleNoticed', 'quietNoticed', 'idleRead', 'promptShown']);
    everyStep(({ move, before, after }) => {
      const { decision } = before;
      if (decision && decision.prompt === undefined && move.kind === 'event' && wants.has(move.event.type)) {
        expect([decision.id, undefined]).toContain(after.decision?.id);
      }
    });
  });

  it('says once that it ended', () => {
    everyStep(({ before, after, ...step }) => {
      const told = ofRuns(step).filter(({ type }) => type === 'endRun');
      expect(told).toHaveLength(runEnded(after) && !runEnded(before) ? 1 : 0);
    });
  });

  it('names only itself in what it wants done', () => {
    everyStep((step) => {
      for (const effect of ofRuns(step)) {
        expect(step.state.runs.has(effect.run)).toBe(true);
      }
    });
  });

  it('acts once on an event or an input that is told twice', () => {
    everyStep(({ move, before, at, state }) => {
      if (move.kind === 'event') {
        expect(apply(state, move, at)).toEqual({ state, effects: [] });
      } else {
        // An answer may be given twice: the prompt stands until the agent says that it is over. So may it be said that an
        // agent has so long to end its turn: it is ended once.
        const twice = reduceRun(state, inputOf(before, move, at));
        const may = (effect: RunEffect) => effect.type === 'answerPrompt' || 'afterMs' in effect;
        expect((twice?.effects ?? []).filter((effect) => !may(effect))).toEqual([]);
      }
    });
  });

  it('does at most one thing to its agent for one occasion', () => {
    everyStep(({ move, before, after, ...step }) => {
      const acts = ofRuns(step).filter(({ type }) => type === 'blockStop' || type === 'typeText');
      expect(acts.length).toBeLessThanOrEqual(1);
      const starts = ofRuns(step).filter(({ type }) => type === 'startAgent');
      expect(starts.length).toBeLessThanOrEqual(1);
      expect(after.launches - before.launches).toBe(starts.length);
      if (acts.length > 0 && move.kind !== 'choose') {
        // Between two of them there is another turn, a wait, or another end of the turn.
        // The end of a turn ends the prompt that was asked about, too.
        expect(before.status === 'running' || before.decision?.prompt !== undefined).toBe(true);
        expect(before.pending?.kind).not.toBe('end');
      }
    });
  });

  it('never nudges an agent that asks, or that ended', () => {
    everyStep(({ move, before, from, state, ...step }) => {
      if (move.kind !== 'choose' && ofRuns(step).some(({ type }) => type === 'typeText')) {
        expect(['idle', 'failed']).toContain(state.agents.get(before.agent)?.state.kind);
      }
      if (ofRuns(step).some(({ type }) => type === 'blockStop')) {
        expect(move).toMatchObject({ event: { type: 'turnEnded', waits: true } });
        expect(from.agents.get(before.agent)?.state.kind).not.toBe('failed');
      }
    });
  });

  it('tries nothing more often than its rule says, and refuses seven ends of a turn at most', () => {
    everyStep(({ after }) => {
      const policy = after.steps[after.step]?.policy;
      for (const [key, made] of Object.entries(after.attempts)) {
        const [trigger, at] = key.split(':') as [keyof Policy, string | undefined];
        const rule = trigger === 'on_error' ? policy?.on_error[Number(at)] : policy?.[trigger];
        expect(rule).toBeDefined();
        if (rule?.attempts !== 'forever') {
          expect(made).toBeLessThanOrEqual(rule?.attempts ?? 0);
        }
      }
      expect(after.blocks).toBeLessThanOrEqual(7);
    });
  });

  it('counts anew only with a step that is done, when its agent goes on after waiting, or for a gate it left', () => {
    everyStep(({ before, after }) => {
      const left = before.gates.filter(({ id }) => after.gates.every((gate) => gate.id !== id));
      const fewer = Object.entries(before.attempts).some(([key, made]) => {
        const untried = left.filter((gate) => gate.key === key).length;
        return (after.attempts[key] ?? 0) < made - untried;
      });
      if (fewer) {
        expect(after.step > before.step || before.status === 'waiting' || before.sentOnAt !== undefined).toBe(
          true,
        );
      }
    });
  });

  it('is never left with an agent that ended and nothing under way', () => {
    everyStep(({ after, state }) => {
      const row = state.agents.get(after.agent);
      // What runs agents one after the other may be between two of them.
      if (after.status === 'running' && row && hasEnded(row.state) && !isWrapped(after)) {
        expect(after.pending !== undefined || after.gates.length > 0).toBe(true);
      }
    });
  });

  it('asks a person for its agent exactly as long as that is what it waits about', () => {
    everyStep(({ after }) => {
      expect(after.signal === 'escalate').toBe(after.decision?.source === 'signal');
    });
  });

  it('that has nothing under way acts on the next end of a turn of its agent', () => {
    everyStep(({ after, at, state }) => {
      const row = state.agents.get(after.agent);
      // What is asked outranks it.
      const asked = familyOf(state.agents, after.agent).flatMap(({ prompts }) => prompts);
      const under = [...after.gates, ...asked].length > 0 || after.pending !== undefined;
      const isFree = after.status === 'running' && !under;
      if (isFree && row?.state.kind === 'working') {
        const head = { id: 'stop', program: row.program, session: row.session, evidence: 'hook' } as const;
        const stop = { ...head, at: Math.max(at, row.base.at), type: 'turnEnded', waits: true } as const;
        expect(acted(after, reduceAgents(state, stop))).toBe(true);
      }
    });
  });

  it('acts on the first end of a turn of an agent that it started, whatever that said before', () => {
    everyStep(({ after, at, state: { agents, tombstones, ...state } }) => {
      const { origin, agent, status, pending, gates } = after;
      const isNew = agent !== '' && !agents.has(agent) && !tombstones.has(agent);
      const isFree = status === 'running' && gates.length === 0 && (!pending || pending.kind === 'start');
      if (origin === 'started' && isNew && isFree) {
        const head = { id: 'stop', program: 'p', session: agent.slice(2), evidence: 'hook' } as const;
        const stop = { ...head, at, type: 'turnEnded', waits: true } as const;
        expect(acted(after, reduceAgents({ ...state, agents, tombstones }, stop))).toBe(true);
      }
    });
  });

  it('goes through its steps in order, and each outcome stays', () => {
    everyStep(({ before, after }) => {
      expect(after.step - before.step === 0 || after.step - before.step === 1).toBe(true);
      expect(after.step).toBeLessThan(after.steps.length);
      after.steps.forEach(({ outcome }, index) => {
        const isOver = index < after.step || (index === after.step && runEnded(after));
        expect(outcome !== undefined).toBe(isOver);
      });
    });
  });
});
