/** A key, also one that is only begun; what is inside of one; brackets. */
const yamlLine = /^(?:[ \t]+\S|[\w-]+[ \t]*$|(?:"[^"]*"|'[^']*'|[\w-]+)[ \t]*:(?:\s|$)|[{}[\]"'])/u;

/**
 * The part that is YAML of a text below a line of dashes that nothing closes: the lines up to the first that is none.
 * A `#` behind an empty line is a heading, and so the page has begun.
 */
export function openMatter(text: string): string {
  let isBehindEmpty = false;
  let end = 0;
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf('\n', from);
    const line = text.slice(from, next < 0 ? text.length : next).replace(/\r$/u, '');
    const isEmpty = line.trim() === '';
    if (!isEmpty && !yamlLine.test(line) && (isBehindEmpty || !line.startsWith('#'))) {
      return text.slice(0, end);
    }
    // Of several empty lines before the page only the first is still a place for a key.
    end = isEmpty && isBehindEmpty ? end : from + line.length;
    isBehindEmpty = isEmpty;
    from = next < 0 ? text.length + 1 : next + 1;
  }
  return text;
}
