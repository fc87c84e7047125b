import { expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { clearances, listings, screenings } from '../../src/db/schema.ts';
import { clearedAt } from '../../src/listings/clearances.repository.ts';
import { addReport } from '../../src/screening/reports/reports.repository.ts';
import { decideReview } from '../../src/screening/screening.repository.ts';
import { settleClearances } from '../../src/publishing/holds/settle-clearances.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed } from '../setup/road.ts';

const db = await testDatabase();

async function aJob() {
  const road = aRoad(db);
  const feed = await road.addFeed('acme');
  const readIn = async (text: string) => {
    road.clock.advance(3_600_000);
    road.serve('acme', indeedFeed([{ id: 'A-1', text }]));
    await road.read(feed);
    const [job] = await db.select().from(listings).where(eq(listings.jobId, 'A-1'));
    if (job === undefined) throw new Error('the job was not read');
    return job;
  };
  return { road, readIn };
}

const isCleared = async (job: { readonly id: number; readonly fingerprint: string }) =>
  (await clearedAt(db, [job.id])).get(job.id)?.has(job.fingerprint) ?? false;

test('a job is cleared at each content that was compared, screened and let through', async () => {
  const { readIn } = await aJob();
  const first = await readIn('You sell tools.');
  expect(await isCleared(first)).toBe(true);
  const second = await readIn('You sell tools and paint.');
  expect(second.fingerprint).not.toBe(first.fingerprint);
  expect(await isCleared(second)).toBe(true);
});

test('an approved job that is edited into a scam is not cleared at its new content', async () => {
  const { road, readIn } = await aJob();
  const approve = {
    kind: 'approve',
    by: 'dana@example.org',
    at: road.clock.now(),
    seen: { employer: 'Acme Tools' },
  } as const;
  const scam =
    'Pay a registration fee of $200 before you start. Send us your bank account number and your social security number by Telegram.';
  const job = await readIn('You sell tools.');
  await db.update(screenings).set({ state: 'open' });
  await decideReview(db, job.id, approve);
  await settleClearances(db, { ids: [job.id] }, road.clock.now());
  expect(await isCleared(job)).toBe(true);
  const edited = await readIn(scam);
  expect(await isCleared(edited)).toBe(false);
  expect(await isCleared(job)).toBe(false);
  expect(edited.touchedAt).toEqual(road.clock.now());
});

test('a report of a reader takes the clearance back, and an approval by a person gives it again', async () => {
  const { road, readIn } = await aJob();
  const job = await readIn('You sell tools.');
  const at = road.clock.now();
  await addReport(db, { listingId: job.id, why: 'money', text: 'They want money.', reportedAt: at });
  await settleClearances(db, { ids: [job.id] }, at);
  expect(await isCleared(job)).toBe(false);
  await decideReview(db, job.id, {
    kind: 'approve',
    by: 'dana@example.org',
    at,
    seen: { employer: 'Acme Tools' },
  });
  await settleClearances(db, { ids: [job.id] }, at);
  expect(await isCleared(job)).toBe(true);
  expect(await db.select({ by: clearances.by }).from(clearances)).toEqual([{ by: 'dana@example.org' }]);
});
