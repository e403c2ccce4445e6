import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../../src/core/run/policy.ts';
import { withAgent } from '../../../../src/core/run/runSteps.ts';
import { hook } from '../../../support/claude.ts';
import { agent, begins, dies, ruleOf, runOver, Supervision, signal } from '../../../support/supervision.ts';

const forever = { attempts: 'forever' } as const;

/** A run whose agent was started at 0, under a rule about its death. */
const started = (rule: Rule) => {
  const on = new Supervision(runOver({ on_dead: rule }, { origin: 'started', agent: '' }));
  on.tell({ type: 'begun', at: 0 });
  on.tell({ type: 'agentStarted', at: 0, agent, folder: '/w' });
  on.did();
  return on;
};
const ends = (on: Supervision, at: number, code?: number) =>
  on.tell({
    type: 'agentEnded',
    at,
    agent,
    launch: on.run.launches,
    ...(code === undefined ? {} : { code }),
  });

describe('an agent that ends at once, and was never heard', () => {
  it.each([1, forever.attempts] as const)('is not resumed, however often that may be: %s', (attempts) => {
    const on = started(ruleOf('resume', { attempts }));
    ends(on, 5, 127);
    expect([on.run.status, on.run.decision?.source, on.acts()]).toEqual(['waiting', 'dead', []]);
    expect(on.run.decision?.context).toBe(
      'The command ended at once (exit code 127), before anything was heard of it: claude',
    );
  });

  it('is told of so under every rule that asks a person', () => {
    const on = started(ruleOf('escalate'));
    ends(on, 5);
    expect(on.run.decision?.context).toBe(
      'The command ended at once, before anything was heard of it: claude',
    );
  });

  it.each([
    ['done', 'done'],
    ['fail', 'failed'],
  ] as const)('is %s where the rule says so', (action, status) => {
    const on = started(ruleOf(action));
    ends(on, 5, 0);
    expect(on.run.status).toBe(status);
  });

  it('is resumed where it lived for a while: not every program is heard', () => {
    const on = started(ruleOf('resume'));
    ends(on, 10_000, 1);
    expect(on.acts()).toEqual(['startAgent']);
  });

  it('is resumed where it was heard', () => {
    const on = started(ruleOf('resume')).hear(begins(1));
    ends(on, 5, 1);
    expect(on.acts()).toEqual(['startAgent']);
  });
});

describe('an agent that ends soon, and said something', () => {
  it.each(['continue', 'escalate'] as const)('is resumed where that was %s', (word) => {
    const on = started(ruleOf('resume')).hear(signal(1, word));
    ends(on, 5, 137);
    expect(on.acts()).toEqual(['startAgent']);
  });
});

describe('an agent that dies again and again', () => {
  it('is resumed for ever, but after a pause that grows to a minute', () => {
    const on = started(ruleOf('resume', forever));
    const pauses: number[] = [];
    let at = 1;
    for (let count = 0; count < 9; count += 1) {
      on.hear(hook(at, 'SessionStart', { source: 'resume' }), dies(at + 1));
      const { pending } = on.run;
      pauses.push(pending?.kind === 'cooldown' ? pending.dueAt - at - 1 : 0);
      on.wait();
      expect(on.acts()).toEqual(['startAgent']);
      at = (on.run.actedAt?.on_dead ?? 0) + 1;
      on.tell({ type: 'agentStarted', at, agent, folder: '/w' });
    }
    expect(pauses.map((ms) => Math.round(ms / 1000))).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('is resumed at once where that may be a few times only, or the last time was long ago', () => {
    const on = started(ruleOf('resume', { attempts: 2 })).hear(begins(1), dies(2));
    on.hear(hook(3, 'SessionStart', { source: 'resume' }), dies(4));
    expect(on.acts()).toEqual(['startAgent', 'startAgent']);
    const late = started(ruleOf('resume', forever)).hear(begins(1), dies(2));
    late.hear(hook(3, 'SessionStart', { source: 'resume' }), dies(60_004));
    expect(late.acts()).toEqual(['startAgent', 'startAgent']);
  });

  it('is remembered under its last fifty ids', () => {
    let run = runOver();
    for (let count = 0; count < 70; count += 1) {
      run = withAgent(run, `claude-code:t${count}`);
    }
    expect([run.former.length, run.former.at(-1)]).toEqual([50, 'claude-code:t68']);
  });
});
