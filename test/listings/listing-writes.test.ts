import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listings } from '../../src/db/schema.ts';
import { keepListings } from '../../src/listings/listings.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad } from '../setup/road.ts';

const db = await testDatabase();

test('a job that a person keeps while it is missing drops the date that had jumped', async () => {
  const { clock } = await aPublishedRoad(db, 1);
  const day = new Date('2026-01-01T00:00:00Z');
  await db.execute(sql`
    update listings set state = 'missing', missing_since = now(), miss_runs = 1, expires_at = ${day.toISOString()}::timestamptz, jumped_at = now()`);
  const [missing] = await db.select().from(listings);
  await keepListings(db, [missing?.id ?? 0], clock.now());
  const kept = { state: 'kept', expiresAt: null, jumpedAt: null, refusedExpiresAt: day, missRuns: 0 };
  expect(await db.select().from(listings)).toMatchObject([kept]);
});
