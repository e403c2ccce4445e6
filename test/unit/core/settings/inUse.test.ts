import { expect, it } from 'vitest';
import { inUse } from '../../../../src/core/settings/inUse.ts';

const known = (program: string, hasEntries: boolean, isHere: boolean) => ({ program, hasEntries, isHere });

it('the programs in use are those that are set up, and only without any those on the machine', () => {
  expect(inUse([known('a', true, false), known('b', false, true), known('c', true, true)])).toEqual([
    'a',
    'c',
  ]);
  expect(inUse([known('a', false, false), known('b', false, true)])).toEqual(['b']);
  expect(inUse([known('a', false, false)])).toEqual([]);
});
