import { describe, expect, it } from 'vitest';
import { parseDiff } from '../../../../src/programs/shared/pure/fileDiff.ts';

const diff = (from: string, to: string, hunks: string) => `--- a/${from}\n+++ b/${to}\n${hunks}`;
const hunk = '@@ -1,2 +1,2 @@\n one\n--- two\n+++ 2\n';

describe('a unified diff', () => {
  it('is read as one text that becomes another', () => {
    expect(parseDiff(diff('a', 'a', hunk))).toEqual({ before: 'one\n-- two', after: 'one\n++ 2' });
    const unended = '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\r\n';
    expect(parseDiff(diff('a', 'a', unended))).toEqual({ before: 'a', after: 'b\r' });
  });

  it.each([
    ['moves the file', diff('a', 'b', hunk)],
    ['deletes the file', diff('a', 'dev/null', '@@ -1 +0,0 @@\n-a\n')],
    ['is of two files', `${diff('a', 'a', hunk)}${diff('b', 'b', hunk)}`],
    ['has two parts', diff('a', 'a', `${hunk}${hunk}`)],
    ['is cut off', diff('a', 'a', hunk).slice(0, -7)],
    ['is none', 'one'],
  ])('that %s is not', (_, text) => {
    expect(parseDiff(text)).toBeUndefined();
  });
});
