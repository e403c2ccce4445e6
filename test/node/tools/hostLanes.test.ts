import { describe, expect, it } from 'vitest';
import { hostLanes } from '../../../tools/testing/hostLanes.ts';

const sizes: Readonly<Record<string, number>> = {
  'test/host/a.test.ts': 2,
  'test/host/b.test.ts': 10,
  'test/host/c.test.ts': 4,
  'test/host/d.test.ts': 4,
  'test/host/restricted/trust.test.ts': 5,
};
const deal = (files: readonly string[]) => hostLanes(files, (file) => sizes[file] ?? 0);

describe('The windows of the host level', () => {
  it('have about the same to do in both lanes, and those that are restricted come last', () => {
    expect(deal(Object.keys(sizes))).toEqual([
      [{ name: 'first', testFiles: ['test/host/a.test.ts', 'test/host/b.test.ts'], restricted: false }],
      [
        { name: 'second', testFiles: ['test/host/c.test.ts', 'test/host/d.test.ts'], restricted: false },
        { name: 'restricted', testFiles: ['test/host/restricted/trust.test.ts'], restricted: true },
      ],
    ]);
  });

  it('are the same whatever order the files come in', () => {
    expect(deal(Object.keys(sizes).toReversed())).toEqual(deal(Object.keys(sizes)));
  });

  it('are only those that have a file to run', () => {
    expect(deal(['test/host/a.test.ts']).flat()).toHaveLength(1);
    expect(deal(['test/host/restricted/trust.test.ts']).flat()).toMatchObject([{ name: 'restricted' }]);
  });
});
