// @module-tag slow
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import { candidates, unscreenedListings } from '../../src/listings/duplicates/duplicates.repository.ts';
import { endedSince } from '../../src/listings/listings.queries.ts';
import { historiesOf } from '../../src/screening/history/sender-history.queries.ts';
import { unscreened } from '../../src/screening/screening.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';
import { aText, anAdvert } from './duplicates/advert-maker.ts';

const db = await testDatabase();

/** One feed's jobs, and so many more adverts and screenings like them, of which the planner knows nothing. */
async function aCorpus(size: number) {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(1)));
  const feed = await road.addFeed('acme', { targets: [] });
  await road.read(feed);
  await db.execute(sql`
    insert into listings (source_id, job_id, state, listing, fingerprint, title, first_seen_at, changed_at, touched_at)
    select source_id, 'B-' || n, state, listing, fingerprint, title, first_seen_at, changed_at, touched_at
    from listings, generate_series(1, ${size}::int) n`);
  await db.execute(sql`
    insert into adverts (listing_id, source_id, fingerprint, kind, multi_employer, company, aliases, title, places, urls, shingles, signature, length, teaser, judged)
    select l.id, a.source_id, a.fingerprint, kind, multi_employer, a.company, aliases, a.title, places, urls, shingles, signature, length, teaser, judged
    from adverts a, listings l where l.job_id like 'B-%'`);
  await db.execute(sql`
    insert into advert_keys (key, listing_id)
    select l.id * 10 + n, l.id from listings l, generate_series(1, 10) n where l.job_id like 'B-%'`);
  await db.execute(sql`
    insert into screenings (listing_id, fingerprint, score, band, forced, signals, state, screened_at)
    select l.id, s.fingerprint, score, band, forced, signals, s.state, screened_at from screenings s, listings l where l.job_id like 'B-%'`);
}

/** How many rows of a table were read while something was done. */
async function readThrough(table: string, work: (tx: Db) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    // As sessions of a server plan; the embedded one does so for tables that are large (ADR 0071).
    await tx.execute(sql`set local plan_cache_mode = force_custom_plan`);
    const before = await readSoFar(tx, table);
    await work(tx);
    return (await readSoFar(tx, table)) - before;
  });
}

async function readSoFar(tx: Db, table: string): Promise<number> {
  const found = await tx.execute(
    sql`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${table}`,
  );
  return numberIn(rowsOf(found)[0], 'read');
}

test(
  'what a changed listing is compared with is looked up, whatever the corpus',
  { timeout: 240_000 },
  async () => {
    await aCorpus(2_000);
    const fresh = [anAdvert({ listingId: '2', title: 'Job A-1', company: 'Acme Tools' })];
    expect((await candidates(db, fresh)).stored).toHaveLength(1);
    expect(await readThrough('adverts', (tx) => candidates(tx, fresh))).toBeLessThan(10);
  },
);

test(
  'an empty history of rejections is known without reading other posts',
  { timeout: 240_000 },
  async () => {
    await aCorpus(2_000);
    const { listingId, company, signature } = anAdvert({ listingId: '1', text: aText('changed') });
    const trace = { listingId: Number(listingId), company, signature, prints: [], oneOfMany: false };
    expect(await readThrough('screenings', (tx) => historiesOf(tx, [trace], new Date()))).toBeLessThan(10);
  },
);

test('how many ended lately is told without reading those that are live', { timeout: 240_000 }, async () => {
  await aCorpus(2_000);
  const [source] = rowsOf(await db.execute(sql`select source_id as id from listings limit 1`));
  const lately = new Date('2026-11-19T09:00:00Z');
  expect(await readThrough('listings', (tx) => endedSince(tx, numberIn(source, 'id'), lately))).toBe(0);
});

test(
  'a listing is compared and screened by its plain text, without its HTML',
  { timeout: 240_000 },
  async () => {
    await aCorpus(1);
    await db.execute(sql`update listings set fingerprint = 'changed' where job_id = 'A-1'`);
    const ids = rowsOf(await db.execute(sql`select id from listings where job_id = 'A-1'`)).map((row) =>
      numberIn(row, 'id'),
    );
    const loaded = [...(await unscreenedListings(db, ids)), ...(await unscreened(db, ids))];
    expect(loaded).toHaveLength(2);
    for (const { listing } of loaded) {
      expect(listing.descriptionText).toContain('job A-1');
      expect(listing.job).toMatchObject({ job_title: 'Job A-1' });
      expect(listing.job).not.toHaveProperty('job_desc');
    }
  },
);
