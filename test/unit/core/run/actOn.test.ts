import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import type { ErrorRule, Policy } from '../../../../src/core/run/policy.ts';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  asksToStop,
  begins,
  dies,
  fails,
  grace,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stops,
} from '../../../support/supervision.ts';

describe('attempts', () => {
  it('idle, nudge, complete', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.hear(begins(70_000), signal(71_000, 'complete'), stops(72_000));
    expect(on.acts()).toEqual(['typeText', 'endRun']);
    expect(on.run).toMatchObject({ status: 'done', steps: [{ outcome: 'done', endedAt: 71_000 }] });
  });

  it('are made as often as the rule says, then a person is asked', () => {
    const on = new Supervision(runOver({ on_idle: ruleOf('nudge', { attempts: 3 }) }));
    for (const at of [0, 1, 2, 3].map((turn) => turn * 200_000)) {
      on.hear(begins(at + 1), stops(at + 2));
      on.wait();
    }
    expect(on.acts()).toEqual(['typeText', 'typeText', 'typeText']);
    expect(on.run).toMatchObject({
      status: 'waiting',
      decision: { source: 'idle', trigger: 'idle:exhausted' },
    });
    expect(on.run.decision?.context).toContain('The attempt limit was reached');
  });

  it('go on without work between them: what moved nothing is tried again', () => {
    const on = new Supervision(runOver({ on_idle: ruleOf('nudge', { attempts: 2 }) }));
    on.hear(begins(1), stops(2));
    on.wait();
    on.wait();
    on.wait();
    expect(on.acts()).toEqual(['typeText', 'typeText']);
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
  });

  it('that nobody read were typed in vain, which is said', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.wait();
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
    expect(on.run.decision?.context).toContain('did not reach it');
    expect(on.run.decision?.context).not.toContain('as often as');
  });

  it('to start it again were made, whatever was typed before', () => {
    const on_dead = ruleOf('resume', { attempts: 1 });
    const on = new Supervision({ ...runOver({ on_dead }), attempts: { on_dead: 1 } });
    on.hear(begins(1), stops(2));
    on.wait();
    on.hear(dies(70_000));
    expect(on.run.decision).toMatchObject({ trigger: 'exit:exhausted' });
    expect(on.run.decision?.context).toContain('The attempt limit was reached');
  });

  it('that set it to work reached it, though nobody heard of a prompt', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    on.hear(hook(70_000, 'PreToolUse', { tool_name: 'Read', tool_input: {} }), stops(71_000));
    on.wait();
    expect(on.run.typedAt).toBeDefined();
    expect(on.run.decision?.context).toContain('The attempt limit was reached');
  });

  it('may go on forever', () => {
    const on = new Supervision(runOver({ on_idle: ruleOf('nudge', { attempts: 'forever' }) }));
    on.hear(begins(1), stops(2));
    for (let times = 0; times < 20; times += 1) {
      on.wait();
    }
    expect(on.acts()).toHaveLength(20);
    expect(on.run.status).toBe('running');
  });

  it('lie a cooldown apart, from the second on', () => {
    const on = new Supervision(runOver({ on_idle: ruleOf('nudge', { attempts: 3, cooldownMs: 30_000 }) }));
    on.hear(begins(1), stops(2));
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
    on.hear(begins(70_000), asksToStop(80_000));
    expect(on.acts()).toEqual([]);
    expect(on.run.pending).toEqual({ kind: 'cooldown', dueAt: 2 + grace + 30_000, trigger: 'on_idle' });
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
    expect(on.run.attempts).toEqual({ on_idle: 2 });
  });

  describe('with a cooldown', () => {
    const cooling = () => {
      const on_idle = ruleOf('nudge', { attempts: 3, cooldownMs: 30_000 });
      const on = new Supervision(runOver({ on_idle })).hear(begins(1), asksToStop(2));
      expect(on.acts()).toEqual(['blockStop']);
      return on;
    };

    it('are made at once where the last is longer ago: at the end of a turn, in answer to it', () => {
      const on = cooling().hear(hook(3, 'PostToolUse', { tool_name: 'Bash' }), asksToStop(30_002));
      expect(on.acts()).toEqual(['blockStop']);
      expect(on.run.attempts).toEqual({ on_idle: 2 });
    });

    it('wait for the rest of it', () => {
      const on = cooling().hear(hook(3, 'PostToolUse', { tool_name: 'Bash' }), asksToStop(30_001));
      expect(on.acts()).toEqual([]);
      expect(on.run.pending).toMatchObject({ kind: 'cooldown', dueAt: 30_002 });
    });

    it('never wait longer than that, though the clock was set back', () => {
      const on = new Supervision(runOver({ on_dead: ruleOf('resume', { attempts: 2, cooldownMs: 30_000 }) }));
      on.hear(begins(1));
      on.tell({ type: 'agentEnded', at: 900_000, agent, launch: 0 });
      on.hear(hook(900_001, 'SessionStart', { source: 'resume' }));
      on.tell({ type: 'agentEnded', at: 100_000, agent, launch: 1 });
      expect(on.run.pending).toMatchObject({ kind: 'cooldown', dueAt: 130_000 });
    });

    it('wait all of it where it is not known when the last was', () => {
      const on = cooling();
      const { actedAt: _, ...old } = on.run;
      on.state = { ...on.state, runs: new Map([[old.id, old]]) };
      on.hear(hook(3, 'PostToolUse', { tool_name: 'Bash' }), asksToStop(50_000));
      expect(on.run.pending).toMatchObject({ kind: 'cooldown', dueAt: 80_000 });
    });
  });

  it.each<[string, Partial<Policy>, Event | undefined, string]>([
    ['idle', { on_idle: ruleOf('nudge', { attempts: 3, cooldownMs: 6000 }) }, asksToStop(70_000), 'typeText'],
    ['failed', { on_error: [ruleOf('nudge', { attempts: 3, cooldownMs: 6000 })] }, fails(70_000), 'typeText'],
    [
      'to be resumed',
      { on_error: [ruleOf('resume', { attempts: 3, cooldownMs: 6000 })] },
      fails(70_000),
      'endAgent',
    ],
  ])('come after a cooldown only when nothing moved for as long as the grace: %s', (_, policy, over, act) => {
    const attempts = { on_idle: 1, 'on_error:0': 1 };
    const actedAt = { on_idle: 68_000, 'on_error:0': 68_000 };
    const on = new Supervision({ ...runOver(policy), attempts, actedAt }).hear(begins(69_000), over);
    expect(on.run.pending).toMatchObject({ kind: 'cooldown', dueAt: 74_000 });
    on.wait(73_000);
    expect([on.acts(), on.run.pending]).toMatchObject([[], { kind: 'cooldown', dueAt: 73_000 + grace }]);
    on.wait(90_000);
    expect([on.acts(), on.run.pending]).toMatchObject([[], { kind: 'cooldown', dueAt: 90_000 + grace }]);
    on.wait(90_000);
    expect(on.acts()).toEqual([act]);
  });

  it('come after a cooldown at once where the agent is dead: nobody types to it', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume', { attempts: 3, cooldownMs: 6000 }) }));
    on.hear(begins(1), dies(2), hook(3, 'SessionStart', { source: 'resume' }), begins(4), dies(5));
    on.did();
    on.wait(6000);
    expect(on.acts()).toEqual(['startAgent']);
  });

  it('are none after a cooldown in which the agent went to work', () => {
    const on = new Supervision(runOver({ on_error: [ruleOf('nudge', { attempts: 3, cooldownMs: 30_000 })] }));
    on.hear(begins(1), fails(2), begins(3), fails(4));
    expect(on.run.pending).toMatchObject({ kind: 'cooldown', trigger: 'on_error' });
    on.hear(begins(5));
    expect(on.run.pending).toBeUndefined();
    on.did();
    expect(on.tell({ type: 'timeCame', at: 40_000, dueAt: 30_004 })).toBe(false);
  });

  it('at an error that moved nothing are made again, until a person is asked', () => {
    const on = new Supervision(runOver({ on_error: [ruleOf('nudge')] })).hear(begins(1), fails(2));
    expect(on.acts()).toEqual(['typeText']);
    on.wait();
    expect(on.run).toMatchObject({ status: 'waiting', decision: { trigger: 'rate_limited:exhausted' } });
  });

  it('are counted for each rule by itself', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume'), on_idle: ruleOf('nudge') }));
    on.hear(begins(1), stops(2));
    on.wait();
    on.hear(dies(70_000));
    expect(on.acts()).toEqual(['typeText', 'startAgent']);
    expect(on.run.attempts).toEqual({ on_idle: 1, on_dead: 1 });
  });
});

