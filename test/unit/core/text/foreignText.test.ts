import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { markdownText, planText, rowText, toastText } from '../../../../src/core/text/foreignText.ts';
import { plainText } from '../../../../src/core/text/plainText.ts';
import { commandLink } from '../../../../src/core/view/commandLink.ts';

/** Shows where the character stands that is not seen. */
const marked = (text: string) => text.replaceAll('\u200b', '·');

describe('foreign text on a row', () => {
  it.each([
    ['a\u0000b\u001b[31mc', 'ab[31mc'],
    ['left\u202eright', 'leftright'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['  two\r\n lines\t', 'two lines'],
    ['n\u{e0101}2', 'n2'],
    ['far\u3164\u3164\u2800away', 'far away'],
    ['half \ud83d', 'half \ufffd'],
    ['halves \ud83d\u2069\ude00', 'halves \ufffd\ufffd'],
  ])('%j becomes %j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
  });
});

describe('foreign text that is written from right to left', () => {
  const hebrew = 'איזה צבע';

  it('is kept from the words beside it', () => {
    expect(rowText(` ${hebrew}\n`)).toBe(`\u2068${hebrew}\u2069`);
    expect(toastText(`ls ${hebrew}`)).toBe(`\u2068ls ${hebrew}\u2069`);
    expect(markdownText(hebrew)).toBe(`&#8296;${hebrew}&#8297;`);
    expect(rowText('漢字 é 42')).toBe('漢字 é 42');
  });

  it('is kept so also where its end is cut off', () => {
    expect(rowText(hebrew, 5)).toBe('\u2068איזה…\u2069');
    expect(toastText(hebrew.repeat(9), 20)).toMatch(/^\u2068.{1,18}\u2069$/u);
  });

  it('cannot leave where it is kept', () => {
    expect(rowText(`${hebrew}\u2069\u202e`)).toBe(`\u2068${hebrew}\u2069`);
  });

  it('is no other text for a terminal', () => {
    expect(plainText(rowText(hebrew))).toBe(hebrew);
  });
});

describe('foreign text in a message box', () => {
  it.each([
    ['[x](command:workbench.action.reloadWindow)', '[x]·(command:workbench.action.reloadWindow)'],
    ['echo $(date)', 'echo $·(date)'],
    ['cat <<EOF\nrm -rf build\nEOF\n', 'cat <<EOF ⏎ rm -rf build ⏎ EOF'],
    ['a\r\n\r\n  b', 'a ⏎ b'],
    [`ls${' '.repeat(900)}; rm x`, 'ls ; rm x'],
    ['\u202etxt.exe', 'txt.exe'],
  ])('%j becomes %j', (text, expected) => {
    expect(marked(toastText(text))).toBe(expected);
  });

  it('keeps the head and the tail of what is long', () => {
    const shown = toastText(`npm run build ${'x'.repeat(500)} && rm -rf build`, 60);
    expect(shown).toMatch(/^npm run build x+ … x+ && rm -rf build$/u);
    expect(shown.length).toBeLessThanOrEqual(60);
    expect(toastText('x'.repeat(500), 5)).toBe('xxxxx');
  });

  it('is made of megabytes without a pause', () => {
    const long = (middle: string) => toastText(`head${middle.repeat(2_000_000)}tail`);
    expect([long(' '), long('x').length, long('\n')]).toEqual(['head … tail', 150, 'head … tail']);
  });

  it('never cuts a character in two', () => {
    const shown = [10, 11, 12, 13, 14, 15].map((max) => toastText('😀'.repeat(50), max));
    expect(shown.join('')).toMatch(/^[😀… ]+$/u);
  });
});

describe('foreign text in a tooltip', () => {
  it('is written so that no sign in it means anything', () => {
    expect(markdownText('*a* [b](c)')).toBe('&#42;a&#42; &#91;b&#93;&#40;c&#41;');
    expect(markdownText('漢字 é 42\n😀')).toBe('漢字 é 42 &#128512;');
    expect(markdownText('$(bell)')).toBe('&#36;&#8203;&#40;bell&#41;');
  });
});

describe('a plan', () => {
  const render = (text: string) => new MarkdownIt({ html: true, linkify: true }).render(text);

  it.each([
    ['[a](b) [a][b]', '[a]·(b) [a]·[b]'],
    ['[a]: https://x', '[a]·: https:/·/x'],
    ['<img src=x> </b> <!-- 1 < 2', '<·img src=x> <·/b> <·!-- 1 < 2'],
    ['www.x.y a@b.c', 'www·.x.y a·@b.c'],
    ['use @types/node in README.md', 'use @types/node in README.md'],
    ['R&D &#91; a && b', 'R&D &·#91; a && b'],
  ])('%j becomes %j', (text, expected) => {
    expect(marked(planText(text))).toBe(expected);
  });

  it('has the same headings, lists and code as before', () => {
    const blocks = (html: string) => html.match(/<\/?(?:h[1-6]|[uo]l|li|pre|blockquote)\b/gu);
    const text = '# A\n\n- b `c`\n  ```\n  d\n  ```\n\n> e\n\n1. f\n\n```js\ng()\n```\n';
    expect(blocks(render(planText(text)))).toEqual(blocks(render(text)));
  });

  it('has its code blocks as they were, to be copied', () => {
    const code = 'npm i @types/node # see//it [a](b)\n';
    const html = render(planText(`Run:\n\n\`\`\`sh\n${code}\`\`\`\nSee https://example.com\n`));
    expect(html).toContain(`>${code}</code>`);
    expect(html).not.toContain('<a ');
  });

  it.each(['---\n```\n---', '$$\n```\n$$', ':::x\n```\n:::', '\\begin{x}\n```\n\\end{x}'])(
    'is broken everywhere where an extension may see other code than we do: %j',
    (start) => {
      expect(planText(`${start}\nhttps://example.com`)).not.toContain('//');
    },
  );
});

describe('a link to a command', () => {
  it('names its arguments so that they cannot end it', () => {
    expect(commandLink('Deny', 'beckon.deny', ["a)('*!"])).toBe(
      '[Deny](command:beckon.deny?%5B%22a%29%28%27%2A%21%22%5D)',
    );
  });
});
