import type { PicklistKey } from '../soap/types.ts';
import { foldText } from '../core/text.ts';
import { type Aliases, prepareAliases } from './picklist-aliases.ts';
import { shippedKnowledge } from './knowledge.ts';
import { resolve } from './resolve.ts';
import type { Picklist } from './picklist-types.ts';

/** What an operator's choice would do at one target, before it is made (rule M7). */
export type Effect = {
  readonly before: readonly PicklistKey[];
  readonly after: readonly PicklistKey[];
  readonly changes: boolean;
  /** Keys (or labels of entries) of the choice that this list does not have. */
  readonly unknown: readonly string[];
};

/** `everywhere`: the choice names entries by their labels, as keys differ between targets. */
export type Choice = {
  readonly label: string;
  readonly choice: readonly string[];
  readonly everywhere: boolean;
};

/** The label resolved with and without the choice; other aliases stay as they are. */
export function previewChoice(
  { label, choice, everywhere }: Choice,
  picklist: Picklist,
  aliases: Aliases,
): Effect {
  const { field } = picklist;
  const chosen = prepareAliases(
    everywhere ? [] : [{ label, keys: choice }],
    everywhere ? [{ label, labels: choice }] : [],
  );
  const withChoice: Aliases = {
    ofTarget: new Map([...aliases.ofTarget, ...chosen.ofTarget]),
    forAll: new Map([...aliases.forAll, ...chosen.forAll]),
    learned: aliases.learned,
  };
  const before = resolve({ field, labels: [label] }, picklist, aliases).keys;
  const after = resolve({ field, labels: [label] }, picklist, withChoice).keys;
  const known = (one: string) =>
    everywhere ? picklist.byLabel.has(foldText(one)) : picklist.entries.some(({ key }) => key === one);
  return {
    before,
    after,
    changes: before.join('\n') !== after.join('\n'),
    unknown: choice.filter((one) => !known(one)),
  };
}

/** The id of the one concept that an entry means; undefined for an entry of several, of none, or understood in part. */
export function conceptOf({ field, meant }: Picklist, key: string): string | undefined {
  const [only, ...more] = meant.find(({ entry }) => entry.key === key)?.readings ?? [];
  if (only === undefined || more.length > 0 || only.cover < 0.999) return undefined;
  return shippedKnowledge.concepts(field).find(({ name }) => name === only.concept)?.id;
}