describe('what is done about a death', () => {
  const dead = (...[policy]: Parameters<typeof runOver>) =>
    new Supervision(runOver(policy)).hear(begins(1), dies(2));

  it('a person is asked unless told', () => {
    expect(dead({}).run.decision).toMatchObject({ source: 'dead', trigger: 'exit' });
  });

  it('done and fail need no process to be ended', () => {
    const done = dead({ on_dead: ruleOf('done') });
    expect(done.acts()).toEqual(['endRun']);
    expect(done.run.status).toBe('done');
    const failed = dead({ on_dead: ruleOf('fail') });
    expect(failed.acts()).toEqual(['endRun']);
    expect(failed.run).toMatchObject({ status: 'failed', reason: 'exit' });
  });

  it('resume goes on with the same conversation, with the message of the rule', () => {
    const on = dead({ on_dead: ruleOf('resume', { message: 'Go on.' }) });
    expect(on.did()).toEqual([
      { type: 'startAgent', run: 'r1', launch: 1, resume: agent, message: 'Go on.' },
    ]);
    expect(on.run.pending).toEqual({ kind: 'start', message: 'Go on.' });
  });

  it('a second resume waits for its cooldown, and comes though the row is not known to have ended', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume', { attempts: 2, cooldownMs: 10 }) }));
    on.hear(begins(1));
    on.tell({ type: 'agentEnded', at: 2, agent, launch: 0 });
    on.hear(begins(3));
    on.tell({ type: 'agentEnded', at: 4, agent, launch: 1 });
    expect(on.acts()).toEqual(['startAgent']);
    on.wait();
    expect(on.acts()).toEqual(['startAgent']);
  });

  it('a second resume is none where a person started the agent again meanwhile', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume', { attempts: 2, cooldownMs: 10 }) }));
    on.hear(begins(1), dies(2), hook(3, 'SessionStart', { source: 'resume' }), dies(4));
    expect(on.run.pending?.kind).toBe('cooldown');
    on.did();
    on.hear(hook(5, 'SessionStart', { source: 'resume' }));
    expect(on.wait()).toBe(false);
    expect(on.acts()).toEqual([]);
  });

  it('an agent that is resumed may be acted on again, whatever it signalled before', () => {
    const on = new Supervision(runOver({ on_dead: ruleOf('resume') }));
    on.hear(begins(1), signal(2, 'escalate'), dies(3));
    on.hear(hook(4, 'SessionStart', { source: 'resume' }), begins(5), asks(6));
    expect(on.run.decision?.source).toBe('approval');
  });
});

