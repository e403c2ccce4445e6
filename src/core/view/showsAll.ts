/** A word of a text that a person would miss: numbers of lists and single letters are written in other ways. */
const wordPattern = /\p{L}{2,}/gu;

/** The line that opens a block of code: what language it is in is no text. */
const fencePattern = /^(\s*(?:`{3,}|~{3,}))\s*[\w+#.-]+[ \t]*$/gmu;

/** What a formula looks like once it is rendered: parts of it can be made invisible. */
const formula = 'katex';

/**
 * Whether every word of a Markdown text is in its HTML. A renderer may leave things out: front matter, cells beyond the
 * head of a table, words behind the language of a block.
 */
export function showsAll(markdown: string, html: string): boolean {
  if (html.includes(formula)) {
    return false;
  }
  const shown = counted(textOf(html));
  for (const [word, times] of counted(markdown.replaceAll(fencePattern, '$1'))) {
    if ((shown.get(word) ?? 0) < times) {
      return false;
    }
  }
  return true;
}

function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  // What makes a text harmless may stand inside of a word.
  for (const [word] of text.replaceAll(/[\u200b\u2060\ufeff]/gu, '').matchAll(wordPattern)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/gu, (tag) => (/^<\/?(?:b|i|em|strong|code|span|s|del|a)\b/iu.test(tag) ? '' : ' '))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
