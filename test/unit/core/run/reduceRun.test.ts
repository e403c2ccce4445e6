import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import type { Policy } from '../../../../src/core/run/policy.ts';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  begins,
  dies,
  fails,
  file,
  grace,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stepOf,
  stops,
} from '../../../support/supervision.ts';

describe('an agent that comes under supervision', () => {
  /** What an agent did before, and then a run begins. */
  const met = (...before: readonly (Event | undefined)[]) => {
    const on = new Supervision(runOver());
    const { runs } = on.state;
    on.state = { ...on.state, runs: new Map() };
    on.hear(...before);
    on.state = { ...on.state, runs };
    on.tell({ type: 'begun', at: 1000 });
    return on;
  };

  it('and is idle already has its grace from then on', () => {
    const on = met(begins(1), stops(2));
    expect(on.run.pending).toEqual({ kind: 'grace', dueAt: 1000 + grace, activityAt: 2 });
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });

  it('and has ended already is dead', () => {
    expect(met(begins(1), dies(2)).run).toMatchObject({ status: 'waiting', decision: { source: 'dead' } });
  });

  it('and asks already makes the run wait for that', () => {
    expect(met(begins(1), asks(2, 'make')).run).toMatchObject({
      status: 'waiting',
      decision: { source: 'approval' },
    });
  });

  it('and has failed already is acted on', () => {
    expect(met(begins(1), fails(2, 'rate_limit')).run.decision).toMatchObject({ source: 'error' });
  });

  it('and works is left alone', () => {
    const on = met(begins(1));
    expect([on.run.pending, on.run.status]).toEqual([undefined, 'running']);
  });

  it('is met as well where the run is taken over from somebody who is gone, once', () => {
    const on = new Supervision({ ...runOver({}, { origin: 'started' }), launches: 1 });
    const { runs } = on.state;
    on.state = { ...on.state, runs: new Map() };
    on.hear(begins(1), stops(2));
    on.state = { ...on.state, runs };
    expect(on.tell({ type: 'takenOver', at: 1000 })).toBe(true);
    expect(on.run.pending).toEqual({ kind: 'grace', dueAt: 1000 + grace, activityAt: 2 });
    expect(on.tell({ type: 'takenOver', at: 1001 })).toBe(false);
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
    expect(on.tell({ type: 'takenOver', at: 70_000 })).toBe(false);
  });

  it('is waited for where the run is taken over when its time has come, and nothing is known of it yet', () => {
    const pending = { kind: 'cooldown', dueAt: 900, trigger: 'on_idle' } as const;
    const policy = { on_idle: ruleOf('nudge', { attempts: 3 }) };
    const run = {
      ...runOver(policy, { origin: 'started' }),
      launches: 1,
      pending,
      standing: 'idle',
    } as const;
    const on = new Supervision(run);
    expect(on.tell({ type: 'takenOver', at: 1000 })).toBe(true);
    expect(on.run.pending).toEqual({ ...pending, dueAt: 6000 });
    on.hear(file(2000, 'idle'));
    expect(on.tell({ type: 'takenOver', at: 5999 })).toBe(false);
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });

  it('is acted on once', () => {
    const on = met(begins(1), stops(2));
    expect(on.tell({ type: 'begun', at: 2000 })).toBe(false);
  });
});

