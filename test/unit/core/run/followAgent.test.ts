import { describe, expect, it } from 'vitest';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { hook, play } from '../../../support/claude.ts';
import { agent, asksToStop, emitted, ruleOf, runOver, Supervision } from '../../../support/supervision.ts';

const second = 'claude-code:s2';
const starts = (at: number) => hook(at, 'UserPromptSubmit', { pid: 5 });
const cleared = (at: number) => hook(at, 'SessionStart', { session_id: 's2', source: 'clear', pid: 5 });

describe('a run', () => {
  it('follows its agent into a cleared conversation, and its step with it', () => {
    const on = new Supervision(runOver()).hear(
      starts(1),
      hook(2, 'SessionEnd', { reason: 'clear' }),
      cleared(3),
    );
    expect(on.run).toMatchObject({ agent: second, former: [agent], steps: [{ agent: second }] });
  });

  it('follows it though an older run of the same agent has ended', () => {
    const old = { ...runOver({}, { id: 'r0' }), status: 'done' } as const;
    const from = new Supervision(runOver()).state;
    const runs = new Map([[old.id, old], ...from.runs]);
    const { state } = play([starts(1), cleared(3)], { ...from, runs });
    expect(state.runs.get('r1')?.agent).toBe(second);
    expect(state.runs.get('r0')).toBe(old);
  });

  it('takes the first agent that says it was started for it', () => {
    const given = 'codex:given';
    const on = new Supervision(runOver({}, { agent: given }));
    const startedAs = { started_as: given };
    on.hear(hook(1, 'SessionStart', { source: 'startup', ...startedAs }));
    expect(on.run).toMatchObject({ agent, former: [given] });
    on.hear(hook(2, 'SessionStart', { source: 'startup', session_id: 's2', ...startedAs }));
    expect(on.run.agent).toBe(agent);
  });

  it('stays with its agent when that starts another one, which inherits its environment', () => {
    const nested = { source: 'startup', session_id: 's2', started_as: agent };
    const on = new Supervision(runOver()).hear(starts(1), hook(2, 'SessionStart', nested));
    expect(on.run).toMatchObject({ agent, former: [] });
    on.hear(
      hook(3, 'SessionEnd', { reason: 'clear' }),
      hook(4, 'SessionStart', { ...nested, session_id: 's3' }),
    );
    expect(on.run.agent).toBe(agent);
  });
});

describe('a run whose agent resumes another conversation', () => {
  const mine = { pid: 5, started_as: agent };
  const theirs = { pid: 6 };
  type Process = { readonly pid: number; readonly started_as?: string };
  const speaks = (at: number, by: Process) => hook(at, 'UserPromptSubmit', by);
  const leaves = (at: number, by: Process) => hook(at, 'SessionEnd', { reason: 'resume', ...by });
  const resumes = (at: number, by: Process, id = 's2') =>
    hook(at, 'SessionStart', { session_id: id, source: 'resume', ...by });
  const read = (at: number, id: string, pid: number) =>
    parseClaudeSession({ pid, sessionId: id, status: 'idle', statusUpdatedAt: at });
  const over = () => new Supervision(runOver({ on_idle: ruleOf('done') })).hear(speaks(1, mine));

  it('follows it, and its signals and its idleness count', () => {
    const on = over().hear(leaves(2, mine), resumes(3, mine));
    expect(on.run).toMatchObject({ agent: second, former: [agent], status: 'running' });
    expect(on.run.movingPid).toBeUndefined();
    on.hear(asksToStop(4, { session_id: 's2', ...mine }));
    expect(on.acts()).toEqual(['endAgent']);
    on.hear(emitted(5, { type: 'agent:signal', agent_id: second, signal: 'complete' }));
    expect(on.run.status).toBe('done');
  });

  it('follows it where the conversation was known before, and back', () => {
    const on = over().hear(resumes(2, theirs), hook(3, 'SessionEnd', { session_id: 's2', ...theirs }));
    on.hear(leaves(4, mine), resumes(5, mine));
    expect(on.run.agent).toBe(second);
    on.hear(hook(6, 'SessionEnd', { session_id: 's2', reason: 'resume', ...mine }), resumes(7, mine, 's1'));
    expect(on.run.agent).toBe(agent);
  });

  it('follows it where only its session file tells of the other conversation', () => {
    const on = over().hear(leaves(2, mine), read(3, 's2', 5));
    expect(on.run.agent).toBe(second);
    on.hear(read(4, 's2', 5));
    on.wait();
    expect(on.acts()).toEqual(['endAgent']);
  });

  it('follows it where the end of the first conversation is heard last', () => {
    const on = over().hear(resumes(3, mine), leaves(2, mine));
    expect(on.run).toMatchObject({ agent: second, status: 'running' });
  });

  it('follows its own process, also where another one has the first conversation too', () => {
    const on = over().hear(resumes(2, theirs, 's1'), leaves(3, mine), resumes(4, mine));
    expect(on.run.agent).toBe(second);
    const late = over().hear(resumes(2, theirs, 's1'), resumes(4, mine), leaves(3, mine));
    expect(late.run.agent).toBe(second);
  });

  it('stays with its agent when another process leaves its conversation, in whatever order that is heard', () => {
    const [left, began] = [leaves(3, theirs), resumes(4, theirs)];
    for (const events of [
      [left, began],
      [began, left],
    ]) {
      const on = over().hear(resumes(2, theirs, 's1'), ...events);
      expect(on.run).toMatchObject({ agent, former: [] });
    }
  });

  it('stays with its agent when another process resumes another conversation', () => {
    const on = over().hear(resumes(2, theirs), leaves(3, mine), resumes(4, theirs, 's3'));
    expect(on.run.agent).toBe(agent);
    on.hear(resumes(5, mine, 's4'));
    expect(on.run.agent).toBe('claude-code:s4');
  });

  it.each(['resume', 'clear'])('follows nobody with the process id of an agent that died: %s', (source) => {
    const starts = hook(4, 'SessionStart', { session_id: 's2', source, pid: 5 });
    const died = over().hear(emitted(2, { type: 'agent:exited', agent_id: agent }), starts, read(5, 's3', 5));
    expect(died.run.agent).toBe(agent);
    const left = over().hear(hook(2, 'SessionEnd', { reason: 'other', ...mine }), starts);
    expect(left.run.agent).toBe(agent);
    const between = over().hear(leaves(2, mine));
    between.tell({ type: 'agentEnded', at: 3, agent, launch: 0 });
    expect(between.hear(starts).run.agent).toBe(agent);
  });

  it('never takes the agent of another run', () => {
    const other = runOver({}, { id: 'r2', agent: second });
    const on = over();
    on.state = { ...on.state, runs: new Map([...on.state.runs, [other.id, other]]) };
    on.hear(resumes(2, theirs), leaves(3, mine), resumes(4, mine));
    expect([...on.state.runs.values()].map((run) => run.agent)).toEqual([agent, second]);
    on.hear(resumes(5, mine, 's3'));
    expect(on.run.agent).toBe('claude-code:s3');
  });
});
