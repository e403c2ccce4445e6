import type { Run } from './run.ts';

/**
 * What a run is called that begins: its name, with a number behind it where runs of that name are known. The numbers are
 * in the order in which they began: none is given anew while a later one is known.
 */
export function ownName(name: string, known: Iterable<Pick<Run, 'name'>>): string {
  const taken = new Set([...known].map((run) => run.name));
  const numbers = [...taken].map((one) => numberBehind(name, one));
  let number = Math.max(0, ...numbers) + 1;
  while (taken.has(numbered(name, number))) {
    number += 1;
  }
  return numbered(name, number);
}

function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name} (${number})`;
}

/** Which of the runs of a name another one is; 0 where it is none of them. */
function numberBehind(name: string, other: string): number {
  if (!other.startsWith(name)) {
    return 0;
  }
  const [, digits] = /^ \((\d{1,6})\)$/u.exec(other.slice(name.length)) ?? [];
  return other === name ? 1 : Number(digits ?? 0);
}
