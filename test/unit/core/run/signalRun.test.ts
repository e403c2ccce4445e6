import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../../src/core/run/policy.ts';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  asksToStop,
  begins,
  dies,
  emitted,
  fails,
  grace,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stepOf,
  stops,
} from '../../../support/supervision.ts';

const two = { steps: [stepOf('a', { on_idle: ruleOf('escalate') }), stepOf('b')] };

describe('a signal after the clock was set back', () => {
  const steps = [stepOf('a'), stepOf('b')];

  it('counts in the next step', () => {
    const on = new Supervision(runOver({}, { steps })).hear(begins(1), signal(3_600_000, 'complete'));
    const next = 'claude-code:s2';
    on.tell({ type: 'agentStarted', at: 10, agent: next, folder: '/w' });
    on.hear(hook(11, 'UserPromptSubmit', { session_id: 's2' }));
    on.hear(emitted(12, { type: 'agent:signal', agent_id: next, signal: 'escalate' }));
    expect(on.run).toMatchObject({ step: 1, status: 'waiting', decision: { source: 'signal' } });
    on.hear(emitted(13, { type: 'agent:signal', agent_id: next, signal: 'complete' }));
    expect(on.run.status).toBe('done');
  });

  it.each([
    ['an hour', 3_600_000],
    ['a second', 1010],
    ['nothing', 10],
  ])('by %s counts in the same step when it says complete: that always wins', (_, before) => {
    const on = new Supervision(runOver()).hear(begins(1), signal(before, 'escalate'));
    expect(on.hear(signal(10, 'complete')).run.status).toBe('done');
  });
});

describe('an agent of which only signals were heard', () => {
  const started = (policy: Partial<Policy> = {}) => {
    const on = new Supervision(runOver(policy, { origin: 'started', agent: '' }));
    on.tell({ type: 'begun', at: 0 });
    on.tell({ type: 'agentStarted', at: 1, agent, folder: '/w' });
    return on.hear(signal(2, 'escalate'), signal(3, 'continue'));
  };
  const idles = (at: number) => emitted(at, { type: 'agent:idle', agent_id: agent });

  it('is acted on when it is idle, as every other', () => {
    const on = started({ on_idle: ruleOf('escalate') }).hear(idles(4));
    expect(on.run.pending).toMatchObject({ kind: 'grace' });
    on.wait();
    expect(on.run.decision).toMatchObject({ source: 'idle' });
  });

  it('is acted on when it asks', () => {
    const on = started({ on_prompt: ruleOf('fail') });
    on.hear(emitted(4, { type: 'agent:prompt', agent_id: agent, prompt_type: 'permission' }));
    expect(on.run.pending).toMatchObject({ kind: 'end', reason: 'prompt' });
  });

  it('keeps the words that were just typed to it when its row comes', () => {
    const on = started().hear(signal(4, 'escalate'));
    on.choose(5, 'nudge');
    expect(on.hear(begins(6)).run).toMatchObject({ status: 'running' });
    expect(on.acts()).toContain('typeText');
  });
});

