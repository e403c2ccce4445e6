/** What a person reads in a text: words and numbers. */
const wordPattern = /[\p{L}\p{N}]+/gu;

/** What emphasis is made of, and what makes a text harmless: it may stand inside of a word. */
const markPattern = /[\u200b\u2060\ufeff*_~`\\]/gu;

/** The number of an item of a list: a page counts by itself. */
const itemPattern = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))+/gmu;

/** The line that opens a block of code, with one word behind it. */
const fencePattern = /^([ \t>]*(?:[-*+]|\d{1,9}[.)])?[ \t]*(?:`{3,}|~{3,}))[ \t]*(\S+)[ \t]*$/gmu;

/** The languages of a block of code that need not be seen. Any other word there might be meant to be hidden. */
const languages: ReadonlySet<string> = new Set(
  `bash bat c c# c++ clojure cmake console cpp cs csharp css csv cxx dart diff docker dockerfile dotenv elixir env
  erlang fish fsharp go golang gradle graphql groovy h haskell hcl hpp html http ini java javascript js json json5
  jsonc jsonl jsx julia kotlin kt less lisp log lua make makefile markdown md mermaid mjs mts nginx nix objc ocaml perl
  php plain plaintext powershell prisma proto protobuf ps1 py python r rb regex rs ruby rust scala scss sh shell
  shell-session sql svelte svg swift terraform tex text toml ts tsx txt typescript vb vim vue wasm xml yaml yml zig
  zsh`.split(/\s+/u),
);

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
  for (const [word, times] of counted(readable(markdown))) {
    if ((shown.get(word) ?? 0) < times) {
      return false;
    }
  }
  return true;
}

/** A Markdown text without what a page writes in its own way. */
function readable(markdown: string): string {
  return markdown
    .replaceAll(fencePattern, (line, fence: string, word: string) =>
      languages.has(word.toLowerCase()) ? fence : line,
    )
    .replaceAll(itemPattern, ' ');
}

function counted(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.replaceAll(markPattern, '').matchAll(wordPattern)) {
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
