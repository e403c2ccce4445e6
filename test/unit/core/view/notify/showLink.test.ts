import { describe, expect, it } from 'vitest';
import { parseShowLink, showLink } from '../../../../../src/core/view/notify/showLink.ts';

describe('a link to a row', () => {
  it.each([
    'ask:5f0c9e',
    'claude-code:00000001-0000-4000-8000-000000000001',
    'claude-code:s/child',
    'run:r-1',
  ])('is read as it was written: %s', (row) => {
    for (const isHere of [true, false]) {
      const link = showLink({ row, isHere });
      expect(link && parseShowLink(link)).toEqual({ row, isHere });
    }
  });

  it('may name a window, and may be encoded once more', () => {
    const shown = { row: 'ask:a/b', isHere: false };
    expect(parseShowLink({ path: '/show', query: 'row=ask:a/b&windowId=3' })).toEqual(shown);
    expect(parseShowLink({ path: '/show', query: 'row=ask%3Aa%2fb' })).toEqual(shown);
  });

  it('cannot name what is no id', () => {
    expect(showLink({ row: 'ask:a b', isHere: false })).toBeUndefined();
    expect(showLink({ row: '', isHere: false })).toBeUndefined();
  });

  it.each([
    ['/approve', 'row=ask:a'],
    ['/show/', 'row=ask:a'],
    ['/show', ''],
    ['/show', 'row='],
    ['/show', 'row=ask:a&row=ask:b'],
    ['/show', 'row=ask:a&answer=approve'],
    ['/show', 'answer=approve&row=ask:a'],
    ['/show', 'row=ask:a%0Ab'],
    ['/show', 'row=ask:a b'],
    ['/show', 'row=[x](command:y)'],
    ['/show', `row=${'a'.repeat(201)}`],
    ['/constructor', 'row=ask:a'],
  ])('is none: %s?%s', (path, query) => {
    expect(parseShowLink({ path, query })).toBeUndefined();
  });
});
