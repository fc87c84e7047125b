import type { Knowledge } from '../knowledge.ts';
import type { Entry, FieldReader, Meant, Occupations } from '../picklist-types.ts';
import { cutTokens, stemmed } from '../picklist-tokens.ts';

/** A list whose entries name people at work (`Elementary School Teachers`); absent for a list of kinds of work. */
export function occupationsOf(
  meant: readonly Meant[],
  reader: FieldReader,
  knowledge: Knowledge,
): Occupations | undefined {
  const isPeople = (name: string) => knowledge.says('people', name);
  const people = meant.filter(({ entry }) => isPeople(entry.label)).length;
  if (reader.match !== 'covers' || meant.length < 20 || people < 0.6 * meant.length) return undefined;
  // `Chefs & Food Service`, `Military`: a shorter list with such entries sorts jobs by groups of people.
  const alone = meant.filter(({ entry }) => isPeople(namesOf(entry.label).at(-1) ?? '')).length;
  if (meant.length < 60 && alone < 0.9 * meant.length) return undefined;
  const leads = meant.filter(({ entry }) => knowledge.says('lead', entry.label));
  const above = meant.flatMap(({ readings }) =>
    readings.flatMap(({ concept }) => reader.upwards(concept).filter(({ distance }) => distance > 0)),
  );
  const named = meant.flatMap(({ entry, readings }) =>
    leads.some((lead) => lead.entry === entry) ? [] : readings.filter(({ cover }) => cover >= 0.95),
  );
  const often = [...Map.groupBy(named, ({ concept }) => concept)].filter(([, own]) => own.length > 1);
  return {
    broad: new Set([...above.map(({ concept }) => concept), ...often.map(([concept]) => concept)]),
    leads: new Set(leads.map(({ entry }) => entry)),
    says: knowledge.says,
  };
}

/** What an occupation is called beside the name in the list (`Attorney` for *Lawyers*), where one entry only bears a name of it. */
export function namedOccupations(meant: readonly Meant[], knowledge: Knowledge): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry[]>();
  for (const { entry } of meant)
    for (const name of new Set([entry.label, ...namesOf(entry.label)].map(stemmed)))
      entries.set(name, [...(entries.get(name) ?? []), entry]);
  return new Map(
    knowledge.occupations().flatMap((names) => {
      const [entry, ...others] = new Set(names.flatMap((name) => entries.get(name) ?? []));
      return entry === undefined || others.length > 0 ? [] : names.map((name) => [name, entry] as const);
    }),
  );
}

/**
 * Whether an occupation answers a label that means `concept`. It has to be understood whole and to have a word of the label or of the
 * concept's name (`Accountants and Auditors` for accounting, `Tellers` not for banking). For a concept that other entries are cases of
 * (`Education`, `Construction`), one of its names has to be the label: `Construction Laborers` is a part of construction.
 */
export function isOccupationFor(
  { broad, leads, says }: Occupations,
  { entry, cover }: { readonly entry: Entry; readonly cover: number },
  concept: string,
  label: string,
): boolean {
  if (cover < 0.95) return false;
  const asked = roots(label);
  const names = namesOf(entry.label);
  const isPeople = names.every((name) => says('people', name));
  if (isPeople && names.some((name) => isSame(asked, roots(name)))) return true;
  if (leads.has(entry) !== says('lead', label)) return false;
  if (broad.has(concept))
    return isPeople && names.some((name) => isSame(asked, roots(withoutLast(name, says))));
  const own = names.flatMap(roots);
  const named = roots(concept.replaceAll('-', ' '));
  return [...asked, ...named].some((word) => own.includes(word));
}

/** The names in `Waiters, Waitresses, and Hosts, Except at Counters`. */
const namesOf = (label: string): string[] =>
  label
    .replace(/,?\s(?:except|including)\s.*$/i, '')
    .split(/[,;/&]|\sand\s/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** `Human Resources Specialists` are those of human resources; `Biological Technicians` say more. */
const withoutLast = (name: string, says: Occupations['says']): string =>
  says('plain-person', name) ? name.replace(/\s\S+$/, '') : name;

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((word) => others.includes(word));

/** `accounting` and `accountants`, `science` and `scientists` have one root. */
const roots = (text: string): string[] => cutTokens(text).words.map((word) => word.replace(ending, ''));

const ending =
  /(?<=\p{L}{4})(?:ing|ment|ure?|arial|ation|ator|ion|eer|er|or|tist|ist|ism|istry|ian|ics?|ant|al|ary|ce|ry|y|e|s)+$/u;
