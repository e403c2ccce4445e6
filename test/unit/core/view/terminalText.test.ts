import { describe, expect, it } from 'vitest';
import { isolated } from '../../../../src/core/text/plainText.ts';
import { terminalLine, terminalText } from '../../../../src/core/view/terminalText.ts';

describe('a text for a terminal', () => {
  it.each([
    ['an escape sequence', 'a\u001b[31mb', 'a\\u001b[31mb'],
    ['an eight-bit escape', 'a\u009b31mb', 'a\\u009b31mb'],
    ['a carriage return, a backspace and a bell', 'a\rb\bc\u0007', 'a\\u000db\\u0008c\\u0007'],
    ['a turned direction', '/w/\u202egnp.exe', '/w/\\u202egnp.exe'],
    ['an isolate that is not closed', '\u2066a\u2068b', '\\u2066a\\u2068b'],
    ['an end without an isolate', 'a\u2069b', 'a\\u2069b'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ])('shows %s instead of obeying it', (_, text, shown) => {
    expect(terminalText(text)).toBe(shown);
  });

  it.each(['two\nlines\tand a tab', 'façade ナ 👩‍👩‍👧', isolated('שלום'), `a ${isolated('שלום')} b`])(
    'stays as it is: %j',
    (text) => {
      expect(terminalText(text)).toBe(text);
    },
  );

  it('has the line ends of a terminal', () => {
    expect(terminalText('a\r\nb')).toBe('a\nb');
  });

  it('means the same as JSON', () => {
    const data = { folder: '/w/\u202e\u0085\u001b[2J\u2068x\u2069\u007f', n: [1] };
    const shown = terminalText(JSON.stringify(data));
    expect(shown).toMatch(/^[\u0020-\u007e]*$/u);
    expect(JSON.parse(shown)).toEqual(data);
  });
});

describe('a line for a terminal', () => {
  it('stays one line, with nothing in it that a terminal obeys', () => {
    expect(terminalLine('/w/a\nb\r\nc\td\u001b[2J')).toBe('/w/a\\nb\\r\\nc\\td\\u001b[2J');
  });

  it('means the same as JSON', () => {
    const data = { folder: 'a\nb\tc\u0085' };
    expect(JSON.parse(terminalLine(JSON.stringify(data)))).toEqual(data);
  });
});
