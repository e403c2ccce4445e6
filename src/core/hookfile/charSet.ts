/** A set of UTF-16 units: stretches from one to another, in order and apart. */
export type CharSet = readonly (readonly [from: number, to: number])[];

const last = 0xffff;

/** The set of these stretches, in whatever order they are. */
export function charSet(stretches: CharSet): CharSet {
  const sorted = stretches.toSorted((a, b) => a[0] - b[0]);
  const apart: [number, number][] = [];
  for (const [from, to] of sorted) {
    const before = apart.at(-1);
    if (before && from <= before[1] + 1) {
      before[1] = Math.max(before[1], to);
    } else {
      apart.push([from, to]);
    }
  }
  return apart;
}

/** Everything that is not in a set. */
export function otherChars(set: CharSet): CharSet {
  const others: [number, number][] = [];
  let from = 0;
  for (const [start, end] of set) {
    if (start > from) {
      others.push([from, start - 1]);
    }
    from = end + 1;
  }
  return from > last ? others : [...others, [from, last]];
}

/** Whether two sets have something in common. */
export function overlap(a: CharSet, b: CharSet): boolean {
  let [i, j] = [0, 0];
  for (let [one, other] = [a[i], b[j]]; one && other; [one, other] = [a[i], b[j]]) {
    if (one[0] <= other[1] && other[0] <= one[1]) {
      return true;
    }
    if (one[1] < other[1]) {
      i++;
    } else {
      j++;
    }
  }
  return false;
}

const codes = (text: string): CharSet => charSet([...text].map((char) => [code(char), code(char)]));
const code = (char: string): number => char.charCodeAt(0);
const digits: CharSet = [[code('0'), code('9')]];
const word = charSet([...digits, [code('A'), code('Z')], [code('a'), code('z')], [code('_'), code('_')]]);
const blank = charSet([
  ...codes(' \t\n\v\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'),
  [0x2000, 0x200a],
]);

/** What a dot stands for. */
export const anyOnLine: CharSet = otherChars(codes('\n\r\u2028\u2029'));

/** What a word is made of, where it is asked whether one begins or ends. */
export const wordChars: CharSet = word;

/** What an escape with a letter stands for, where it is a whole class. */
export const classEscapes: ReadonlyMap<string, CharSet> = new Map([
  ['d', digits],
  ['D', otherChars(digits)],
  ['w', word],
  ['W', otherChars(word)],
  ['s', blank],
  ['S', otherChars(blank)],
]);
