import { foldText } from '../core/text.ts';
import { picklistKey, type PicklistKey } from '../soap/types.ts';

/** What operators decided: a label of a field means these entries. For all targets it names the entry's label, as keys differ. */
export type Aliases = {
  readonly ofTarget: ReadonlyMap<string, readonly PicklistKey[]>;
  readonly forAll: ReadonlyMap<string, readonly string[]>;
};

export const noAliases: Aliases = { ofTarget: new Map(), forAll: new Map() };

/** Aliases ready for resolving: `keys` for this target, `labels` (of entries) for all. An empty list decides "maps to nothing". */
export function prepareAliases(
  ofTarget: readonly { readonly label: string; readonly keys: readonly string[] }[],
  forAll: readonly { readonly label: string; readonly labels: readonly string[] }[],
): Aliases {
  return {
    ofTarget: new Map(ofTarget.map(({ label, keys }) => [foldText(label), keys.map(picklistKey)])),
    forAll: new Map(forAll.map(({ label, labels }) => [foldText(label), labels])),
  };
}
