/** Enough of an input to recognise it again: bounded in time and size however large or deep the input is. */
export function inputPrint(input: unknown): string {
  const parts: string[] = [];
  const rest: unknown[] = [input];
  while (rest.length > 0 && parts.length < 100) {
    const value = rest.pop();
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).slice(0, 100);
      parts.push(entries.map(([key]) => key.slice(0, 50)).join());
      rest.push(...entries.map(([, inner]) => inner));
    } else {
      const text = String(value);
      parts.push(`${text.length}:${text.slice(0, 200)}`);
    }
  }
  return parts.join('\n');
}