describe('the grace of an idle agent', () => {
  const idle = (at = 2) => new Supervision(runOver()).hear(begins(1), stops(at));

  it('is armed by its idleness', () => {
    expect(idle().run.pending).toEqual({ kind: 'grace', dueAt: 2 + grace, activityAt: 2 });
  });

  it('is armed once: another idle moves it not', () => {
    const on = idle().hear(file(500, 'idle'));
    expect(on.run.pending).toMatchObject({ kind: 'grace', dueAt: 2 + grace });
  });

  it('ends when the agent works', () => {
    const on = idle().hear(begins(500));
    expect(on.run.pending).toBeUndefined();
    expect(on.tell({ type: 'timeCame', at: 2 + grace, dueAt: 2 + grace })).toBe(false);
    expect(on.acts()).toEqual([]);
  });

  it('begins anew when the log grew: nothing is done', () => {
    const on = idle();
    expect(on.wait(500)).toBe(true);
    expect(on.acts()).toEqual([]);
    expect(on.run.pending).toMatchObject({ kind: 'grace', dueAt: 500 + grace });
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });

  it('is over when nothing moved for as long, however long it took', () => {
    const on = idle();
    expect(on.tell({ type: 'timeCame', at: 500 + grace, dueAt: 2 + grace, movedAt: 500 })).toBe(true);
    expect(on.acts()).toEqual(['typeText']);
  });

  it('begins anew when something else was heard of the agent', () => {
    const on = idle().hear(hook(500, 'CwdChanged', { new_cwd: '/w/x' }), file(600, 'idle'));
    on.wait();
    expect(on.acts()).toEqual([]);
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });

  it('does nothing when the agent is not idle any more', () => {
    const on = idle();
    const { pending } = on.run;
    on.hear(begins(500));
    const run = { ...on.run, ...(pending ? { pending } : {}) };
    on.state = { ...on.state, runs: new Map([[run.id, run]]) };
    on.wait();
    expect(on.acts()).toEqual([]);
    expect(on.run.pending).toBeUndefined();
  });

  it('does nothing when an earlier wait is over', () => {
    const on = idle();
    expect(on.tell({ type: 'timeCame', at: 2 + grace, dueAt: 1 + grace })).toBe(false);
  });

  it('is over when its time has passed, though the clock was set back meanwhile', () => {
    const on = idle();
    expect(on.tell({ type: 'timeCame', at: 1 + grace, dueAt: 2 + grace })).toBe(true);
    expect(on.acts()).toEqual(['typeText']);
  });

  it('lets the run act when the agent is truly idle', () => {
    const on = idle();
    on.wait();
    expect(on.did()).toEqual([
      { type: 'typeText', run: 'r1', agent, text: expect.stringContaining('Continue with your task') },
    ]);
    expect(on.run).toMatchObject({ attempts: { on_idle: 1 }, nudgedAt: 2 + grace });
  });

  it('never ends in a nudge while the agent is idle and at work in turns', () => {
    const on = new Supervision(runOver());
    for (const at of [0, 1, 2, 3].map((turn) => turn * 40_000)) {
      on.hear(begins(at + 1), stops(at + 20_000));
      expect(on.tell({ type: 'timeCame', at: at + 30_000, dueAt: at + 30_000 })).toBe(false);
    }
    expect(on.acts()).toEqual([]);
    expect(on.run.attempts).toEqual({});
  });

  it('may be none: then the run acts at once, and gives its words time to work', () => {
    const on = new Supervision(runOver({}, { graceMs: 0 })).hear(begins(1), stops(2));
    expect(on.acts()).toEqual(['typeText']);
    expect(on.tell({ type: 'timeCame', at: 3, dueAt: 3 })).toBe(false);
    on.wait();
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
  });
});

