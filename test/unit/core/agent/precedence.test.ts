import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../../src/core/agent/agent.ts';
import { newAgent } from '../../../../src/core/agent/agent.ts';
import type { Claim } from '../../../../src/core/agent/precedence.ts';
import {
  admission,
  admissions,
  evidences,
  outranks,
  precedence,
  weaker,
} from '../../../../src/core/agent/precedence.ts';
import type { BaseState, Prompt } from '../../../../src/core/agent/state.ts';

const working: BaseState = { kind: 'working' };
const idle: BaseState = { kind: 'idle' };
const failed: BaseState = { kind: 'failed', error: { class: 'other' } };
const prompt: Prompt = {
  id: 'p',
  at: 50,
  kind: 'permission',
  reason: 'Permission',
  source: 'request',
  evidence: 'hook',
};

function row(state: BaseState, more: Partial<Agent> = {}): Agent {
  const base = { state, at: 100, evidence: 'hook' } as const;
  return { ...newAgent({ program: 'p', session: 's' }, 0), base, state, ...more };
}

function claim(state: BaseState, more: Partial<Claim> = {}): Claim {
  return { state, at: 200, evidence: 'hook', definite: false, notice: false, ...more };
}

describe('the precedence of occasions', () => {
  it('is signal, prompt, idle, quiet', () => {
    expect(precedence).toEqual(['signal', 'prompt', 'idle', 'quiet']);
  });

  it.each(precedence.flatMap((a, i) => precedence.map((b, j) => [a, b, i < j] as const)))(
    '%s outranks %s: %s',
    (a, b, expected) => {
      expect(outranks(a, b)).toBe(expected);
    },
  );
});

describe('the strength of evidence', () => {
  it('is hook, session file, process, transcript', () => {
    expect(evidences).toEqual(['hook', 'sessionFile', 'process', 'transcript']);
    expect(weaker('transcript', 'hook')).toBe(true);
    expect(weaker('hook', 'hook')).toBe(false);
    expect(weaker('hook', 'process')).toBe(false);
  });
});

describe('whether a claim replaces what a row stands on', () => {
  it.each<[string, Agent, Claim, 'take' | 'keep']>([
    ['an older event never replaces a newer state', row(working), claim(idle, { at: 99 }), 'keep'],
    [
      'the end of a process wins, also late, unless the agent was started again since',
      row(working),
      claim({ kind: 'exited' }, { at: 99, evidence: 'process' }),
      'take',
    ],
    [
      'an older event never replaces a newer state',
      row(working, { startedAt: 100 }),
      claim({ kind: 'gone' }, { at: 99, evidence: 'process' }),
      'keep',
    ],
    [
      'a failure counts, also when the session file told of the end of its turn first',
      row(idle, { base: { state: idle, at: 100, evidence: 'sessionFile' }, workedAt: 90 }),
      claim(failed, { at: 99, evidence: 'transcript' }),
      'take',
    ],
    [
      'an older event never replaces a newer state',
      row(idle, { base: { state: idle, at: 100, evidence: 'sessionFile' }, workedAt: 90 }),
      claim(failed, { at: 89, evidence: 'transcript' }),
      'keep',
    ],
    [
      'an older event never replaces a newer state',
      row(idle, { base: { state: idle, at: 20_000, evidence: 'sessionFile' } }),
      claim(failed, { at: 9999, evidence: 'transcript' }),
      'keep',
    ],
    [
      'an older event never replaces a newer state',
      row(idle, { base: { state: idle, at: 100, evidence: 'sessionFile' }, startedAt: 99 }),
      claim(failed, { at: 98, evidence: 'transcript' }),
      'keep',
    ],
    [
      'an older event never replaces a newer state',
      row(idle),
      claim(failed, { at: 99, evidence: 'transcript' }),
      'keep',
    ],
    [
      'an idle notice never replaces an unanswered prompt',
      row(working, { prompts: [prompt] }),
      claim(idle, { notice: true }),
      'keep',
    ],
    ['an idle notice never hides a failure', row(failed), claim(idle, { notice: true }), 'keep'],
    [
      'an idle notice never ends work in the background',
      row(working, { background: ['x'] }),
      claim(idle, { notice: true }),
      'keep',
    ],
    ['equal or stronger evidence speaks', row(working), claim(idle, { notice: true }), 'take'],
    ['equal or stronger evidence speaks', row(failed), claim(working), 'take'],
    [
      'weaker evidence adds nothing to the same state',
      row({ kind: 'working', detail: 'Bash' }),
      claim(working, { evidence: 'sessionFile', definite: true }),
      'keep',
    ],
    ['weaker evidence may raise urgency', row(idle), claim(working, { evidence: 'transcript' }), 'take'],
    [
      'weaker evidence lowers urgency only when it is definite',
      row(working),
      claim(idle, { evidence: 'sessionFile', definite: true }),
      'take',
    ],
    ['silence changes nothing', row(working), claim(idle, { evidence: 'transcript' }), 'keep'],
  ])('%s', (name, agent, told, verdict) => {
    const rule = admission(agent, told);
    expect([rule.name, rule.verdict]).toEqual([name, verdict]);
  });

  it('has a table row above for every rule', () => {
    expect(admissions.map(({ name }) => name)).toEqual([
      'the end of a process wins, also late, unless the agent was started again since',
      'a failure counts, also when the session file told of the end of its turn first',
      'an older event never replaces a newer state',
      'an idle notice never replaces an unanswered prompt',
      'an idle notice never hides a failure',
      'an idle notice never ends work in the background',
      'equal or stronger evidence speaks',
      'weaker evidence adds nothing to the same state',
      'weaker evidence may raise urgency',
      'weaker evidence lowers urgency only when it is definite',
      'silence changes nothing',
    ]);
  });
});
