import synonyms from '../../data/synonyms.json' with { type: 'json' };

/** What an element may mean. Those of one value take the first synonym that is filled; `employmentType` and its like take all. */
export type Meaning = keyof typeof synonyms;

/**
 * The names under which feeds write one thing, best first, as words (`wordOf`). Read off the Indeed family and its dialects, the
 * `jobs/job` aggregators and what single partners write (`docs/formats.md`). The name of a flag of `status` tells which way it hides
 * the row; what is `ignored` is nothing that a listing has: prices of clicks, trackers, a partner's credentials, seniority.
 */
export { synonyms };

/** What a dialect says otherwise: meanings with its own names, tried before the shared ones. */
export type Dialect = { readonly [M in Meaning]?: string };

/** A name's meaning and how good a synonym it is (0 is best). */
export type Vocabulary = { readonly get: (name: string) => Word | undefined };
type Word = { readonly meaning: Meaning; readonly rank: number };

/** The shared table with a dialect's own names before it. A name that the dialect uses means nothing else in it. */
export function vocabulary(dialect?: Dialect): Vocabulary {
  if (dialect === undefined) return shared;
  const own = wordsOf(dialect, -100);
  return { get: (name) => own.get(name) ?? shared.get(name) };
}

/** The first meaning that lists a name has it. */
function wordsOf(table: Dialect, bestRank: number): ReadonlyMap<string, Word> {
  const words = new Map<string, Word>();
  for (const meaning of meanings) {
    const names = (table[meaning] ?? '').split(/\s+/).filter((name) => name !== '');
    for (const [rank, name] of names.entries()) {
      if (!words.has(name)) words.set(name, { meaning, rank: bestRank + rank });
    }
  }
  return words;
}

const meanings = Object.keys(synonyms).filter((name): name is Meaning => name in synonyms);

const shared = wordsOf(synonyms, 0);

/** `post_title`, `ad_title`: the title where nothing else is; not that of a person, of the page or of a part. */
export function ownTitle(name: string): Word | undefined {
  return name.endsWith('title') && !otherTitle.test(name) ? { meaning: 'title', rank: 1000 } : undefined;
}

const otherTitle =
  /^(?:contact|recruiter|hiring|manager|person|user|meta|page|seo|og|site|html|section|category|department|sub|channel|feed|image|video|button)/;
