import { clip } from './clip.ts';
import { honestText, isolated, isolationLength, plainText } from './plainText.ts';

// Takes no room and is no blank: between two characters that would be syntax together they are none.
const gap = '\u200b';
/** Stands where the middle of a text was left out. */
export const cutMark = ' … ';

// A command may be megabytes; what is far from both ends is never shown.
const longest = 20_000;

/**
 * A foreign text for message boxes, progress titles and quick picks, which make links of `[x](command:…)` and icons
 * of `$(bell)`: one line, at most `max` long. Line ends are shown, or two commands would read as one. Of a long text
 * the end is kept too: what matters may stand there.
 */
export function toastText(text: string, max = 150): string {
  const line = honestText(shortened(text, longest))
    .trim()
    .replace(/\s+/gu, (blanks) => (blanks.includes('\n') ? ' ⏎ ' : ' '));
  const dead = line.replace(/[\]$](?=\()/gu, `$&${gap}`);
  const shown = shortened(dead, max);
  return shown === isolated(shown) ? shown : isolated(shortened(dead, max - isolationLength));
}

/** A foreign text for a row, which has other words beside it: one line, its beginning where it is longer than `max`. */
export function rowText(text: string, max = longest): string {
  const line = plainText(text);
  return isolated(line.length > max ? `${clip(line, max - 1).trimEnd()}…` : line);
}

/**
 * A foreign text for a Markdown tooltip: one line that is shown as it is. Whatever is no letter, digit or blank is
 * written as a number, so nothing in it can be syntax or a link. Icons are looked for after the numbers were read.
 */
export function markdownText(text: string): string {
  return isolated(plainText(text))
    .replace(/\$(?=\()/gu, `$&${gap}`)
    .replace(/[^\p{L}\p{N} ]/gu, (char) => `&#${char.codePointAt(0)};`);
}

/**
 * A foreign Markdown text for the preview: headings, lists and code are kept, and no link, image, HTML or diagram in
 * it comes alive. It is for reading: what is live is broken by a character that is not seen, which a copy would have.
 * Code blocks are left as they are, where it is beyond doubt that they are code.
 */
export function planText(text: string): string {
  const lines = honestText(text).split('\n');
  let fence: string | undefined;
  // The first lines may be read as data about the text instead.
  let sure = !/^\s*---/u.test(lines[0] ?? '');
  return lines.map(read).join('\n');

  function read(line: string): string {
    if (fence !== undefined) {
      fence = closes(line, fence) ? undefined : fence;
      return line;
    }
    const opened = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u.exec(line);
    if (sure && opened) {
      fence = opened[1] ?? opened[2];
    } else {
      // What begins here may reach over the next fence, so that nobody knows any more what is inside of one.
      sure &&= !/`{3}|~{3}|\$\$|:{3}|\\begin/u.test(line);
    }
    return sparks.reduce((rest, [spark, broken]) => rest.replace(spark, broken), line);
  }
}

/** What makes a part of a text live, and how it is broken. */
const sparks: readonly (readonly [RegExp, string])[] = [
  // Links, images, and what they refer to.
  [/\](?=[([:])/gu, `]${gap}`],
  // HTML, and addresses in angle brackets.
  [/<(?=[a-z/!?])/giu, `<${gap}`],
  // Bare addresses; a renderer may have dropped a backslash before it looks for them.
  [/\/(?=\\?\/)/gu, `/${gap}`],
  [/\bwww(?=\\?\.)/giu, `$&${gap}`],
  [/(?<=[^\s([])@/gu, `${gap}@`],
  // Characters written as numbers or names may be any of the above.
  [/&(?=#?\w+;)/gu, `&${gap}`],
  // Diagrams have links of their own.
  [/mer(?=maid)/giu, `$&${gap}`],
];

/** Whether a line closes a fence, exactly as a renderer sees it: the next fence would be read upside down else. */
function closes(line: string, fence: string): boolean {
  const [, marker] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/u.exec(line) ?? [];
  return marker?.startsWith(fence) ?? false;
}

/** The beginning and the end of a text that is longer than `max`, never half of a surrogate pair. */
function shortened(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const room = max - cutMark.length;
  if (room < 6) {
    return clip(text, max);
  }
  const head = clip(text, Math.ceil((room * 2) / 3)).trimEnd();
  const tail = text.slice(text.length - Math.floor(room / 3)).replace(/^[\udc00-\udfff]/u, '');
  return `${head}${cutMark}${tail.trimStart()}`;
}
