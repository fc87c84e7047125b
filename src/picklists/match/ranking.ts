import type { PicklistKey } from '../../soap/types.ts';
import type { Entry, Picklist, Reading } from '../picklist-types.ts';

/** The steps of rule M2, first hit wins; `synonym` is the shipped half of "alias for all", `learned` what two schools decided. */
export type Step =
  | 'key'
  | 'label'
  | 'alias'
  | 'aliasForAll'
  | 'synonym'
  | 'learned'
  | 'crosswalk'
  | 'words'
  | 'spelling'
  | 'title'
  | 'default'
  | 'unresolved';

/** Why a label has no answer: a closed list, each with its sentence and its remedy in `describe.ts`. */
export type Reason =
  | 'says_nothing'
  | 'unknown_label'
  | 'list_has_none'
  | 'tie'
  | 'only_shared_word'
  | 'scope'
  | 'composite'
  | 'weak'
  | 'vanished';

/** What a step found: keys that are all meant, or rivals without a clear winner. */
export type Answer = {
  readonly step: Step;
  readonly keys: readonly PicklistKey[];
  readonly score: number;
  readonly runnerUp?: { readonly key: PicklistKey; readonly score: number };
  readonly isComposite?: boolean;
};

/** An answer whose step is not known yet. `isComposite`: the label names several things and may be one that is not known. */
export type Fit = Omit<Answer, 'step'>;

export type Candidate = {
  readonly entry: Entry;
  readonly score: number;
  readonly handicap: number;
};

/** The best candidate and its rival. Doubles (two entries of one label) are one candidate. */
export function ranked(candidates: readonly Candidate[]): Fit | undefined {
  const rank = ({ score, handicap }: Candidate) => score - handicap;
  const sorted = [...candidates].sort((a, b) => rank(b) - rank(a));
  const [best] = sorted;
  if (!best) return undefined;
  const rival = sorted.find(({ entry }) => entry.label !== best.entry.label);
  return {
    keys: [best.entry.key],
    score: best.score,
    ...(rival && {
      runnerUp: { key: rival.entry.key, score: best.score - (rank(best) - rank(rival)) },
    }),
  };
}

/** Fits that are all meant. */
export function together(fits: readonly Fit[]): Fit {
  const [first] = fits;
  return {
    keys: [...new Set(fits.flatMap(({ keys }) => keys))],
    score: Math.min(...fits.map(({ score }) => score)),
    ...(fits.length === 1 && first?.runnerUp && { runnerUp: first.runnerUp }),
  };
}

/**
 * `Undergraduate` in a list of years means each of them: where the label says no more, no entry is the whole, two at least are a part of
 * it, and none is more than a part.
 */
export function everyMember(
  readings: readonly Reading[],
  picklist: Picklist,
  label: string,
): Fit | undefined {
  const { reader, byConcept, meant } = picklist;
  const [reading] = readings;
  if (reading === undefined || readings.length > 1 || byConcept.has(reading.concept)) return undefined;
  const members = new Set(reader?.members?.(reading.concept));
  if (members.size === 0 || reader?.unread?.(label).length !== 0) return undefined;
  const isMember = ({ concept }: Reading) => members.has(concept);
  const parts = meant.filter((one) => one.readings.some(isMember));
  const areParts = parts.length > 1 && parts.every((one) => one.readings.every(isMember));
  return areParts ? { keys: parts.map(({ entry }) => entry.key), score: 0.98 } : undefined;
}
