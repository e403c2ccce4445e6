const units: readonly (readonly [ms: number, unit: string])[] = [
  [24 * 60 * 60_000, 'day'],
  [60 * 60_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
  [1, 'millisecond'],
];

/** A length of time as a person says it: `30 seconds`, `1 minute and 30 seconds`. */
export function inWords(ms: number): string {
  const parts: string[] = [];
  let rest = Math.max(0, Math.round(ms));
  for (const [size, unit] of units) {
    const many = Math.floor(rest / size);
    if (many > 0) {
      parts.push(`${many} ${unit}${many === 1 ? '' : 's'}`);
      rest -= many * size;
    }
  }
  return parts.length === 0 ? 'no time' : parts.length === 1 ? parts.join('') : joined(parts);
}

function joined(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
