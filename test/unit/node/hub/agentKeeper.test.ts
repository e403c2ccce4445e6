import { expect, it } from 'vitest';
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