describe('the start of an agent', () => {
  const started = () => new Supervision(runOver({}, { origin: 'started', agent: '', steps: [stepOf('a')] }));

  it('comes first in a run that Beckon starts, once', () => {
    const on = started();
    expect(on.tell({ type: 'begun', at: 0 })).toBe(true);
    expect(on.did()).toEqual([{ type: 'startAgent', run: 'r1', launch: 1 }]);
    expect(on.tell({ type: 'begun', at: 1 })).toBe(false);
    expect(new Supervision(runOver()).tell({ type: 'begun', at: 0 })).toBe(false);
  });

  it('names the agent, and is over when it is heard', () => {
    const on = started();
    expect(on.tell({ type: 'agentStarted', at: 1, agent, folder: '/x' })).toBe(false);
    expect(on.tell({ type: 'placeMade', at: 1, launch: on.run.launches, folder: '/x' })).toBe(false);
    on.tell({ type: 'begun', at: 0 });
    expect(on.tell({ type: 'placeMade', at: 1, launch: on.run.launches - 1, folder: '/y' })).toBe(false);
    on.tell({ type: 'placeMade', at: 1, launch: on.run.launches, folder: '/w/made' });
    expect(on.run).toMatchObject({ agent: '', pending: { kind: 'start' }, steps: [{ folder: '/w/made' }] });
    on.tell({ type: 'agentStarted', at: 1, agent, folder: '/w/tree' });
    expect(on.run).toMatchObject({
      agent,
      pending: { kind: 'start' },
      steps: [{ agent, folder: '/w/tree' }],
    });
    on.hear(hook(2, 'SessionStart', { source: 'startup' }));
    expect(on.run.pending).toBeUndefined();
    expect(on.tell({ type: 'startFailed', at: 3, reason: 'late' })).toBe(false);
  });

  it('that fails asks a person, who may try again', () => {
    const on = started();
    on.tell({ type: 'begun', at: 0 });
    on.tell({ type: 'startFailed', at: 1, reason: 'No such folder.' });
    expect(on.run).toMatchObject({
      status: 'waiting',
      decision: { source: 'dead', trigger: 'start', context: 'No such folder.' },
    });
    on.did();
    on.choose(2, 'retry');
    expect(on.did()).toEqual([{ type: 'startAgent', run: 'r1', launch: 2 }]);
  });

  it('whose process ends before it was heard is a death', () => {
    const on = started();
    on.tell({ type: 'begun', at: 0 });
    on.tell({ type: 'agentStarted', at: 1, agent, folder: '/w' });
    on.tell({ type: 'agentEnded', at: 2, agent, launch: 1, code: 127 });
    expect(on.run.decision?.context).toContain('exit code 127');
  });
});

