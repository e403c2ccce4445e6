/**
 * JSON on one line with a space behind every colon and comma, as Python writes it: published hooks look for
 * `"command": "` in what they are given.
 */
export function spacedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 1) ?? 'null';
  // Line ends inside of texts are escaped, so each one here is between two values.
  return text.replaceAll(/,\n\s*/gu, ', ').replaceAll(/\n\s*/gu, '');
}
