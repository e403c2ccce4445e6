/** Beyond these, looking for what somebody meant takes longer than it helps. */
const longestWord = 64;
const mostWords = 60;

/** In a shorter word one other letter makes another word. */
const shortestSlip = 5;

/** Whether two words are the same but for capital letters, hyphens and underscores. */
export function isSameWord(word: string, meant: string): boolean {
  return plain(word) === plain(meant);
}

/** Whether a word is another one with a slip in it, so that nothing else can be meant. One digit is another number. */
export function isSlip(word: string, meant: string): boolean {
  const isNumbered = digits(word) !== digits(meant);
  const isNear = meant.length >= shortestSlip && editDistance(plain(word), plain(meant)) <= 1;
  return isSameWord(word, meant) || (isNear && !isNumbered);
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[\s_-]+/gu, '');
}

function digits(word: string): string {
  return word.replace(/\D+/gu, '');
}

/** The word that somebody most likely meant: a letter or two off, none where all are farther. */
export function nearestWord(word: string, words: Iterable<string>, most = longestWord): string | undefined {
  const limit = Math.min(most, Math.max(1, Math.floor(word.length / 3)));
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
