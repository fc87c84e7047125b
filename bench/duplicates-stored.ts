import { sql } from 'drizzle-orm';
import { systemClock } from '../src/core/clock.ts';
import type { Db } from '../src/db/db.ts';
import { numberIn, rowsOf } from '../test/setup/rows.ts';
import { decideDuplicates } from '../src/listings/duplicates/duplicate-decide.ts';
import type { Listing } from '../src/listings/listing.ts';
import { aListing, edited, seeded } from './duplicates.ts';
import { ownDatabase } from './growth-database.ts';
import { loopWatch } from './loop-watch.ts';

/**
 * The same as `duplicates`, through the database: 10,000 new listings of one feed against 100,000 stored ones of 50, one in five a
 * copy. Wall time, CPU time of this process and of its database session, and the longest that the event loop was held.
 */
export async function run({ full }: { readonly full: boolean }) {
  const [stored, fresh] = full ? [100_000, 10_000] : [2_000, 400];
  const { db, close, spent } = await ownDatabase();
  try {
    for (let feed = 0; feed < 50; feed += 1) {
      const source = await aSource(db, `stored-${feed}`);
      const each = stored / 50;
      await insert(
        db,
        source,
        Array.from({ length: each }, (_, at) => aListing(feed * each + at)),
      );
      await decideDuplicates({ db, clock: systemClock }, source);
    }
    await db.execute(sql`vacuum analyze`);
    // Two feeds of the same size: one for the time, one under watch, since watching spins.
    const [timed, watched] = [await aFreshFeed(db, stored, fresh, 7), await aFreshFeed(db, stored, fresh, 8)];
    const [began, spentBefore] = [performance.now(), spent()];
    const decided = await decideDuplicates({ db, clock: systemClock }, timed);
    const [seconds, cpu] = [(performance.now() - began) / 1000, (spent() - spentBefore) / 1000];
    const watch = loopWatch();
    await decideDuplicates({ db, clock: systemClock }, watched);
    const held = watch.stop();
    const bench = 'duplicates-stored';
    const what = `${fresh} new listings against ${stored} in the database`;
    return {
      measurements: [
        { bench, what: `${what}, wall`, value: seconds, unit: 's' },
        { bench, what: `${what}, CPU of both processes`, value: cpu, unit: 's' },
        { bench, what: 'merged', value: decided.merged, unit: '' },
        { bench, what: 'longest hold of the event loop, CPU', value: held.cpuMs, unit: 'ms' },
        { bench, what: 'longest hold of the event loop, wall', value: held.wallMs, unit: 'ms' },
      ],
      ratios: [
        { what: `${what}, seconds`, value: seconds, goal: 5, is: 'at most' as const },
        { what: `${what}, seconds of CPU`, value: cpu, goal: 5, is: 'at most' as const },
        {
          what: 'longest hold of the event loop, ms CPU',
          value: held.cpuMs,
          goal: 20,
          is: 'at most' as const,
        },
      ],
    };
  } finally {
    await close();
  }
}

/** New listings of one feed; one in five is an edited copy of a stored one. */
async function aFreshFeed(db: Db, stored: number, fresh: number, seed: number): Promise<number> {
  const random = seeded(seed);
  const source = await aSource(db, `fresh-${seed}`);
  const listings = Array.from({ length: fresh }, (_, at) => ({
    ...(at % 5 === 0 ? edited(aListing((at * seed) % stored), random) : aListing(stored * seed + at)),
    jobId: `fresh-${at}`,
  }));
  await insert(db, source, listings);
  return source;
}

async function aSource(db: Db, name: string): Promise<number> {
  const [row] = rowsOf(
    await db.execute(sql`
      insert into sources (name, kind, external_source_id, created_at) values (${name}, 'feed', ${name}, now()) returning id`),
  );
  return numberIn(row, 'id');
}

async function insert(db: Db, source: number, listings: readonly Listing[]): Promise<void> {
  for (let at = 0; at < listings.length; at += 1_000) {
    const rows = JSON.stringify(listings.slice(at, at + 1_000));
    await db.execute(sql`
      insert into listings (source_id, job_id, state, listing, fingerprint, title, company, expires_at, closes_announced, first_seen_at, changed_at, touched_at)
      select ${source}::int, l->>'jobId', 'listed', l, md5(l::text), l#>>'{job,job_title}', l#>>'{employer,empname}', now() + interval '30 days', true, now(), now(), now()
      from jsonb_array_elements(${rows}::jsonb) l`);
  }
}
