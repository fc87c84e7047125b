import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { listings } from '../../db/schema.ts';
import { searchedText } from '../../db/schema/listings.ts';
import { column, query, queryRow } from '../../db/query.ts';

/**
 * Whether a listing has the words that are looked for, if any: by the ids of those that do, unless they are common. Words that are rare
 * together make the planner read all listings from the newest back, since it hopes to find enough of them soon; common ones are found so.
 */
export async function withText(db: Db, words: string): Promise<SQL | undefined> {
  const query = wordsToQuery(words);
  // Signs alone are in no word.
  if (query === undefined) return words.trim() === '' ? undefined : sql`false`;
  // Ids with signs in them are one word of the index: they are found as they are written.
  const has = sql`${searchedText(listings)} @@ (to_tsquery('simple', ${query}) || plainto_tsquery('simple', ${words}))`;
  if (await isCommon(db, has)) return has;
  const found = await queryRow(db, { n: column.int, ids: column.text })`
      with found as materialized (select ${listings.id} as id from ${listings} where ${has})
      select count(*)::int as n, coalesce(array_agg(id), '{}')::text as ids from (select id from found limit ${FEW + 1}) few`;
  return found.n > FEW ? has : sql`${listings.id} = any(${found.ids}::text::bigint[])`;
}

/** Whether the planner knows, from its samples, that more than one listing in fifty fits; of words that are in none it guesses one in 200. */
async function isCommon(db: Db, fits: SQL): Promise<boolean> {
  const [plan] = await query(db, {
    'QUERY PLAN': column.text,
  })`explain select 1 from ${listings} where ${fits}`;
  const all = await queryRow(db, {
    n: column.int,
  })`select reltuples::bigint as n from pg_class where oid = 'listings'::regclass`;
  const expected = Number(/rows=(\d+)/.exec(plan?.['QUERY PLAN'] ?? '')?.[1] ?? 0);
  return expected > Math.max(FEW, all.n / 50);
}

const FEW = 20_000;

/** Each word, or the beginning of one, must occur. What is no letter or digit separates words; `A-903` is indexed as `a` and `-903`. */
function wordsToQuery(words: string): string | undefined {
  const parts = words
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);
  return parts.length === 0
    ? undefined
    : parts.map((part) => (/^\p{N}/u.test(part) ? `(${part}:* | '-${part}':*)` : `${part}:*`)).join(' & ');
}
