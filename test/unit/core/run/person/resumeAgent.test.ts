import { expect, it } from 'vitest';
import type { Agent } from '../../../../../src/core/agent/agent.ts';
import { newAgent } from '../../../../../src/core/agent/agent.ts';
import type { AgentState } from '../../../../../src/core/agent/state.ts';
import { canResume, resumeLaunch } from '../../../../../src/core/run/person/resumeAgent.ts';
import { programs } from '../../../../support/programs.ts';

const session = '0f8c2d3e-1a2b-4c3d-8e4f-5a6b7c8d9e0f';
const is = (state: AgentState, key: Partial<Parameters<typeof newAgent>[0]> = {}): Agent => ({
  ...newAgent({ program: 'claude-code', session, ...key }, 0),
  state,
});

it.each<[string, Agent, boolean]>([
  ['one that died', is({ kind: 'exited' }), true],
  ['one that is gone', is({ kind: 'gone' }), true],
  ['one that lives', is({ kind: 'idle' }), false],
  ['a subagent', is({ kind: 'exited' }, { child: { id: 'a1' } }), false],
  ['one of another program', is({ kind: 'exited' }, { program: 'other' }), false],
  ['one whose session would be an option', is({ kind: 'exited' }, { session: '--help' }), false],
  ['one of a show', is({ kind: 'exited' }, { session: 'demo-x-1' }), false],
])('says of %s whether it can be resumed', (_, agent, expected) => {
  expect(canResume(programs, agent)).toBe(expected);
});

it('starts the program with the session as an argument, and tells it nothing', () => {
  const { script, args, env } = resumeLaunch(programs, is({ kind: 'exited' }));
  expect(script.split('\n').at(-1)).toBe('claude "$@"');
  expect(args).toEqual(['--resume', session]);
  expect(env).toEqual({});
});
