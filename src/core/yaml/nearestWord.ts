/** Beyond these, looking for what somebody meant takes longer than it helps. */
const longestWord = 64;
const mostWords = 60;

/** The word that somebody most likely meant: a letter or two off, none where all are farther. */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3));
  if (word.length > longestWord) {
    return undefined;
  }
  let nearest: string | undefined;
  let best = limit + 1;
  let seen = 0;
  for (const one of words) {
    if (++seen > mostWords) {
      break;
    }
    if (Math.abs(one.length - word.length) < best) {
      const distance = editDistance(word.toLowerCase(), one.toLowerCase());
      if (distance < best) {
        [nearest, best] = [one, distance];
      }
    }
  }
  return nearest;
}

/** How many letters have to be put in, taken out, changed, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const oneMore = Math.min(row[j - 1] ?? 0, last[j] ?? 0) + 1;
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = swaps ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(changed, oneMore, swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