describe('a signal', () => {
  it.each([
    ['an idle', asksToStop(2)],
    ['a prompt', asks(2)],
    ['an error', fails(2)],
    ['an end', dies(2)],
    ['a signal', signal(2, 'escalate')],
  ])('complete advances out of waiting about %s', (_, event) => {
    const on = new Supervision(runOver({}, two)).hear(begins(1), event);
    expect(on.run.status).toBe('waiting');
    on.hear(signal(3, 'complete'));
    expect(on.run).toMatchObject({ status: 'running', step: 1, steps: [{ outcome: 'done' }, {}] });
    expect(on.run.decision).toBeUndefined();
    expect(on.run.signal).toBeUndefined();
  });

  it('complete advances over a gate that said no, or still runs', () => {
    const gated = { steps: [stepOf('a', { on_idle: ruleOf('gate', { run: 'x' }) }), stepOf('b')] };
    const on = new Supervision(runOver({}, gated)).hear(begins(1), asksToStop(2), signal(3, 'complete'));
    expect(on.run).toMatchObject({ step: 1, gates: [] });
    expect(on.tell({ type: 'gateFinished', at: 4, gate: 'r1-1', command: 'x', code: 1, output: '' })).toBe(
      false,
    );
  });

  it('complete while the process is being ended advances once', () => {
    const done = { steps: [stepOf('a', { on_idle: ruleOf('done') }), stepOf('b'), stepOf('c')] };
    const on = new Supervision(runOver({}, done)).hear(begins(1), asksToStop(2), signal(3, 'complete'));
    expect(on.run.step).toBe(1);
    on.hear(dies(4));
    expect(on.tell({ type: 'agentEnded', at: 5, agent })).toBe(false);
    expect(on.run.step).toBe(1);
  });

  it('complete does not undo what a person ended, or a rule', () => {
    const on = new Supervision(runOver({}, two)).hear(begins(1));
    on.tell({ type: 'cancelled', at: 2 });
    on.hear(signal(3, 'complete'));
    expect(on.run.step).toBe(0);
    expect(on.run.pending).toHaveProperty('then', 'fail');
    on.hear(dies(4));
    expect(on.run).toMatchObject({ status: 'failed', reason: 'cancelled' });
  });

  it('escalate says nothing of blanks, and not more than a person reads', () => {
    const context = (text: string) =>
      new Supervision(runOver()).hear(begins(1), signal(2, 'escalate', text)).run.decision?.context;
    expect(context(' \n\nWhich way?\n')).toBe('Which way?');
    expect(context(' \n')).toBe('The agent asked for you.');
    expect(context('x'.repeat(100_000))).toHaveLength(4000);
  });

  it("escalate asks a person, with the agent's words", () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate', 'Which way?'));
    expect(on.run).toMatchObject({
      status: 'waiting',
      signal: 'escalate',
      decision: { source: 'signal', trigger: 'signal', context: 'Which way?' },
    });
    expect(on.did()).toEqual([]);
  });

  it('escalate at a prompt leaves the decision about the prompt, and has its turn after that', () => {
    const child = { agent_id: 'a1' };
    const on = new Supervision(runOver()).hear(begins(1), asks(2, 'make', child));
    const { decision } = on.run;
    on.hear(signal(3, 'escalate', 'Which way?'));
    expect(on.run.decision).toEqual(decision);
    on.hear(asks(4, 'test', { agent_id: 'a2' }));
    on.hear(hook(5, 'PostToolUse', { ...child, tool_name: 'Bash', tool_input: { command: 'make' } }));
    expect(on.run.decision?.context).toBe('Which way?');
    expect(on.run.signal).toBe('escalate');
    on.hear(asksToStop(6));
    expect([on.run.decision?.source, on.acts()]).toEqual(['signal', []]);
  });

  it.each([
    ['the agent takes it back', signal(4, 'continue')],
    ['somebody writes to it', begins(4)],
    ['it dies', dies(4)],
  ])('escalate at a prompt has no turn any more where %s', (_, event) => {
    const child = { agent_id: 'a1' };
    const on = new Supervision(runOver()).hear(begins(1), asks(2, 'make', child), signal(3, 'escalate'));
    on.hear(event, hook(5, 'PostToolUse', { ...child, tool_name: 'Bash', tool_input: { command: 'make' } }));
    expect([on.run.signal === 'escalate', on.run.decision?.source]).not.toContain('signal');
    expect(on.run.later).toBeUndefined();
  });

  it.each<[string, Partial<Policy>]>([
    ['a gate decides about that', { on_dead: ruleOf('gate', { run: 'x' }) }],
    ['it is about to be resumed', { on_dead: ruleOf('resume', { attempts: 5, cooldownMs: 60_000 }) }],
  ])('escalate is over where the agent dies, %s, and somebody starts it again', (_, policy) => {
    const back = hook(8, 'SessionStart', { source: 'resume' });
    const on = new Supervision({ ...runOver(policy, { origin: 'started' }), attempts: { on_dead: 1 } });
    on.hear(begins(1), signal(2, 'escalate', 'Help.'), dies(3), back, begins(9));
    expect([on.run.status, on.run.signal]).toEqual(['running', undefined]);
    on.hear(asksToStop(10));
    expect(on.acts()).toContain('blockStop');
  });

  it('continue lets a prompt have its turn that was asked meanwhile', () => {
    const on = new Supervision(runOver()).hear(
      begins(1),
      signal(2, 'escalate'),
      asks(3),
      signal(4, 'continue'),
    );
    expect(on.run.decision?.source).toBe('approval');
  });

  it('continue of an agent that is idle leaves it a while to go on, and then the run acts', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate'), asksToStop(3));
    on.hear(signal(4, 'continue'));
    expect(on.run.pending).toMatchObject({ kind: 'grace', dueAt: 4 + grace });
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });

  it('continue has a gate run again that nobody heeded while the run waited', () => {
    const on = new Supervision(runOver({ on_idle: ruleOf('gate', { run: 'x' }) }, { origin: 'started' }));
    on.hear(begins(1), asksToStop(2), signal(3, 'escalate'));
    on.gate(4, 0);
    expect([on.run.status, on.run.attempts]).toEqual(['waiting', { on_idle: 0 }]);
    on.hear(signal(5, 'continue'));
    on.wait();
    expect(on.acts()).toEqual(['runGate', 'runGate']);
    on.gate(70_000, 0);
    expect(on.acts()).toEqual(['endAgent']);
  });

  it.each(['escalate', 'continue'] as const)("%s does not stop what ends the agent's process", (word) => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume') })).hear(begins(1));
    on.tell({ type: 'cancelled', at: 2 });
    on.hear(signal(3, word));
    expect(on.run).toMatchObject({ status: 'running', pending: { kind: 'end', reason: 'cancelled' } });
    on.hear(dies(4));
    expect(on.run.status).toBe('failed');
  });

  it('continue takes back what it asked a person for', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate'), signal(3, 'continue'));
    expect(on.run.status).toBe('running');
    expect(on.run.decision).toBeUndefined();
  });

  it('continue changes nothing about another decision', () => {
    const on = new Supervision(runOver({}, two)).hear(begins(1), asksToStop(2), signal(3, 'continue'));
    expect(on.run.status).toBe('waiting');
  });

  it('continue lets the run act on the next idleness', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'continue'), stops(3));
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });

  it('no idleness and no prompt is acted on after it asked for a person', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate'));
    const { decision } = on.run;
    on.hear(asks(3), stops(4));
    expect(on.run.decision).toEqual(decision);
    expect(on.run.pending).toBeUndefined();
  });

  it('older than the last one counts no more', () => {
    const on = new Supervision(runOver({}, two)).hear(
      begins(1),
      signal(5, 'continue'),
      signal(4, 'escalate'),
    );
    expect(on.run.status).toBe('running');
  });

  it('of a subagent is none', () => {
    const told = { type: 'agent:signal', agent_id: `${agent}/a1`, signal: 'complete' } as const;
    const on = new Supervision(runOver({}, two)).hear(begins(1), emitted(2, told));
    expect(on.run.step).toBe(0);
  });
});
