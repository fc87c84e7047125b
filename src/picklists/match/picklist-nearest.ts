import { foldText } from '../../core/text.ts';

/** Entries that look most like a label, best first, with how much of their letters they share (Sørensen–Dice over pairs). For people, never for mapping. */
export function nearestEntries<E extends { readonly label: string }>(
  label: string,
  entries: readonly E[],
  atMost = 3,
): readonly { readonly entry: E; readonly likeness: number }[] {
  const mine = pairsOf(label);
  return entries
    .map((entry) => ({ entry, likeness: likeness(mine, pairsOfEntry(entry)) }))
    .filter((candidate) => candidate.likeness >= 0.3)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, atMost);
}

/** Many labels are compared with the entries of one list. */
const known = new WeakMap<object, ReadonlySet<string>>();

function pairsOfEntry(entry: { readonly label: string }): ReadonlySet<string> {
  const pairs = known.get(entry) ?? pairsOf(entry.label);
  known.set(entry, pairs);
  return pairs;
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const words = ` ${foldText(text)} `;
  return new Set(Array.from({ length: Math.max(0, words.length - 1) }, (_, at) => words.slice(at, at + 2)));
}
