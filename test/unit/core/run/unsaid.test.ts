import { describe, expect, it } from 'vitest';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  asksToStop,
  begins,
  dies,
  fails,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stops,
} from '../../../support/supervision.ts';

const answered = (at: number, fields: Record<string, unknown> = {}) =>
  hook(at, 'PostToolUse', { tool_name: 'Bash', tool_input: { command: 'make' }, ...fields });

/** A run whose agent works on after it asked for a person, who said something to that. */
const nudged = (policy: Parameters<typeof runOver>[0] = {}) => {
  const on = new Supervision(runOver(policy, { origin: 'started' }));
  on.hear(begins(1), signal(2, 'escalate', 'Which database?'), answered(3));
  expect(on.choose(4, 'nudge', 'Postgres.')).toBe(true);
  return on;
};

describe('what a person says to an agent that works', () => {
  it('leaves it alone until its turn is about to end, and is the answer to that', () => {
    const on = nudged();
    expect([on.run.status, on.run.pending, on.acts()]).toEqual(['running', undefined, []]);
    on.hear(asksToStop(5));
    expect(on.did()).toMatchObject([{ type: 'blockStop', agent, text: 'Postgres.' }]);
    expect([on.run.unsaid, on.run.attempts]).toEqual([undefined, {}]);
    // From then on the rule about idleness counts as ever.
    on.hear(answered(6), asksToStop(7));
    expect(on.did()).toMatchObject([{ type: 'blockStop', text: expect.stringContaining('Continue') }]);
  });

  it('is typed as soon as it is idle, where the end of its turn waits for no word', () => {
    const on = nudged().hear(stops(5));
    expect(on.did()).toMatchObject([{ type: 'typeText', text: 'Postgres.' }]);
    expect(on.run.pending?.kind).toBe('grace');
  });

  it('is what Beckon says of itself where they said nothing', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate'));
    on.choose(3, 'nudge');
    on.hear(asksToStop(4));
    expect(on.did()).toMatchObject([{ type: 'blockStop', text: expect.stringContaining('Continue') }]);
  });

  it('is typed where the end of this turn was refused too often', () => {
    const on = new Supervision({ ...runOver(), blocks: 7 }).hear(
      hook(1, 'PreToolUse', { tool_name: 'Bash', tool_input: {} }),
      signal(2, 'escalate'),
    );
    on.choose(3, 'nudge', 'Postgres.');
    on.hear(asksToStop(4));
    expect(on.did()).toMatchObject([{ type: 'typeText', text: 'Postgres.' }]);
  });

  it('waits for the end of an error, and of what the run waits about then', () => {
    const on = nudged().hear(fails(5));
    expect(on.run.decision?.source).toBe('error');
    on.hear(begins(6), asksToStop(7));
    expect(on.did()).toMatchObject([{ type: 'blockStop', text: 'Postgres.' }]);
  });

  it('goes with the next start of an agent that dies before', () => {
    const on = nudged({ on_dead: ruleOf('resume', { message: 'You were gone.' }) }).hear(dies(5));
    expect(on.did()).toMatchObject([
      { type: 'startAgent', resume: agent, message: 'Postgres.\n\nYou were gone.' },
    ]);
    expect(on.run.unsaid).toBeUndefined();
  });

  it('is over with its step', () => {
    const on = nudged().hear(signal(5, 'complete'));
    expect([on.run.status, on.run.unsaid]).toEqual(['done', undefined]);
  });

  it('comes together with what they say besides', () => {
    const on = nudged().hear(signal(5, 'escalate', 'Which version?'));
    on.choose(6, 'nudge', '17.');
    on.hear(asksToStop(7));
    expect(on.did()).toMatchObject([{ type: 'blockStop', text: 'Postgres.\n\n17.' }]);
  });
});

describe('what a person says to an agent that asks something', () => {
  it('is not typed at its prompt, which is asked about then', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate'), asks(3));
    on.choose(4, 'nudge', 'Postgres.');
    expect([on.run.decision?.source, on.acts()]).toEqual(['approval', []]);
    on.hear(answered(5), asksToStop(6));
    expect(on.did()).toMatchObject([{ type: 'blockStop', text: 'Postgres.' }]);
  });

  it('is typed when nobody asks any more, where the agent itself is idle already', () => {
    const child = { agent_id: 'a1' };
    const on = new Supervision(runOver()).hear(begins(1), asks(2, 'make', child), signal(3, 'escalate'));
    on.hear(stops(4), answered(5, child), asks(6, 'make', child));
    expect(on.run.decision?.source).toBe('signal');
    on.choose(7, 'nudge', 'Postgres.');
    expect(on.acts()).toEqual([]);
    on.hear(answered(8, child), hook(9, 'SubagentStop', child), stops(10));
    expect(on.did()).toMatchObject([{ type: 'typeText', text: 'Postgres.' }]);
  });

  it('is kept where it was asked while it was typed', () => {
    const on = new Supervision(runOver()).hear(begins(1), signal(2, 'escalate'), stops(3));
    on.choose(4, 'nudge', 'Postgres.');
    on.hear(asks(5, 'make', { agent_id: 'a1' }));
    on.did();
    on.tell({
      type: 'typingFailed',
      at: 6,
      reason: 'It asks something.',
      said: { agent, text: 'Postgres.' },
    });
    expect(on.run.unsaid).toBe('Postgres.');
  });

  it('is kept also where the agent worked before it asked', () => {
    const on = new Supervision(runOver({ on_idle: ruleOf('escalate') })).hear(begins(1), stops(2));
    on.wait();
    const at = (on.run.decision?.openedAt ?? 0) + 1;
    on.choose(at, 'nudge', 'Postgres.');
    expect(on.did()).toMatchObject([{ type: 'typeText', text: 'Postgres.', ofPerson: true }]);
    on.hear(begins(at + 1), asks(at + 2));
    const said = { agent, text: 'Postgres.' };
    on.tell({ type: 'typingFailed', at: at + 3, reason: 'It asks something.', said });
    expect(on.run.unsaid).toBe('Postgres.');
  });

  it('comes before what they said since, and is not for another agent', () => {
    const on = nudged();
    const failed = { type: 'typingFailed', at: 5, reason: 'It asks something.' } as const;
    expect(on.tell({ ...failed, said: { agent: 'claude-code:s0', text: 'No.' } })).toBe(false);
    on.tell({ ...failed, said: { agent, text: 'Hm.' } });
    expect(on.run.unsaid).toBe('Hm.\n\nPostgres.');
  });

  it('is not what a rule says', () => {
    const on = new Supervision(runOver()).hear(begins(1), stops(2));
    on.wait();
    expect(on.did()).toEqual([
      { type: 'typeText', run: 'r1', agent, text: expect.stringContaining('Continue') },
    ]);
  });
});
