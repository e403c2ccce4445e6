import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../../src/core/agent/state.ts';
import type { Ask } from '../../../../../src/core/event/ask.ts';
import { fitsTitle, isReadable, wholeTitle } from '../../../../../src/core/view/ask/titleText.ts';

const prompt = (ask: Partial<Ask>): Prompt => ({
  id: 'p',
  at: 1,
  source: 'request',
  evidence: 'hook',
  kind: 'permission',
  reason: 'x',
  ...ask,
});
const bash = (command: string, more = {}) => prompt({ tool: 'Bash', input: { command, ...more } });
const edit = (old_string: string, new_string: string) =>
  prompt({ tool: 'Edit', input: { file_path: '/w/a.ts', old_string, new_string } });

describe('a text in a title', () => {
  it('can be read where no word is longer than a line, which VS Code would cut', () => {
    expect(fitsTitle('a'.repeat(33))).toBe(true);
    expect(fitsTitle(`rm ${'a'.repeat(51)} b`)).toBe(false);
    expect(fitsTitle('W'.repeat(34))).toBe(false);
  });

  it('is broken between the letters of scripts without blanks', () => {
    expect(fitsTitle('日本語'.repeat(40))).toBe(true);
    expect(fitsTitle('한국어'.repeat(40))).toBe(true);
  });
});

describe('an ask that is answered below its title', () => {
  it('is read there as a whole', () => {
    expect(isReadable(bash('npm test'))).toBe(true);
    expect(isReadable(bash(`echo ${'long '.repeat(100)}`))).toBe(false);
    expect(isReadable(bash(`echo ${'a'.repeat(300)}; rm -rf /`))).toBe(false);
    expect(isReadable(bash('ls', { run_in_background: true }))).toBe(false);
  });
});

describe('an ask that is approved together with others', () => {
  it('is shown with all that is in it', () => {
    expect(wholeTitle(bash('npm test'))).toBe('$ npm test');
    expect(wholeTitle(edit('a', 'b c'), '/w')).toBe('edit a.ts +1 −1 ⏎ − a ⏎ + b c');
    expect(wholeTitle(prompt({ tool: 'WebSearch', input: { query: 'x y' } }))).toBe('search for x y');
  });

  it.each([
    ['indentation', '  return 1'],
    ['runs of blanks', 'a   b'],
    ['a tab', 'a\tb'],
    ['an empty line', 'a\n\nb'],
    ['an invisible character', 'a\u200bb'],
    ['text that runs backwards', 'a\u202eb'],
    ['a blank of another kind', 'a\u00a0b'],
    ['a word that is cut', 'a'.repeat(60)],
    ['more than there is room for', 'a b '.repeat(200)],
  ])('is not shown whole with %s', (_, text) => {
    expect(wholeTitle(edit('a', text))).toBeUndefined();
    expect(wholeTitle(bash(`echo ${text}`))).toBeUndefined();
  });
});
