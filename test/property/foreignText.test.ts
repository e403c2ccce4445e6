import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { markdownText, planText, rowText, toastText } from '../../src/core/text/foreignText.ts';
import { plainText } from '../../src/core/text/plainText.ts';
import { commandLink } from '../../src/core/view/commandLink.ts';
import { nastyLines, nastyText } from '../support/nastyText.ts';

const runs = { numRuns: 400 };
// What renders previews in VS Code, and what renders its hovers.
const preview = new MarkdownIt({ html: true, linkify: true });
const renderers: readonly (readonly [string, (text: string) => string])[] = [
  ['markdown-it', (text) => preview.render(text)],
  ['marked', (text) => marked.parse(text, { async: false, gfm: true })],
];

const hidden = /[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
const blank = /^[\s\u115f\u1160\u2800\u3164\uffa0]$/u;

/** The characters of a text that a person sees, in order. */
function seen(text: string): string {
  return [...text]
    .filter((char) => !hidden.test(char) && !blank.test(char))
    .map((char) => (/\p{Cs}/u.test(char) ? '\ufffd' : char))
    .join('');
}

/** What is inside of the marks that keep a text from the words around it, where it has them: both, and at its ends. */
function seenAlone(text: string): string {
  return text.replace(/^\u2068(.*)\u2069$/su, '$1');
}

function decoded(html: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html.replace(/&(?:#(\d+)|(\w+));/gu, (whole, code: string | undefined, name: string) =>
    code === undefined ? (names[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

describe('any text of an agent in a message box', () => {
  it('makes no link and no icon, and hides nothing', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const shown = toastText(text);
        expect(shown).not.toContain('](');
        expect(shown).not.toContain('$(');
        expect(seenAlone(shown).replaceAll('\u200b', '')).not.toMatch(hidden);
        expect(shown).not.toMatch(/\p{Cs}/u);
        expect(shown.length).toBeLessThanOrEqual(150);
      }),
      runs,
    );
  });

  it('keeps its beginning and its end', () => {
    fc.assert(
      fc.property(nastyText, fc.integer({ min: 20, max: 200 }), (text, max) => {
        const shown = toastText(text, max);
        expect(shown.length).toBeLessThanOrEqual(max);
        const all = seen(toastText(text, 1e9));
        const [head = '', tail = ''] = seen(shown).split('…');
        expect(all.startsWith(head)).toBe(true);
        expect(all.endsWith(tail)).toBe(true);
        if (toastText(text, 1e9).length > max) {
          expect(head.length).toBeGreaterThan(0);
        } else {
          expect(seen(shown)).toBe(all);
        }
      }),
      runs,
    );
  });

  it('is the same when it is made harmless twice', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        expect(toastText(toastText(text))).toBe(toastText(text));
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
      runs,
    );
  });
});

describe('any text of an agent beside other words', () => {
  const turning = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

  it('is kept from them where it is written from right to left, and only there', () => {
    fc.assert(
      fc.property(nastyText, fc.integer({ min: 10, max: 60 }), (text, max) => {
        for (const shown of [toastText(text, max), rowText(text, max)]) {
          expect(seenAlone(shown) !== shown).toBe(turning.test(shown));
          expect(seenAlone(shown)).not.toMatch(/[\u2066-\u2069\u202a-\u202e]/u);
        }
        expect(rowText(rowText(text, max), max)).toBe(rowText(text, max));
      }),
      runs,
    );
  });
});

describe.each(renderers)('any text of an agent in a tooltip, rendered by %s', (_, render) => {
  it('is shown as it is, and is nothing but text', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const html = render(markdownText(text));
        expect(html.match(/<[^>]*>?/gu)?.every((tag) => /^<\/?p>$/u.test(tag)) ?? true).toBe(true);
        expect(seen(decoded(html.replace(/<\/?p>/gu, '')))).toBe(seen(text));
        expect(html).not.toContain('$(');
      }),
      runs,
    );
  });

  it('leaves the links beside it as they are', () => {
    fc.assert(
      fc.property(nastyText, nastyText, (text, id) => {
        const link = commandLink('Approve', 'beckon.approve', [id]);
        const html = render(`- **a${markdownText(text)}**: ${link}`);
        const [found, ...others] = [...html.matchAll(/<a href="([^"]*)"/gu)];
        expect(others).toEqual([]);
        const [, args = ''] = decoded(found?.[1] ?? '').split('command:beckon.approve?');
        expect(JSON.parse(decodeURIComponent(args))).toEqual([id.replace(/\p{Cs}/gu, '\ufffd')]);
      }),
      runs,
    );
  });
});

describe('any plan of an agent', () => {
  const ours =
    /^<\/?(?:p|h[1-6]|ul|ol(?: start="\d+")?|li|pre|em|strong|s|blockquote|hr|br|table|thead|tbody|tr|t[hd](?: style="text-align:\w+")?|code(?: class="language-[^"]*")?)>$/u;

  it('has no link, image or HTML, rendered by markdown-it', () => {
    fc.assert(
      fc.property(fc.oneof(nastyText, nastyLines), (text) => {
        const html = preview.render(planText(text));
        expect((html.match(/<[^>]*>?/gu) ?? []).filter((tag) => !ours.test(tag))).toEqual([]);
        expect(html).not.toMatch(/class="language-mermaid/iu);
      }),
      { numRuns: 2500 },
    );
  });

  it('shows every character that can be seen', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        expect(seen(planText(text))).toBe(seen(text));
      }),
      runs,
    );
  });
});
