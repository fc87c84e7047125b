import type { PicklistKey } from '../soap/types.ts';

/** One line of a target's picklist. */
export type Entry = { readonly key: PicklistKey; readonly label: string };

/** What a text says: a concept of its field, and the share of the text that was understood; `weak` if only a weak phrase says it, `fashion` the word if it is a fashionable one, `isLastResort` if it counts only where nothing else is listed. */
export type Reading = {
  readonly concept: string;
  readonly cover: number;
  readonly weak?: boolean;
  readonly fashion?: string;
  readonly isLastResort?: boolean;
};

/** An entry with what it means. */
export type Meant = { readonly entry: Entry; readonly readings: readonly Reading[] };

/** What a person decided that an entry means; `isLearned`: at two other schools, by two people. */
export type Decided = {
  readonly kind: 'concepts' | 'catch-all' | 'nothing';
  /** Ids of `concepts.tsv`. */
  readonly concepts: readonly string[];
  readonly isLearned?: true;
};

/** What words of `scope-words.tsv` do to a text, or say of it. */
export type ScopeEffect =
  | 'range'
  | 'wish'
  | 'elsewhere'
  | 'nothing'
  | 'catch-all'
  | 'person'
  | 'people'
  | 'lead'
  | 'plain-person'
  | 'denial'
  | 'finished'
  | 'postgraduate'
  | 'college';

/** A list of some five hundred occupations: what its entries are the narrow cases of, and which entries are about leading others. */
export type Occupations = {
  /** Concepts that lie above what entries mean, or that several mean: no single occupation stands for one of them. */
  readonly broad: ReadonlySet<string>;
  readonly leads: ReadonlySet<Entry>;
  readonly says: (effect: ScopeEffect, text: string) => boolean;
};

/** A target's picklist made ready for resolving; prepared once a version, used for every listing. */
export type Picklist = {
  readonly field: string;
  /** How words of this field are understood; absent for fields that we cannot interpret. */
  readonly reader?: FieldReader;
  readonly entries: readonly Entry[];
  readonly byKey: ReadonlyMap<string, Entry>;
  readonly byLabel: ReadonlyMap<string, Entry>;
  /** By the label's letters alone: `Post-Graduate` is `Postgraduate`. */
  readonly byLetters: ReadonlyMap<string, Entry>;
  /** What each entry means, catch-alls (`Other`) left out: those are never a guess. */
  readonly meant: readonly Meant[];
  readonly byConcept: ReadonlyMap<string, readonly Meant[]>;
  /** The public list that this one is or borrows from, and where that list puts titles and trades by name (stems). */
  readonly standard?: string;
  /** It is that list, whole or nearly so. */
  readonly isStandard?: boolean;
  readonly named?: ReadonlyMap<string, Entry | undefined>;
  /** The id in that list of each entry that is one of its entries. */
  readonly idInStandard?: ReadonlyMap<Entry, string>;
  /** It is a list of occupations: a broad label has no answer in it. */
  readonly occupations?: Occupations;
  /** What people decided that entries mean, by folded label. */
  readonly decided: ReadonlyMap<string, Decided>;
  /** Concepts for which the list is known to have no entry. */
  readonly absent: ReadonlySet<string>;
  /** Entries of earlier versions whose keys have vanished. */
  readonly gone?: Picklist;
  /** The same entries as plain words, for steps 6 and 7. */
  readonly plain: readonly {
    readonly entry: Entry;
    /** The label, and its parts of five letters or more, as stems. */
    readonly texts: readonly string[];
    readonly weights: ReadonlyMap<string, number>;
  }[];
};

/** What else is known of the job whose label is resolved. */
export type Context = {
  readonly title?: string;
  /** The other labels the job has in this field. */
  readonly otherLabels?: readonly string[];
  readonly hoursPerWeek?: number;
  readonly paid?: boolean;
  /** Whether the job asks for a degree, for lists that split full-time by it. */
  readonly degree?: boolean;
  /** ISO 3166-1 alpha-2, for states. */
  readonly country?: string;
  /** The feed's default label for this field (step 9). */
  readonly fallback?: string;
};

/** How the words of one field are understood. Concepts are the reader's own; outside only equality and `upwards` count. */
export type FieldReader = {
  readonly readLabel: (text: string, context: Context) => readonly Reading[];
  /** What a label says that is the code of a public classification (step 5 of M2). */
  readonly readCode?: (text: string) => readonly Reading[];
  /** A title without what it says of others than the one who does the job (`Internship Coordinator`). */
  readonly ofTitle?: (title: string) => string;
  readonly readEntry: (text: string, key: string) => readonly Reading[];
  /** The reader of one list, where the list says how plain words are meant (`Permanent resident` beside `Australian citizen`). */
  readonly forList?: (labels: readonly string[]) => FieldReader | undefined;
  /** Words of an entry that no phrase covers and that are no fillers, as stems. */
  readonly unread?: (text: string) => readonly string[];
  /** Whether words of the label narrow or void what it says (rule U3), so that nothing is read of it. */
  readonly isVoid?: (text: string) => boolean;
  /** Whether the rest of the job says otherwise than this label, so that even its exact match does not count (M6). */
  readonly isOverruled?: (text: string, context: Context) => boolean;
  /** What a concept may be filed under, itself first. */
  readonly upwards: (concept: string) => readonly { readonly concept: string; readonly distance: number }[];
  /** What a concept takes in: a label that says it means every entry of these, where none is the whole. */
  readonly members?: (concept: string) => readonly string[];
  /** Whether the second part of `Healthcare - Medical Devices` is meant as if it stood alone: trades, not kinds of work. */
  readonly subsStandAlone?: boolean;
  /** What a concept is confused with and is not. */
  readonly isNot?: (concept: string) => readonly string[];
  /**
   * `covers`: an entry fits each concept it names (`Accounting & Finance` fits accounting).
   * `equals`: an entry fits only what it says as a whole (`US Citizen or Permanent Resident` does not fit permanent residents).
   * `alternatives`: the readings exclude each other; the list must have exactly one of them.
   * `jobType`: the rules of M6.
   */
  readonly match: 'covers' | 'equals' | 'alternatives' | 'jobType';
  /** Whether two names in a label may be one thing that is not known (rule U2): kinds of work and trades, never levels. */
  readonly composites?: boolean;
  /** Whether steps 6 to 8 may guess at all (M5). */
  readonly guesses: { readonly words: boolean; readonly spelling: boolean; readonly title: boolean };
};