describe('what is done about an error', () => {
  const rules: readonly ErrorRule[] = [
    { ...ruleOf('nudge', { message: 'first' }), match: 'rate_limited' },
    { ...ruleOf('fail'), match: 'rate_limited' },
    { ...ruleOf('resume'), match: 'unauthorized' },
  ];
  const met = (error: string, on_error = rules) =>
    new Supervision(runOver({ on_error })).hear(begins(1), fails(2, error));

  it('the first rule that matches counts', () => {
    expect(met('rate_limit').did()).toEqual([{ type: 'typeText', run: 'r1', agent, text: 'first' }]);
  });

  it('a rule without a match matches every error', () => {
    const on = met('server_error', [...rules, ruleOf('fail')]);
    expect(on.acts()).toEqual(['endAgent']);
    on.tell({ type: 'agentEnded', at: 3, agent });
    expect(on.run).toMatchObject({ status: 'failed', reason: 'overloaded' });
  });

  it('none that matches: a person is asked', () => {
    expect(met('server_error').run.decision).toMatchObject({ source: 'error', trigger: 'overloaded' });
    expect(met('rate_limit', []).run.decision).toMatchObject({ source: 'error', trigger: 'rate_limited' });
  });

  it('resume ends the process first', () => {
    const on = met('authentication_failed');
    expect(on.acts()).toEqual(['endAgent']);
    on.hear(dies(3));
    expect(on.did()).toEqual([{ type: 'startAgent', run: 'r1', launch: 1, resume: agent }]);
  });
});

describe('done and fail', () => {
  it.each([
    ['done', 'done', undefined],
    ['fail', 'failed', 'prompt'],
  ] as const)('%s at a prompt ends the process first', (action, status, reason) => {
    const on = new Supervision(runOver({ on_prompt: ruleOf(action) })).hear(begins(1), asks(2));
    expect(on.did()).toEqual([{ type: 'endAgent', run: 'r1', agent }]);
    expect(on.run).toMatchObject({ status: 'running', pending: { kind: 'end' } });
    on.hear(dies(3));
    expect(on.run.status).toBe(status);
    expect(on.run.reason).toBe(reason);
  });

  it.each(['done', 'fail'] as const)('%s at an idle ends the process first', (action) => {
    const on = new Supervision(runOver({ on_idle: ruleOf(action) })).hear(begins(1), asksToStop(2));
    expect(on.acts()).toEqual(['endAgent']);
    on.hear(hook(3, 'SessionEnd', { reason: 'other' }));
    expect(on.run.status).toBe(action === 'done' ? 'done' : 'failed');
  });
});