describe('what else happens to a run', () => {
  it("cancelled: the agent's process is ended, then the run has failed", () => {
    const on = new Supervision(runOver()).hear(begins(1));
    on.tell({ type: 'cancelled', at: 2 });
    expect(on.did()).toEqual([{ type: 'endAgent', run: 'r1', agent }]);
    expect(on.run.status).toBe('running');
    expect(on.tell({ type: 'cancelled', at: 3 })).toBe(false);
    on.hear(dies(4));
    expect(on.run).toMatchObject({ status: 'failed', reason: 'cancelled', endedAt: 4 });
    expect(on.acts()).toEqual(['endRun']);
  });

  it.each<[string, Partial<Policy>]>([
    ['the run waits about that', {}],
    ['a gate decides about that', { on_dead: ruleOf('gate', { run: 'x' }) }],
  ])('cancelled when its agent has died, and %s: no process is ended', (_, policy) => {
    const on = new Supervision(runOver(policy)).hear(begins(1), dies(2));
    on.did();
    expect(on.tell({ type: 'cancelled', at: 3 })).toBe(true);
    expect(on.run).toMatchObject({ status: 'failed', reason: 'cancelled', endedAt: 3 });
    expect(on.acts()).toEqual(['endRun']);
  });

  it('cancelled when an agent that nothing is heard of has died: no process is ended', () => {
    const on = new Supervision(runOver({}, { origin: 'started' }));
    on.tell({ type: 'agentEnded', at: 2, agent });
    on.tell({ type: 'cancelled', at: 3 });
    expect([on.run.status, on.acts()]).toEqual(['failed', ['endRun']]);
  });

  it('cancelled while its agent is started again: what is being started is ended', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume') })).hear(begins(1), dies(2));
    on.tell({ type: 'agentStarted', at: 3, agent, folder: '/w' });
    on.did();
    on.tell({ type: 'cancelled', at: 4 });
    expect([on.run.status, on.acts()]).toEqual(['running', ['endAgent']]);
  });

  it('cancelled out of waiting: nobody is asked any more', () => {
    const on = new Supervision(runOver()).hear(begins(1), asks(2));
    on.tell({ type: 'cancelled', at: 3 });
    expect(on.run.decision).toBeUndefined();
    expect(on.run.status).toBe('running');
  });

  it('typing that failed asks a person, and was no nudge', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.tell({ type: 'typingFailed', at: 70_000, reason: 'Its terminal is not known.' });
    expect(on.run).toMatchObject({ status: 'waiting', decision: { source: 'idle', trigger: 'idle' } });
    expect(on.run.decision?.context).toBe('Its terminal is not known.');
    expect(on.run.nudgedAt).toBeUndefined();
    expect(on.run.typedAt).toBeUndefined();
    expect(on.run.decision?.options[0]).toMatchObject({ choice: 'nudge', recommended: true });
  });

  it('typing that would fail the next time too is not recommended', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.tell({ type: 'typingFailed', at: 70_000, reason: 'It has no terminal.', lasting: true });
    const options = on.run.decision?.options ?? [];
    expect(options.map(({ choice }) => choice)).toEqual(['nudge', 'done', 'cancel', 'dismiss']);
    expect(options.some(({ recommended }) => recommended)).toBe(false);
  });

  it('typing that failed to an agent that is not known offers no other typing', () => {
    const on = new Supervision(runOver()).hear(signal(1, 'escalate'));
    on.choose(2, 'nudge', 'Postgres.');
    on.tell({ type: 'typingFailed', at: 3, reason: 'It is not known.', said: { agent, text: 'Postgres.' } });
    expect(on.run.decision?.options.map(({ choice }) => choice)).toEqual(['done', 'cancel', 'dismiss']);
    expect(on.choose(4, 'nudge')).toBe(false);
  });

  it('typing that failed after an error asks about the error', () => {
    const on = new Supervision(runOver({ on_error: [ruleOf('nudge')] })).hear(begins(1), fails(2));
    on.tell({ type: 'typingFailed', at: 3, reason: 'No.', lasting: true });
    expect(on.run.decision?.source).toBe('error');
    expect(on.run.decision?.options[0]).toMatchObject({ choice: 'retry', recommended: true });
  });

  it('typing that failed means nothing to a run that went on', () => {
    const on = new Supervision(runOver({}, { steps: [stepOf('a'), stepOf('b')] })).hear(begins(1), stops(2));
    on.wait();
    on.hear(signal(70_000, 'complete'));
    expect(on.tell({ type: 'typingFailed', at: 70_001, reason: 'No.' })).toBe(false);
    expect(on.run.status).toBe('running');
  });

  it('where nothing can be typed its conversation goes on with the text, in another process', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.tell({ type: 'typingImpossible', at: 70_000, text: 'Go on.' });
    // Its end is our doing, and no death.
    on.hear(hook(70_001, 'SessionEnd', { reason: 'other' }));
    expect(on.did()).toMatchObject([
      { type: 'typeText' },
      { type: 'endAgent', agent },
      { type: 'startAgent', resume: agent, message: 'Go on.' },
    ]);
    expect(on.tell({ type: 'agentEnded', at: 70_002, agent })).toBe(false);
    expect(on.tell({ type: 'typingImpossible', at: 70_003, text: 'Go on.' })).toBe(false);
  });

  it.each(['done', 'failed'] as const)('a run that has %s hears nothing any more', (status) => {
    const over = { ...runOver(), status };
    const on = new Supervision(over).hear(begins(1), asks(2), signal(3, 'complete'), dies(4));
    for (const input of [
      { type: 'begun', at: 5 },
      { type: 'cancelled', at: 5 },
      { type: 'agentEnded', at: 5, agent },
      { type: 'typingFailed', at: 5, reason: '' },
    ] as const) {
      expect(on.tell(input)).toBe(false);
    }
    expect(on.run).toEqual(over);
    expect(on.did()).toEqual([]);
  });

  it('an answer that failed leaves the decision that stands', () => {
    const ask = asks(2);
    const on = new Supervision(runOver()).hear(begins(1), ask);
    const { decision } = on.run;
    expect(on.tell({ type: 'answerFailed', at: 3, prompt: ask.id, reason: '' })).toBe(false);
    expect(on.run.decision).toEqual(decision);
  });
});
