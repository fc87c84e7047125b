import { foldText } from '../core/text.ts';
import { picklistKey, type PicklistKey } from '../soap/types.ts';
import { stemmed } from './picklist-tokens.ts';

/** What operators decided: a label of a field means these entries. For all targets it names the entry's label, as keys differ. */
export type Aliases = {
  readonly ofTarget: ReadonlyMap<string, readonly DecidedEntry[]>;
  readonly forAll: ReadonlyMap<string, readonly string[]>;
  /** The concept that two people at two other schools gave the label, by folded label. */
  readonly learned: ReadonlyMap<string, string>;
};

/** An entry that a person chose, with what the school called it then: its list may give the key to another entry later. */
export type DecidedEntry = { readonly key: PicklistKey; readonly label?: string | undefined };

export const noAliases: Aliases = { ofTarget: new Map(), forAll: new Map(), learned: new Map() };

/** Aliases ready for resolving: `keys` for this target with the `names` of their entries, `labels` (of entries) for all. An empty list decides "maps to nothing". */
export function prepareAliases(
  ofTarget: readonly {
    readonly label: string;
    readonly keys: readonly string[];
    readonly names?: readonly string[] | null;
  }[],
  forAll: readonly { readonly label: string; readonly labels: readonly string[] }[],
  learned: Aliases['learned'] = new Map(),
): Aliases {
  return {
    ofTarget: new Map(
      ofTarget.map(({ label, keys, names }) => [
        foldText(label),
        keys.map((key, index) => ({ key: picklistKey(key), label: names?.[index] })),
      ]),
    ),
    forAll: new Map(forAll.map(({ label, labels }) => [foldText(label), labels])),
    learned,
  };
}

type Decisions<T> = ReadonlyMap<string, readonly T[]>;

/** What was decided of a label with the same words in another order or number: `Seasonal/Temp` decides `Temps, seasonal` too. */
export function findReorderedAlias<T extends string | DecidedEntry>(
  decisions: Decisions<T>,
  label: string,
): readonly T[] | undefined {
  if (decisions.size === 0) return undefined;
  let known = inAnyOrder.get(decisions);
  if (known === undefined) inAnyOrder.set(decisions, (known = decisionsByWords(decisions)));
  const name = known.get(sortedWords(label));
  return name === undefined ? undefined : decisions.get(name);
}

/** The label that decides each set of words; words that two decisions answer differently are left out. */
function decisionsByWords(decisions: Decisions<string | DecidedEntry>): ReadonlyMap<string, string> {
  const groups = Map.groupBy(decisions, ([label]) => sortedWords(label));
  return new Map(
    [...groups].flatMap(([words, same]) => {
      const [first] = same;
      const isAgreed = same.every(([, to]) => JSON.stringify(to) === JSON.stringify(first?.[1]));
      return words !== '' && first && isAgreed ? [[words, first[0]] as const] : [];
    }),
  );
}

const inAnyOrder = new WeakMap<Decisions<string | DecidedEntry>, ReadonlyMap<string, string>>();

const sortedWords = (label: string) => stemmed(label).split(' ').toSorted().join(' ');
