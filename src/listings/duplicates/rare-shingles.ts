/**
 * In how many texts each shingle stands, counted in a fixed 2 MB whatever the corpus. Shingles that share a cell count together:
 * with 300 shingles a text the error is a seventh of the limit below at most.
 */
export type ShingleCounts = { readonly cells: Uint16Array; texts: number };

const CELLS = 2 ** 20;

export function noCounts(): ShingleCounts {
  return { cells: new Uint16Array(CELLS), texts: 0 };
}

/** Counts one more text. Texts that end stay counted: what was boilerplate last month still is. */
export function count(counts: ShingleCounts, shingles: Uint32Array): void {
  counts.texts += 1;
  for (const shingle of shingles) {
    const cell = shingle % CELLS;
    const before = counts.cells[cell] ?? 0;
    if (before < 0xffff) counts.cells[cell] = before + 1;
  }
}

/** The shingles that are no boilerplate: in at most max(8, 0.2 %) of the texts (rule D7). */
export function rareShingles(counts: ShingleCounts, shingles: Uint32Array): Uint32Array {
  const limit = Math.max(8, counts.texts * 0.002);
  return shingles.filter((shingle) => (counts.cells[shingle % CELLS] ?? 0) <= limit);
}
