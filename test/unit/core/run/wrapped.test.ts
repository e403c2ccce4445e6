import { describe, expect, it } from 'vitest';
import type { Policy } from '../../../../src/core/run/policy.ts';
import { hook } from '../../../support/claude.ts';
import { agent, emitted, ruleOf, runOver, Supervision, stepOf } from '../../../support/supervision.ts';

const script = 'other:x';
const second = 'claude-code:s2';
const mine = { started_as: script };
const starts = (at: number, id = 's1', more = {}) =>
  hook(at, 'SessionStart', { source: 'startup', session_id: id, ...mine, ...more });
const works = (at: number, id = 's1') => hook(at, 'UserPromptSubmit', { session_id: id, ...mine });
const leaves = (at: number, id = 's1') =>
  hook(at, 'SessionEnd', { reason: 'other', session_id: id, ...mine });
const completes = (at: number, id: string) =>
  emitted(at, { type: 'agent:signal', agent_id: id, signal: 'complete' });

/** A run that started a script. */
function scripted(policy: Partial<Policy> = {}, names: readonly string[] = ['build']): Supervision {
  const steps = names.map((name) => ({ ...stepOf(name, policy), command: './job.sh' }));
  const on = new Supervision(runOver({}, { agent: '', origin: 'started', steps }));
  on.tell({ type: 'begun', at: 0 });
  on.tell({ type: 'agentStarted', at: 0, agent: script, folder: '/w' });
  on.did();
  return on;
}

const exits = (on: Supervision, at: number, launch = 1) =>
  on.tell({ type: 'agentEnded', at, agent: script, launch, code: 3 });

describe('a run of a program that runs agents', () => {
  it('goes on when one of them ends, and with the next', () => {
    const on = scripted({ on_dead: ruleOf('fail') }).hear(starts(1), works(2), leaves(3));
    expect([on.run.status, on.run.agent, on.acts()]).toEqual(['running', agent, []]);
    on.hear(starts(4, 's2'), works(5, 's2'));
    expect([on.run.agent, on.run.steps[0]?.agent]).toEqual([second, second]);
  });

  it('stays with the one that lives when that starts another', () => {
    const on = scripted().hear(starts(1), works(2), starts(3, 's2'), works(4, 's2'));
    expect(on.run.agent).toBe(agent);
  });

  it('takes no agent of another program, nor one of an earlier start', () => {
    const on = scripted().hear(starts(1), leaves(2), starts(3, 's2', { started_as: 'other:y' }));
    expect(on.run.agent).toBe(agent);
    exits(on, 20_000);
    on.choose(20_001, 'retry');
    on.tell({ type: 'agentStarted', at: 20_002, agent: 'other:z', folder: '/w' });
    on.hear(starts(20_003, 's3'), completes(20_004, script));
    expect([on.run.agent, on.run.status]).toEqual(['other:z', 'running']);
  });

  it('acts on the end of the program, whichever agent it ran, once', () => {
    const on = scripted({ on_dead: ruleOf('resume') }).hear(starts(1), works(2), leaves(3));
    expect(exits(on, 20_000)).toBe(true);
    expect(on.acts()).toEqual(['startAgent']);
    expect(exits(on, 20_001)).toBe(false);
  });

  it('is an ordinary one where the program leaves a living agent behind', () => {
    const on = scripted({ on_dead: ruleOf('fail') }).hear(starts(1), works(2));
    exits(on, 20_000);
    exits(on, 20_000);
    expect([on.run.status, on.acts()]).toEqual(['running', []]);
    on.hear(leaves(20_001));
    expect(on.run.status).toBe('failed');
  });

  it('is done by a signal of what the program left behind, also after the agent that was', () => {
    const on = scripted().hear(starts(1), works(2));
    exits(on, 20_000);
    on.hear(leaves(20_001));
    expect(on.run.decision?.source).toBe('dead');
    on.hear(completes(20_002, script));
    expect(on.run.status).toBe('done');
  });

  it('ends with the program, also where somebody told what that does', () => {
    const on = scripted({ on_dead: ruleOf('fail') });
    on.hear(emitted(1, { type: 'agent:idle', agent_id: script }));
    exits(on, 20_000);
    expect(on.run.status).toBe('failed');
  });

  it.each([script, second])('is done by a signal of the program or of the one it runs (%s)', (speaker) => {
    const on = scripted().hear(starts(1), leaves(2), starts(3, 's2'), works(4, 's2'));
    on.hear(completes(5, speaker));
    expect(on.run.status).toBe('done');
  });

  it('is done by a signal of the program also between two agents, which has time to end', () => {
    const on = scripted({}, ['one', 'two']).hear(starts(1), works(2), leaves(3), completes(4, script));
    expect(on.run).toMatchObject({ step: 1, leaving: agent });
    expect(on.did()).toMatchObject([
      { type: 'endAgent', agent, launch: 1, afterMs: 10_000 },
      { type: 'startAgent' },
    ]);
  });

  it.each([
    ['its turn', () => hook(4, 'Stop', mine)],
    ['its life', () => leaves(4)],
  ])('ends the whole program when the agent that signalled ends %s', (_, event) => {
    const on = scripted({}, ['one', 'two']).hear(starts(1), works(2), completes(3, agent));
    expect(on.did()).toMatchObject([
      { type: 'endAgent', launch: 1, afterMs: 60_000 },
      { type: 'startAgent' },
    ]);
    on.hear(event());
    expect(on.did()).toEqual([{ type: 'endAgent', run: 'r1', agent, launch: 1 }]);
  });

  it('counts anew when a person has the program started again: nobody hears it work', () => {
    const on = scripted({ on_dead: ruleOf('resume') });
    for (const at of [20_000, 40_000]) {
      exits(on, at, on.run.launches);
      on.tell({ type: 'agentStarted', at: at + 1, agent: script, folder: '/w' });
    }
    expect(on.run.decision?.trigger).toBe('exit:exhausted');
    on.choose(40_002, 'retry');
    on.tell({ type: 'agentStarted', at: 40_003, agent: script, folder: '/w' });
    on.did();
    exits(on, 60_000, on.run.launches);
    expect(on.acts()).toEqual(['startAgent']);
  });

  it('ends the whole program when a person cancels, though no agent lives', () => {
    const on = scripted().hear(starts(1), works(2), leaves(3));
    on.tell({ type: 'cancelled', at: 4 });
    expect(on.did()).toEqual([{ type: 'endAgent', run: 'r1', agent, launch: 1 }]);
    on.tell({ type: 'agentEnded', at: 5, agent });
    expect(on.run).toMatchObject({ status: 'failed', reason: 'cancelled' });
  });
});
