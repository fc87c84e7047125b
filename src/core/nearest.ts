/** The word that was probably meant: the nearest of `words`, two wrong letters away at most, two exchanged ones as well. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const near = words
    .map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, far }) => far <= (Math.min(one.length, word.length) < 4 ? 1 : 2))
    .toSorted((a, b) => a.far - b.far);
  return near[0]?.one;
}

/** A question after a sentence about a word that names nothing: ` Did you mean salary?`; empty where none is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** The same after a clause: `; did you mean salary?`. */
export function orMeant(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** Words to choose from: `html, text or none`. */
export function oneOf(words: readonly string[]): string {
  const [last = ''] = words.slice(-1);
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** What a word that names nothing should have been: `did you mean salary?`, or all that there is. */
export function knownNames(word: string, words: readonly string[]): string {
  const meant = nearest(word, words) ?? words.find((one) => one.endsWith(`.${word}`));
  return meant === undefined ? `there are ${words.join(', ')}` : `did you mean ${meant}?`;
}

/** Levenshtein distance, for short words. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
