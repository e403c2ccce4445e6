import { describe, expect, it } from 'vitest';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asksToStop,
  begins,
  dies,
  emitted,
  grace,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stepOf,
  stops,
} from '../../../support/supervision.ts';

const steps = [stepOf('plan'), stepOf('build', { on_dead: ruleOf('fail') }), stepOf('review')];
const agentOf = (step: number) => `claude-code:s${step}`;
const completes = (at: number, step: number) =>
  emitted(at, { type: 'agent:signal', agent_id: agentOf(step), signal: 'complete' });

/** Starts the agent of a step, and lets it work. */
function works(on: Supervision, at: number, step: number): void {
  on.tell({ type: 'agentStarted', at, agent: agentOf(step), folder: `/w/${step}` });
  on.hear(hook(at + 1, 'SessionStart', { source: 'startup', session_id: `s${step}` }));
  on.hear(hook(at + 2, 'UserPromptSubmit', { session_id: `s${step}` }));
}

describe('a pipeline', () => {
  const begun = () => {
    const on = new Supervision(runOver({}, { origin: 'started', agent: '', steps }));
    on.tell({ type: 'begun', at: 0 });
    works(on, 10, 1);
    return on;
  };

  it('of three steps goes through them by itself', () => {
    const on = begun();
    on.hear(completes(20, 1), hook(21, 'Stop', { session_id: 's1' }));
    works(on, 30, 2);
    on.hear(completes(40, 2), hook(41, 'Stop', { session_id: 's2' }));
    works(on, 50, 3);
    on.hear(completes(60, 3));
    expect(on.did()).toEqual([
      { type: 'startAgent', run: 'r1', launch: 1 },
      { type: 'endAgent', run: 'r1', agent: agentOf(1), afterMs: 60_000 },
      { type: 'startAgent', run: 'r1', launch: 2 },
      { type: 'endAgent', run: 'r1', agent: agentOf(1) },
      { type: 'endAgent', run: 'r1', agent: agentOf(2), afterMs: 60_000 },
      { type: 'startAgent', run: 'r1', launch: 3 },
      { type: 'endAgent', run: 'r1', agent: agentOf(2) },
      { type: 'endRun', run: 'r1' },
    ]);
    expect(on.run).toMatchObject({ status: 'done', endedAt: 60, step: 2 });
    expect(on.run.steps).toMatchObject([
      { startedAt: 0, endedAt: 20, outcome: 'done', agent: agentOf(1), folder: '/w/1' },
      { startedAt: 20, endedAt: 40, outcome: 'done', agent: agentOf(2), folder: '/w/2' },
      { startedAt: 40, endedAt: 60, outcome: 'done', agent: agentOf(3), folder: '/w/3' },
    ]);
  });

  it('acts no more on the agents of steps that are done', () => {
    const on = begun();
    on.hear(completes(20, 1));
    works(on, 30, 2);
    const before = on.run;
    on.did();
    on.hear(completes(40, 1), emitted(41, { type: 'agent:exited', agent_id: agentOf(1) }));
    const gone = { leaving: undefined, leavingLaunch: undefined };
    expect({ ...on.run, ...gone }).toEqual({ ...before, ...gone });
    expect(on.did()).toEqual([]);
  });

  it('ends with a step that failed', () => {
    const on = begun();
    on.hear(completes(20, 1));
    works(on, 30, 2);
    on.hear(emitted(40, { type: 'agent:exited', agent_id: agentOf(2) }));
    expect(on.run).toMatchObject({ status: 'failed', reason: 'exit', step: 1, endedAt: 40 });
    expect(on.run.steps.map(({ outcome }) => outcome)).toEqual(['done', 'failed', undefined]);
  });

  it('runs the gate of a step in its worktree', () => {
    const made = { ...stepOf('b', { on_dead: ruleOf('gate', { run: 'x' }) }), worktree: true };
    const gated = [stepOf('a'), made];
    const on = new Supervision(runOver({}, { steps: gated })).hear(begins(1), signal(2, 'complete'));
    works(on, 10, 2);
    on.did();
    on.hear(emitted(20, { type: 'agent:exited', agent_id: agentOf(2) }));
    expect(on.did()).toContainEqual(expect.objectContaining({ type: 'runGate', folder: '/w/2' }));
  });
});

describe('the counters', () => {
  it('begin anew with a step that is done', () => {
    const on = new Supervision(runOver({}, { steps })).hear(begins(1), stops(2));
    on.wait();
    expect(on.run.attempts).toEqual({ on_idle: 1 });
    on.hear(signal(70_000, 'complete'));
    expect(on.run.attempts).toEqual({});
    expect(on.run.blocks).toBe(0);
    expect(on.run.nudgedAt).toBeUndefined();
    expect(on.run.typedAt).toBeUndefined();
  });

  it('stay with a step that failed', () => {
    const failing = { on_dead: ruleOf('fail') };
    const on = new Supervision(runOver(failing)).hear(begins(1), stops(2));
    on.wait();
    on.hear(dies(3 + grace));
    expect(on.run).toMatchObject({ status: 'failed', attempts: { on_idle: 1 } });
  });

  it('stay with an agent that is resumed', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume') })).hear(begins(1), dies(2));
    expect(on.run.attempts).toEqual({ on_dead: 1 });
    on.hear(hook(3, 'SessionStart', { source: 'resume' }), begins(4));
    expect(on.run).toMatchObject({ attempts: { on_dead: 1 }, agent });
  });

  it('of refused ends begin anew with a process', () => {
    const policy = { on_dead: ruleOf('resume'), on_idle: ruleOf('nudge', { attempts: 'forever' as const }) };
    const on = new Supervision(runOver(policy)).hear(begins(1), asksToStop(2), asksToStop(3));
    expect(on.run.blocks).toBe(2);
    expect(on.hear(dies(4)).run.blocks).toBe(0);
  });
});
