import { fold, foldWords } from '../core/text.ts';
import { picklistKey } from '../soap/types.ts';
import type { Row } from './difference.ts';
import { shippedKnowledge, type Knowledge } from './knowledge.ts';
import { meaningOfEntries, readerOf } from './meaning.ts';
import { absentIn, meaningInStandard, namedIn, ownConcepts, recognise } from './standards.ts';
import type { Entry, Meant, Picklist } from './types.ts';
import { partsOf, stemmed, weighWords } from './words.ts';

/**
 * Makes a list ready: its indexes, and what its entries mean. The first row of a double counts. What earlier versions called a key
 * (`former`) still finds it, and what stood there and is gone is never replaced by a guess (rule M1).
 */
export function preparePicklist(
  field: string,
  rows: readonly Row[],
  history: { readonly former: readonly Row[]; readonly gone: readonly Row[] } = { former: [], gone: [] },
  knowledge: Knowledge = shippedKnowledge,
): Picklist {
  const entries = rows.map(entryOf);
  const recognised = recognise(entries, knowledge.standards(field), isCatchAll);
  const ofStandard = new Set(recognised?.entryOf.values());
  const sayingMuch = entries.filter((entry) => ofStandard.has(entry) || !isCatchAll(entry.label));
  const reader = readerOf(field, knowledge);
  const read = reader ? meaningOfEntries(reader, sayingMuch, entries) : [];
  const own = recognised ? ownConcepts(recognised, read) : new Set<string>();
  const meant = recognised ? meaningInStandard(recognised, read, own) : read;
  const isOwn = (text: string) =>
    reader?.readLabel(text, {}).some(({ concept, cover }) => cover >= 0.999 && own.has(concept)) === true;
  return {
    field,
    ...(reader && { reader }),
    ...(recognised && { standard: recognised.standard.name, named: namedIn(recognised, isOwn) }),
    absent: recognised ? absentIn(recognised, own) : new Set(),
    entries,
    byKey: firstBy(entries, ({ key }) => fold(key)),
    byLabel: firstBy([...entries, ...history.former.map(entryOf)], ({ label }) => foldWords(label)),
    meant,
    byConcept: groupByConcept(meant),
    ...(history.gone.length > 0 && { gone: preparePicklist(field, history.gone, undefined, knowledge) }),
    plain: sayingMuch.map((entry) => ({
      entry,
      texts: textsOf(entry.label),
      weights: weighWords(entry.label),
    })),
  };
}

/** `Other`, `All Other`, `Not Listed`, `Manufacturing - Other`, `Outside the U.S.`: what an entry says when it says nothing. */
function isCatchAll(label: string): boolean {
  return /\bother\b|\bnot (?:specified|listed)\b|\bmisc(?:ellaneous)?\b|\boutside (?:the |of )?(?:u\.?s|united|canada|country)|\bnon[- ]?us\b|\bunknown\b|\bselect\b|^-*$/i.test(
    label,
  );
}

const entryOf = ({ ikey, ivalue }: Row): Entry => ({ key: picklistKey(ikey), label: ivalue });

/** `Massachusetts (MA)` may be misspelt as a whole or in its part. */
const textsOf = (label: string): string[] => [
  ...new Set([label, ...partsOf(label)].map(stemmed).filter((text) => text.length >= 5)),
];

/** Of entries that share a key or a label (real lists have doubles) the first stands for all. */
function firstBy(entries: readonly Entry[], keyOf: (entry: Entry) => string): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key !== '' && !found.has(key)) found.set(key, entry);
  }
  return found;
}

function groupByConcept(meant: readonly Meant[]): ReadonlyMap<string, readonly Meant[]> {
  const found = new Map<string, Meant[]>();
  for (const each of meant) {
    for (const { concept } of each.readings) {
      const group = found.get(concept);
      if (group) group.push(each);
      else found.set(concept, [each]);
    }
  }
  return found;
}
