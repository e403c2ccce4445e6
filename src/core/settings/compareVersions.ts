/** Compares two versions by their numbers, as a sort does. What follows a `-` or `+` does not count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}

function numbersOf(version: string): number[] {
  const [numbers = ''] = version.split(/[-+]/u);
  return numbers.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
