import { describe, expect, it } from 'vitest';
import type { Run } from '../../../../src/core/run/run.ts';
import { hook } from '../../../support/claude.ts';
import {
  agent,
  asks,
  asksToStop,
  begins,
  fails,
  grace,
  ruleOf,
  runOver,
  Supervision,
  signal,
  stops,
} from '../../../support/supervision.ts';

describe('the end of a turn that waits for a word', () => {
  const blocking = (attempts: number | 'forever' = 1) =>
    new Supervision(runOver({ on_idle: ruleOf('nudge', { attempts, message: 'Tests must pass.' }) }));

  it('is refused at once, without grace', () => {
    const on = blocking().hear(begins(1), asksToStop(2));
    expect(on.did()).toEqual([{ type: 'blockStop', run: 'r1', agent, text: 'Tests must pass.' }]);
  });

  it('is looked at again after the grace, in case the word was lost', () => {
    const on = blocking().hear(begins(1), asksToStop(2));
    expect(on.run.pending).toMatchObject({ kind: 'grace', dueAt: 2 + grace });
    on.wait();
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
  });

  it('is refused as often as the rule says; that it was refused before does not end it', () => {
    const on = blocking(3).hear(begins(1));
    for (const at of [2, 3, 4, 5]) {
      on.hear(asksToStop(at, { stop_hook_active: at > 2 }));
    }
    expect(on.acts()).toEqual(['blockStop', 'blockStop', 'blockStop']);
    expect(on.run.decision?.trigger).toBe('idle:exhausted');
  });

  it('is refused seven times in a turn at most', () => {
    const on = blocking('forever').hear(begins(1));
    for (let at = 2; at < 12; at += 1) {
      on.hear(asksToStop(at));
    }
    expect(on.acts()).toHaveLength(7);
    expect(on.run).toMatchObject({ status: 'waiting', decision: { trigger: 'idle:exhausted' } });
    // What may be tried for ever was not tried as often as it may be.
    expect(on.run.decision?.context).toBe(
      'The agent is idle and waits for input. The agent was told to continue seven times in one turn. That is the limit.',
    );
  });

  it('is refused anew in the next turn', () => {
    const on = blocking('forever').hear(begins(1));
    for (let turn = 1; turn <= 3; turn += 1) {
      for (let at = 0; at < 6; at += 1) {
        on.hear(asksToStop(turn * 100 + at));
      }
      on.hear(begins(turn * 100 + 50));
    }
    expect(on.acts()).toHaveLength(18);
    expect(on.run.blocks).toBe(0);
  });

  it('is refused though the file told of the idleness first', () => {
    const on = blocking().hear(begins(1), stops(2), asksToStop(3));
    expect(on.acts()).toEqual(['blockStop']);
  });

  it('is granted once the agent has signalled', () => {
    const on = blocking().hear(begins(1), signal(2, 'escalate'), asksToStop(3));
    expect(on.acts()).toEqual([]);
  });

  it('is granted while a person is asked', () => {
    const on = blocking().hear(begins(1), asks(2, 'make', { agent_id: 'a1' }), asksToStop(3));
    expect(on.acts()).toEqual([]);
  });

  it('is never refused at an error: such a turn ends by another event', () => {
    const on = blocking('forever').hear(begins(1), asksToStop(2), fails(3, 'authentication_failed'));
    expect(on.acts()).toEqual(['blockStop']);
    expect(on.run.decision).toMatchObject({ source: 'error', trigger: 'unauthorized' });
    on.hear(hook(60_003, 'Notification', { notification_type: 'idle_prompt' }), asksToStop(60_004));
    expect(on.acts()).toEqual([]);
  });

  it('is not refused where the log told of an error just before, and the turn did nothing since', () => {
    const on = new Supervision(
      runOver({ on_idle: ruleOf('nudge', { attempts: 'forever' }), on_error: [ruleOf('nudge')] }),
    );
    on.hear(begins(1), {
      id: 'failed',
      at: 2,
      program: 'claude-code',
      session: 's1',
      evidence: 'transcript',
      type: 'turnFailed',
      error: { class: 'out_of_credits' },
    });
    expect(on.acts()).toEqual(['typeText']);
    on.hear(asksToStop(3));
    expect(on.acts()).toEqual([]);
  });

  it("of a subagent is none of the conversation's", () => {
    const child = { agent_id: 'a1' };
    const on = blocking().hear(begins(1), hook(2, 'SubagentStart', child), asksToStop(3, child));
    expect(on.acts()).toEqual([]);
  });

  it('with work in the background is no idleness', () => {
    const on = blocking().hear(
      begins(1),
      asksToStop(2, { background_tasks: [{ id: 'b', status: 'running' }] }),
    );
    expect(on.acts()).toEqual([]);
  });

  it('waits for its cooldown in the terminal, from the second on', () => {
    const rule = ruleOf('nudge', { attempts: 3, cooldownMs: 30_000 });
    const on = new Supervision(runOver({ on_idle: rule })).hear(begins(1), asksToStop(2), asksToStop(3));
    expect(on.acts()).toEqual(['blockStop']);
    expect(on.run.pending).toMatchObject({ kind: 'cooldown', dueAt: 30_002 });
    on.wait();
    expect(on.acts()).toEqual(['typeText']);
  });
});

describe('an agent that a run has just started', () => {
  it('is known by its run, also where a prompt is the first that is heard of it', () => {
    const started: Run = { ...runOver(), pending: { kind: 'start' } };
    expect(new Supervision(started).hear(asks(2, 'make')).run.status).toBe('waiting');
    expect(new Supervision(runOver()).hear(asks(2, 'make')).run.status).toBe('running');
  });
});
