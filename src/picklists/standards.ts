import { foldText } from '../core/text.ts';
import type { Entry, FieldReader, Meant, Reading } from './picklist-types.ts';
import { stemmed } from './picklist-tokens.ts';

/** An entry of a public list of kinds of work or trades; `parent` is the id of the entry above it. */
export type StandardEntry = {
  readonly id: string;
  readonly parent: string;
  readonly labels: readonly string[];
  /** Titles and trades that belong here. */
  readonly includes: readonly string[];
  /** What a reader would expect here, and the id where it belongs; an empty id: nowhere in this list. */
  readonly excludes: readonly { readonly text: string; readonly goesTo: string }[];
};

export type Standard = {
  readonly name: string;
  readonly entries: ReadonlyMap<string, StandardEntry>;
  /** The entry of the standard that a concept belongs to; an empty id: the standard has no entry for it. */
  readonly idOf: ReadonlyMap<string, string>;
};

/** A school's list that is a public list, or borrows from one. */
export type Recognised = {
  readonly standard: Standard;
  /** `is`: its gaps are known; `borrows`: only the entries found say something. */
  readonly kind: 'is' | 'borrows';
  readonly entryOf: ReadonlyMap<string, Entry>;
};

/**
 * The standard whose entries a list has: from 60 % of eight entries or more it is that list, from 30 % it borrows from it. What looks
 * like a catch-all is an entry like others if the standard has it (`Other Services` of NAICS).
 */
export function recognise(
  entries: readonly Entry[],
  standards: readonly Standard[],
  isCatchAll: (label: string) => boolean,
): Recognised | undefined {
  const found = standards
    .map((standard) => ({ standard, entryOf: entriesFound(entries, standard) }))
    .toSorted((a, b) => b.entryOf.size - a.entryOf.size);
  const [best] = found;
  if (best === undefined) return undefined;
  const theirs = new Set(best.entryOf.values());
  const all = entries.filter((entry) => theirs.has(entry) || !isCatchAll(entry.label)).length;
  const share = best.entryOf.size / all;
  if (share >= 0.6 && best.entryOf.size >= 8) return { ...best, kind: 'is' };
  return share >= 0.3 && best.entryOf.size >= 5 ? { ...best, kind: 'borrows' } : undefined;
}

function entriesFound(entries: readonly Entry[], { entries: known }: Standard): ReadonlyMap<string, Entry> {
  const ids = new Map<string, string>();
  for (const { id, labels } of known.values()) {
    for (const name of [...labels.map(bare), ...(isSpeaking(id) ? [id] : [])]) {
      if (!ids.has(name)) ids.set(name, id);
    }
  }
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const id = ids.get(entry.key) ?? ids.get(bare(entry.label)) ?? codeOf(entry.label, known);
    if (id !== undefined && !found.has(id)) found.set(id, entry);
  }
  return found;
}

/** `62 - Health Care & Social Assistance`: a code, and the first word of its name. */
function codeOf(label: string, known: Standard['entries']): string | undefined {
  const [, code = '', name = ''] = /^(\d{2}(?:-\d{2,4})?)\W+(.+)$/.exec(label) ?? [];
  const [first] = foldText(name).split(' ');
  return known.get(code)?.labels.some((one) => bare(one).split(' ')[0] === first) ? code : undefined;
}

/** `11-0000`, `31-33`: keys in a standard's own shape. A bare letter or small number says nothing about where it is from. */
const isSpeaking = (id: string): boolean => /^\d{2}-\d{2}/.test(id);

/** `Sales and Related Occupations` is `Sales and Related` in many lists. */
const bare = (label: string): string => foldText(label).replace(/ (?:occupations|sector|industry)$/, '');

/** The list's entry for an id of its standard, or for the nearest id above it. */
function entryFor({ standard, entryOf }: Recognised, id: string): Entry | undefined {
  for (let at = id; at !== ''; at = parentOf(standard, at)) {
    const entry = entryOf.get(at);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** A code that has no row of its own stands below the nearest shorter code. */
const parentOf = ({ entries }: Standard, id: string): string =>
  entries.get(id)?.parent ?? (/^\d{3,}$/.test(id) ? id.slice(0, -1) : '');

/**
 * What the standard says of titles and trades by name: the entry where each belongs; none: nowhere in this list. A title that an entry
 * outside the standard means by itself (`Software Development` beside `Engineering`) belongs to that entry.
 */
export function namedIn(
  recognised: Recognised,
  isOwn: (text: string) => boolean,
): ReadonlyMap<string, Entry | undefined> {
  const named = new Map<string, Entry | undefined>();
  const add = (text: string, entry: Entry | undefined) => {
    if (isOwn(text)) return;
    const words = stemmed(text);
    // Two entries that name the same thing name it for nobody.
    if (words !== '') named.set(words, named.has(words) && named.get(words) !== entry ? undefined : entry);
  };
  const { entries } = recognised.standard;
  for (const { id, includes } of entries.values()) {
    const entry = entryFor(recognised, id);
    if (entry !== undefined) for (const text of includes) add(text, entry);
  }
  for (const { excludes } of entries.values()) {
    for (const { text, goesTo } of excludes) {
      const entry = entryFor(recognised, goesTo);
      const isKnown = goesTo === '' || entries.has(goesTo);
      if (entry !== undefined || (isKnown && recognised.kind === 'is')) add(text, entry);
    }
  }
  return named;
}

/**
 * Concepts that the standard has nothing for, or whose entry this list left out. What lies below a concept of an entry outside the
 * standard (`own`) is not absent: in a list with `Health Care`, nursing is health care.
 */
export function absentIn(
  recognised: Recognised,
  own: ReadonlySet<string>,
  upwards: FieldReader['upwards'],
): ReadonlySet<string> {
  if (recognised.kind === 'borrows') return new Set();
  const gaps = [...recognised.standard.idOf].filter(
    ([concept, id]) =>
      entryFor(recognised, id) === undefined && !upwards(concept).some((up) => own.has(up.concept)),
  );
  return new Set(gaps.map(([concept]) => concept));
}

/** Concepts that entries outside the standard mean by themselves. */
export function ownConcepts({ entryOf }: Recognised, read: readonly Meant[]): ReadonlySet<string> {
  const theirs = new Set(entryOf.values());
  const own = read.filter(({ entry }) => !theirs.has(entry)).flatMap(({ readings }) => readings);
  return new Set(own.filter(({ cover }) => cover >= 0.999).map(({ concept }) => concept));
}

/** What the entries mean: the concepts that the standard puts there, and what their labels say that it puts nowhere else. */
export function meaningInStandard(
  recognised: Recognised,
  read: readonly Meant[],
  own: ReadonlySet<string>,
): Meant[] {
  const placed = new Map<Entry, Reading[]>();
  const theirs = new Set(recognised.entryOf.values());
  const idOf = recognised.standard.idOf;
  for (const [concept, id] of idOf) {
    const entry = entryFor(recognised, id);
    if (entry === undefined || own.has(concept)) continue;
    const readings = placed.get(entry) ?? [];
    readings.push({ concept, cover: 1 });
    placed.set(entry, readings);
  }
  return read.map(({ entry, readings }) => {
    const said = theirs.has(entry) ? readings.filter(({ concept }) => !idOf.has(concept)) : readings;
    return { entry, readings: [...said, ...(placed.get(entry) ?? [])] };
  });
}
