import { synonyms, vocabulary, type Meaning } from './synonyms.ts';

/** What the names of rows' members say: their words and what those mean. */
export type RowNames = {
  /** Of the element or list that the rows are. */
  readonly name: string;
  readonly meanings: Set<Meaning>;
  readonly words: Set<string>;
};

export function rowNames(name: string): RowNames {
  return { name, meanings: new Set(), words: new Set() };
}

/** Adds a member's word to what is known of its rows. */
export function addWord({ meanings, words }: RowNames, word: string): void {
  const meaning = known.get(word)?.meaning;
  words.add(word);
  if (meaning !== undefined) meanings.add(meaning);
}

const known = vocabulary();
const titles = new Set(synonyms.title.split(/\s+/));
/** Words that head many a list of other things. */
const vague = new Set(['name', 'position', 'headline', 'role', 'bezeichnung']);
const ofJobs: readonly Meaning[] = [
  'company',
  'applyUrl',
  'employmentType',
  'validThrough',
  'salary',
  'salaryMin',
  'workplace',
  'remote',
  'qualifications',
  'requisition',
  'openings',
];
const ofPlaces: readonly Meaning[] = ['place', 'city', 'state', 'country'];

/** Whether rows whose members have these names, under an element or a list of this name, are jobs. */
export function readsLikeJobs({ name, meanings, words }: RowNames): boolean {
  const isNamedSo = jobTerms.test(name);
  const isTitled = [...words].some((word) => titles.has(word) && !vague.has(word));
  const says = ofJobs.filter((meaning) => meanings.has(meaning)).length;
  const isPlaced = ofPlaces.some((meaning) => meanings.has(meaning));
  if (isTitled) return isNamedSo ? meanings.size > 1 : says > 0 || isPlaced;
  return meanings.has('title') && (isNamedSo ? meanings.size > 2 && (says > 0 || isPlaced) : says > 1);
}

export const jobTerms =
  /job|vacan|position|posting|opening|offer|offre|annonce|emploi|stelle|requisition|vaga|empleo|oferta|lavor|career|opportunit/i;
