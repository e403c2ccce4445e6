import { expect, it } from 'vitest';
import { usualLevels as levels } from '../../../../../src/core/view/notifyKinds.ts';
import { shownRows } from '../../../../../src/core/view/rowChanges.ts';
import type { RowsInput } from '../../../../../src/core/view/rows/folderFamily.ts';
import { KeptRows } from '../../../../../src/core/view/rows/keptRows.ts';
import { ShownRoster } from '../../../../../src/core/view/shownRoster.ts';
import type { TreeRow } from '../../../../../src/core/view/treeRow.ts';
import { hook, play } from '../../../../support/claude.ts';
import { canResume } from '../../../../support/programs.ts';

const { state } = play([
  hook(1, 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'make' } }),
  hook(2, 'UserPromptSubmit', { session_id: 'other' }),
]);
const usual: RowsInput = { now: 10, levels, placeOf: () => undefined, canResume };

/** What the rows are at a second look, at which nothing else is another one than this. */
function rowsWith(other: Partial<RowsInput>) {
  const kept = new KeptRows(ShownRoster.of(state));
  kept.look(usual);
  const { changes } = kept.look({ ...usual, ...other });
  const rows = [...shownRows<TreeRow>(kept.tops).values()];
  const badges = rows.map((row) => row.kind === 'agent' && row.hasBadge);
  return { changes, needs: rows[0]?.description, badges: badges.filter(Boolean).length };
}

it.each<[string, Partial<RowsInput>, ReturnType<typeof rowsWith>]>([
  ['nothing', {}, { changes: [], needs: '1 needs you', badges: 0 }],
  [
    'what a person wants to be told of',
    { levels: { ...levels, permission: 'off' } },
    { changes: ['folder:/w'], needs: '', badges: 0 },
  ],
  [
    'whether rows say their program',
    { showsPrograms: true },
    { changes: ['claude-code:s1', 'claude-code:other'], needs: '1 needs you', badges: 2 },
  ],
])('rows are made anew where another one is %s', (_, other, expected) => {
  expect(rowsWith(other)).toEqual(expected);
});
