import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { fold, foldText } from '../core/text.ts';
import type { Db } from '../db/db.ts';
import { feeds, listings, screenings, sources, submissions, isLive } from '../db/schema.ts';
import { searchedText } from '../db/schema/listings.ts';

const looked = 500;
const offered = 10;

/**
 * Titles of live jobs that go on from what is being typed, the commonest first: of public feeds, and of the form's jobs that were
 * confirmed and that nobody objects to. A feed that is asked with headers of its own is not public.
 */
export async function titlesLike(db: Db, typed: string): Promise<readonly string[]> {
  return publicLike(db, typed, listings.title);
}

/** Names of employers that go on from what is being typed, of the same jobs: never of a school's directory. */
export async function employersLike(db: Db, typed: string): Promise<readonly string[]> {
  return publicLike(db, typed, listings.company);
}

/** Titles of an address's confirmed jobs, the newest first. */
export async function titlesOf(db: Db, email: string): Promise<readonly string[]> {
  const rows = await db
    .select({ title: listings.title })
    .from(submissions)
    .innerJoin(listings, eq(listings.id, submissions.listingId))
    .where(eq(submissions.email, email))
    .orderBy(desc(submissions.id))
    .limit(50);
  return [...new Set(rows.map(({ title }) => title))].slice(0, 20);
}

async function publicLike(db: Db, typed: string, column: typeof listings.title | typeof listings.company) {
  const words = foldText(typed).split(' ').filter(Boolean);
  if (words.join('').length < 2) return [];
  const query = words.map((word) => `${word}:*`).join(' & ');
  const rows = await db
    .select({ name: sql<string | null>`${column}` })
    .from(listings)
    .innerJoin(sources, eq(sources.id, listings.sourceId))
    .leftJoin(feeds, eq(feeds.sourceId, sources.id))
    .leftJoin(screenings, eq(screenings.listingId, listings.id))
    .where(
      and(
        isLive,
        sql`${searchedText(listings)} @@ to_tsquery('simple', ${query})`,
        or(
          and(eq(sources.kind, 'feed'), sql`not coalesce(${feeds.definition} ? 'headers', false)`),
          eq(sources.kind, 'form'),
        ),
        // Whose name is to be hidden is no suggestion.
        sql`coalesce(${listings.listing} -> 'job' ->> 'blind_flag', 'false') <> 'true'`,
        or(isNull(screenings.state), inArray(screenings.state, ['clear', 'approved'])),
      ),
    )
    .limit(looked);
  return commonest(rows.flatMap(({ name }) => name ?? []).filter((name) => goesOn(name, words)));
}

/** Whether every word that was typed begins a word of the title. */
function goesOn(title: string, words: readonly string[]): boolean {
  const own = foldText(title).split(' ');
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

function commonest(titles: readonly string[]): readonly string[] {
  const alike = Map.groupBy(titles, fold);
  return [...alike.values()]
    .toSorted((a, b) => b.length - a.length || (a[0] ?? '').localeCompare(b[0] ?? ''))
    .slice(0, offered)
    .flatMap(([title]) => title ?? []);
}
