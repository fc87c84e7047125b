import { fold, foldText } from '../core/text.ts';
import { picklistKey } from '../soap/types.ts';
import type { Row } from './difference.ts';
import { nameOf, shippedKnowledge, type Knowledge } from './knowledge.ts';
import { meaningOfEntries, readerOf } from './meaning.ts';
import { namedOccupations, occupationsOf } from './match/occupations.ts';
import {
  absentIn,
  meaningInStandard,
  namedIn,
  ownConcepts,
  recognise,
  type Recognised,
} from './standards.ts';
import type { Decided, Entry, FieldReader, Meant, Picklist, Reading } from './picklist-types.ts';
import { withoutGaps, partsOf, stemmed, weighTokens } from './picklist-tokens.ts';

/** What is known of a list beside its rows. */
export type ListFacts = {
  /** What earlier versions called a key still finds it; what stood there and is gone is never replaced by a guess (rule M1). */
  readonly former?: readonly Row[];
  readonly gone?: readonly Row[];
  /** What entries that are gone were called before. */
  readonly goneFormer?: readonly Row[];
  /** What people decided that entries mean, by folded label; it comes before all that is read. */
  readonly decided?: ReadonlyMap<string, Decided>;
};

/** Makes a list ready: its indexes, and what its entries mean. The first row of a double counts. */
export function preparePicklist(
  field: string,
  rows: readonly Row[],
  { former = [], gone = [], goneFormer = [], decided = new Map() }: ListFacts = {},
  knowledge: Knowledge = shippedKnowledge,
): Picklist {
  const entries = rows.map(entryOf);
  const decidedOf = ({ label }: Entry) => decided.get(foldText(label));
  const found = recognise(entries, knowledge.standards(field), isCatchAll);
  const recognised = found && withoutEntries(found, (entry) => decidedOf(entry) !== undefined);
  const ofStandard = new Set(recognised?.entryOf.values());
  const speaks = (entry: Entry) =>
    decidedOf(entry)?.kind.startsWith('concepts') ?? (ofStandard.has(entry) || !isCatchAll(entry.label));
  const speaking = entries.filter(speaks);
  const fieldReader = readerOf(field, knowledge);
  const reader = fieldReader?.forList?.(entries.map(({ label }) => label)) ?? fieldReader;
  const read = (reader ? meaningOfEntries(reader, speaking, entries) : []).map((meant) => {
    const decision = decidedOf(meant.entry);
    return decision ? { ...meant, readings: readingsOf(decision) } : meant;
  });
  const own = recognised ? ownConcepts(recognised, read) : new Set<string>();
  const widened =
    speaking.length <= MOST_AREAS
      ? withAreas(read, (entry) => decidedOf(entry) !== undefined, knowledge.areas(field), reader)
      : withoutCommon(read, reader);
  const meant = recognised ? meaningInStandard(recognised, read, own) : widened;
  const occupations =
    reader && recognised === undefined ? occupationsOf(meant, reader, knowledge) : undefined;
  const isOwn = (text: string) =>
    reader?.readLabel(text, {}).some(({ concept, cover }) => cover >= 0.999 && own.has(concept)) === true;
  return {
    field,
    ...(reader && { reader }),
    ...(occupations && { occupations, named: namedOccupations(meant, knowledge) }),
    ...(recognised && {
      standard: recognised.standard.name,
      isStandard: recognised.kind === 'is',
      named: namedIn(recognised, isOwn),
      idInStandard: new Map([...recognised.entryOf].map(([id, entry]) => [entry, id])),
    }),
    absent: recognised && reader ? absentIn(recognised, own, reader.upwards) : new Set(),
    entries,
    byKey: firstBy(entries, ({ key }) => fold(key)),
    byLabel: firstBy([...entries, ...former.map(entryOf)], ({ label }) => foldText(label)),
    byLetters: firstBy(entries, ({ label }) => withoutGaps(label)),
    meant,
    byConcept: groupByConcept(meant),
    decided,
    ...(gone.length > 0 && { gone: preparePicklist(field, gone, { former: goneFormer }, knowledge) }),
    plain: speaking.map((entry) => ({
      entry,
      texts: textsOf(entry.label),
      weights: weighTokens(entry.label),
    })),
  };
}

