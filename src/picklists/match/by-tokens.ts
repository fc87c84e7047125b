import { ranked, type Answer } from './ranking.ts';
import type { Picklist } from '../picklist-types.ts';
import { stemmed, weighTokens } from '../picklist-tokens.ts';

/** Step 6: the same words in another order or with a word more, the head (the last word of a part) weighing double. */
export function byTokens(label: string, { plain }: Picklist): Answer | undefined {
  const mine = weighTokens(label);
  if (mine.size === 0) return undefined;
  const candidates = plain.map(({ entry, weights }) => ({
    entry,
    score: likeness(mine, weights),
    handicap: 0,
  }));
  return answered('words', candidates);
}

/** Step 7: at most one slip of the pen for six letters, on labels of five letters or more. */
export function bySpelling(label: string, { plain }: Picklist): Answer | undefined {
  const mine = stemmed(label);
  const allowed = Math.min(1, Math.floor(mine.length / 6));
  if (allowed === 0) return undefined;
  const candidates = plain.flatMap(({ entry, texts }) => {
    const slips = texts.flatMap((text) => distance(mine, text, allowed) ?? []).filter((slip) => slip > 0);
    return slips.length === 0 ? [] : [{ entry, score: 1 - Math.min(...slips) / mine.length, handicap: 0 }];
  });
  return answered('spelling', candidates);
}

/** The number of letters changed, added, left out or swapped with their neighbor between two texts, as far as `most`. */
function distance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change;
      const value = Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(value);
      best = Math.min(best, value);
    }
    if (best > most + 1) return undefined;
    before = row;
    row = next;
  }
  const slips = row[b.length] ?? 0;
  return slips <= most ? slips : undefined;
}

/** Weight of shared words against the weight of all, 0 to 1. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [word, weight] of a) {
    const other = b.get(word);
    all += Math.max(weight, other ?? 0);
    if (other !== undefined) shared += Math.min(weight, other);
  }
  for (const [word, weight] of b) if (!a.has(word)) all += weight;
  return all === 0 ? 0 : shared / all;
}

function answered(step: 'words' | 'spelling', candidates: Parameters<typeof ranked>[0]): Answer | undefined {
  const fit = ranked(candidates.filter(({ score }) => score > 0.5));
  return fit && { ...fit, step };
}
