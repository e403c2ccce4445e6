import { describe, expect, it } from 'vitest';
import { hook, play } from '../../../support/claude.ts';
import { agent, runOver, Supervision } from '../../../support/supervision.ts';

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
