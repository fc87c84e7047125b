import { foldText } from '../core/text.ts';
import { picklistKey, type PicklistKey } from '../soap/types.ts';
import { stemmed } from './picklist-tokens.ts';

/** What operators decided: a label of a field means these entries. For all targets it names the entry's label, as keys differ. */
export type Aliases = {
  readonly ofTarget: ReadonlyMap<string, readonly PicklistKey[]>;
  readonly forAll: ReadonlyMap<string, readonly string[]>;
  /** The concept that two people at two other schools gave the label, by folded label. */
  readonly learned: ReadonlyMap<string, string>;
};

export const noAliases: Aliases = { ofTarget: new Map(), forAll: new Map(), learned: new Map() };

/** Aliases ready for resolving: `keys` for this target, `labels` (of entries) for all. An empty list decides "maps to nothing". */
export function prepareAliases(
  ofTarget: readonly { readonly label: string; readonly keys: readonly string[] }[],
  forAll: readonly { readonly label: string; readonly labels: readonly string[] }[],
  learned: Aliases['learned'] = new Map(),
): Aliases {
  return {
    ofTarget: new Map(ofTarget.map(({ label, keys }) => [foldText(label), keys.map(picklistKey)])),
    forAll: new Map(forAll.map(({ label, labels }) => [foldText(label), labels])),
    learned,
  };
}

type Decisions<T> = ReadonlyMap<string, readonly T[]>;

/** What was decided of a label with the same words in another order or number: `Seasonal/Temp` decides `Temps, seasonal` too. */
export function findReorderedAlias<T extends string>(
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
function decisionsByWords(decisions: Decisions<string>): ReadonlyMap<string, string> {
  const groups = Map.groupBy(decisions, ([label]) => sortedWords(label));
  return new Map(
    [...groups].flatMap(([words, same]) => {
      const [first] = same;
      const isAgreed = same.every(([, to]) => to.join('\n') === first?.[1].join('\n'));
      return words !== '' && first && isAgreed ? [[words, first[0]] as const] : [];
    }),
  );
}

const inAnyOrder = new WeakMap<Decisions<string>, ReadonlyMap<string, string>>();

const sortedWords = (label: string) => stemmed(label).split(' ').toSorted().join(' ');
