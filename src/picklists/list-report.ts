import { plural } from '../core/numbers.ts';
import { foldText } from '../core/text.ts';
import { shippedKnowledge, type Concept, type Knowledge } from './knowledge.ts';
import { suggestConcepts, type Suggestion, type Waiting } from './suggest-concepts.ts';
import type { Decided, Entry, Picklist } from './picklist-types.ts';

/** How far an entry is understood. Only entries that are understood, or in part, answer labels by meaning. */
export type EntryState = 'understood' | 'partly' | 'not understood' | 'catch-all' | 'double';

export type EntryReport = {
  readonly entry: Entry;
  readonly state: EntryState;
  /** The id in the public list that this list is or borrows from. */
  readonly idInStandard?: string;
  readonly meaning: readonly Concept[];
  /** Words that nothing is known of, as stems. */
  readonly unread: readonly string[];
  readonly decided?: Decided;
  /** For an entry that is not understood, or in part. */
  readonly suggestions: readonly Suggestion[];
};

/** What is understood of a school's list. */
export type ListReport = {
  readonly field: string;
  readonly standard?: string;
  readonly entries: readonly EntryReport[];
  readonly counts: Readonly<Record<EntryState, number>>;
  /** Entries that a person has to look at. */
  readonly open: number;
};

/** What the report of a list takes beside the list. */
export type ReportFacts = {
  /** Labels of the field that jobs have and that the list has no entry for. */
  readonly waiting?: readonly Waiting[];
  /** By folded label: what other schools decided about an entry of that name. */
  readonly elsewhere?: ReadonlyMap<string, readonly Decided[]>;
  readonly knowledge?: Knowledge;
};

/** Entries of one list that get suggestions: more than anybody decides in one sitting. */
const MOST_SUGGESTED = 200;

/** How far each entry of a list is understood; a field that is read by exact labels only has no report. */
export function reportList(picklist: Picklist, facts: ReportFacts = {}): ListReport | undefined {
  const { field, reader, standard, entries, meant, plain, decided, idInStandard } = picklist;
  if (reader === undefined) return undefined;
  const { knowledge = shippedKnowledge } = facts;
  const concepts = new Map(knowledge.concepts(field).map((concept) => [concept.name, concept]));
  const readingsOf = new Map(meant.map(({ entry, readings }) => [entry, readings]));
  const speaking = new Set(plain.map(({ entry }) => entry));
  const firstOf = new Map<string, Entry>();
  let suggested = 0;
  const reported = entries.map((entry): EntryReport => {
    const label = foldText(entry.label);
    const readings = readingsOf.get(entry) ?? [];
    const decision = decided.get(label);
    const id = idInStandard?.get(entry);
    const unread = decision || id !== undefined ? [] : (reader.unread?.(entry.label) ?? []);
    const isDouble = firstOf.has(label);
    if (!isDouble) firstOf.set(label, entry);
    const state = isDouble
      ? 'double'
      : !speaking.has(entry)
        ? 'catch-all'
        : readings.length === 0
          ? 'not understood'
          : unread.length > 0
            ? 'partly'
            : 'understood';
    const isOpen = state === 'not understood' || state === 'partly';
    return {
      entry,
      state,
      idInStandard: id,
      meaning: readings.map(({ concept }) => concepts.get(concept) ?? unlisted(concept)),
      unread,
      ...(decision && { decided: decision }),
      suggestions:
        isOpen && (suggested += 1) <= MOST_SUGGESTED
          ? suggestConcepts(entry.label, picklist, { ...facts, knowledge })
          : [],
    };
  });
  const count = (state: EntryState) => reported.filter((one) => one.state === state).length;
  const counts = {
    understood: count('understood'),
    partly: count('partly'),
    'not understood': count('not understood'),
    'catch-all': count('catch-all'),
    double: count('double'),
  };
  return {
    field,
    standard,
    entries: reported,
    counts,
    open: counts['not understood'],
  };
}

/** A country, a state, a permission: concepts of fields that have no table. */
const unlisted = (name: string): Concept => ({ id: name, name, label: name.replaceAll('-', ' ') });

/** `job_function: 81 entries, recognized: none; 74 understood, 4 partly, 2 not understood, 1 double. 2 need you.` */
export function reportSentence({ field, standard, entries, counts, open }: ListReport): string {
  const parts = [
    `${counts.understood} understood`,
    ...(['partly', 'not understood', 'catch-all', 'double'] as const).flatMap((state) =>
      counts[state] > 0 ? [`${counts[state]} ${state}`] : [],
    ),
  ];
  const need = open === 0 ? '' : ` ${open} ${open === 1 ? 'needs' : 'need'} you.`;
  const whole = plural(entries.length, 'entry', 'entries');
  return `${field}: ${whole}, recognized: ${standard ?? 'none'}; ${parts.join(', ')}.${need}`;
}
