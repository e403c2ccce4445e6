import { expect, it } from 'vitest';
import { agentLabel } from '../../../../src/core/view/agentWords.ts';
import { AgentKeeper } from '../../../../src/node/hub/agentKeeper.ts';
import { agentOf, hook, picture } from '../../../support/claude.ts';

const hour = 3_600_000;

it('a row follows its agent also after the clock was set back', () => {
  let now = 10 * hour;
  const keeper = new AgentKeeper(() => now);
  keeper.dispatch(hook(now, 'UserPromptSubmit'));
  now -= hour;
  keeper.dispatch(hook(now, 'Stop'));
  expect(picture(agentOf(keeper.state))).toBe('idle');
  keeper.dispose();
});

it('a row has the name that the makers of its program use, whoever told of the agent', () => {
  const keeper = new AgentKeeper(() => 1, [{ id: 'claude-code', name: 'Claude Crowd' }]);
  const event = { id: 'e1', at: 1, session: 's1', evidence: 'process', type: 'workNoticed' } as const;
  for (const program of ['claude-code', 'copilot-cli', 'other']) {
    keeper.dispatch({ ...event, program });
  }
  expect([...keeper.state.agents.values()].map(agentLabel)).toEqual([
    'Claude Crowd s1',
    'Copilot CLI s1',
    'other s1',
  ]);
  keeper.dispose();
});