/**
 * In a list of one trade (units of nursing), the trade itself tells no entry from another: `Travel Nursing` does not take every nurse.
 * Only an entry that says the trade and nothing else means it.
 */
function withoutCommon(read: readonly Meant[], reader: FieldReader | undefined): readonly Meant[] {
  if (reader?.composites !== true) return read;
  const above = (readings: readonly Reading[]) =>
    new Set(readings.flatMap(({ concept }) => reader.upwards(concept).map((up) => up.concept)));
  const all = Map.groupBy(
    read.flatMap(({ readings }) => [...above(readings)]),
    (concept) => concept,
  );
  const isCommon = ({ concept }: Reading) => (all.get(concept)?.length ?? 0) >= read.length / 3;
  return read.map(({ entry, readings }) => {
    const isPlain = readings.length === 1 && (readings[0]?.cover ?? 0) >= 0.999;
    return { entry, readings: isPlain ? readings : readings.filter((reading) => !isCommon(reading)) };
  });
}

/** A list of so few entries divides all work or all trades: each of them takes in whole areas. */
const MOST_AREAS = 10;

/**
 * In such a list, `Business` means finance and marketing too; as a part of an entry (`Arts & Humanities`) an area counts as well. What an
 * entry narrows (`Health Care - Clinical`), is known not to be (`Quality, Health & Safety`) or another entry names, it does not take in.
 */
function withAreas(
  read: readonly Meant[],
  isDecided: (entry: Entry) => boolean,
  areas: ReadonlyMap<string, readonly string[]>,
  reader: FieldReader | undefined,
): Meant[] {
  const named = groupByConcept(read);
  const isOfOther = (concept: string, entry: Entry) =>
    reader?.upwards(concept).some((up) => named.get(up.concept)?.some((other) => other.entry !== entry)) ===
    true;
  return read.map(({ entry, readings }) => {
    const label = reader?.subsStandAlone ? entry.label.replace(/^.+\s[-–—]\s/u, '') : entry.label;
    if (isDecided(entry) || /\s[-–—]\s|:\s|\(/u.test(label)) return { entry, readings };
    const parts = [label, ...partsOf(label)].map(stemmed);
    const known = new Set(readings.filter(({ cover }) => cover >= areaCover).map(({ concept }) => concept));
    const not = new Set(readings.flatMap(({ concept }) => reader?.isNot?.(concept) ?? []));
    const added = new Set(parts.flatMap((part) => areas.get(part) ?? []));
    const taken = [...added].filter(
      (concept) => !known.has(concept) && !not.has(concept) && !isOfOther(concept, entry),
    );
    return { entry, readings: [...readings, ...taken.map((concept) => ({ concept, cover: areaCover }))] };
  });
}

/** An entry that names a thing itself goes first. */
const areaCover = 0.93;

/** What was decided at this school is sure; what other schools decided is a little less. */
const readingsOf = ({ concepts, isLearned }: Decided): Reading[] =>
  concepts.map((id) => ({ concept: nameOf(id), cover: isLearned ? 0.9 : 1 }));

/** An entry that a person gave a meaning stands outside the public list. */
function withoutEntries(recognised: Recognised, isOut: (entry: Entry) => boolean): Recognised {
  const entryOf = new Map([...recognised.entryOf].filter(([, entry]) => !isOut(entry)));
  return { ...recognised, entryOf };
}

/** `Other`, `All Other`, `Not Listed`, `Manufacturing - Other`, `Outside the U.S.`: what an entry says when it says nothing. */
const isCatchAll = (label: string): boolean =>
  /^-*$/.test(label) || shippedKnowledge.says('catch-all', label);

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
