import { expect, it } from 'vitest';
import { usualLevels as levels } from '../../../../../src/core/view/notifyKinds.ts';
import { folderRows } from '../../../../../src/core/view/treeRows.ts';
import { hook, play } from '../../../../support/claude.ts';
import { canResume } from '../../../../support/programs.ts';

const minute = 60_000;
const { state } = play([
  hook(0, 'UserPromptSubmit', { prompt: 'Go' }),
  hook(3 * minute, 'PreToolUse', { tool_name: 'Bash' }),
]);
const rowAt = (now: number) =>
  folderRows({ state, now, placeOf: () => undefined, levels, canResume })[0]?.children[0] ?? undefined;

it('an agent at work of which nothing was heard for ten minutes is quiet', () => {
  expect(rowAt(13 * minute - 1)?.description).toBe('Bash · 12m');
  expect(rowAt(15 * minute)?.description).toBe('Bash · quiet 12m');
  expect(rowAt(15 * minute)?.tooltip).toContain('No activity for 12m');
  expect(rowAt(16 * minute)?.accessibleLabel).toBe('Go, working · Bash · quiet 13m');
});

it('one that is idle is not', () => {
  const idle = play([hook(4 * minute, 'Stop')], state).state;
  const [folder] = folderRows({ state: idle, now: 60 * minute, placeOf: () => undefined, levels, canResume });
  expect(folder?.children[0]?.description).toBe('done · unseen');
});
