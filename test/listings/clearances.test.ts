import { expect, test } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { clearances, listings, screenings } from '../../src/db/schema.ts';
import { addReport, decideReview } from '../../src/screening/screening.repository.ts';
import { explain } from '../../src/operations/reports/explain.ts';
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

const isCleared = async ({ id, fingerprint }: { readonly id: number; readonly fingerprint: string }) =>
  (await db.$count(clearances, and(eq(clearances.listingId, id), eq(clearances.fingerprint, fingerprint)))) >
  0;

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

test('a live job that is edited into a scam says at each step that screening stopped it', async () => {
  const { road, readIn } = await aJob();
  const target = await road.addTarget();
  await readIn('You sell tools.');
  await road.publish(target);
  const way = async () => {
    const told = await explain({ ...road.context, timeZone: 'UTC' }, 'acme', 'A-1');
    if (told.kind !== 'explained') throw new Error(told.reason);
    const [at] = told.explanation.targets;
    return [at?.way.heading, at?.way.steps.find(({ key }) => key === 'checked')?.title];
  };
  const points = 'screening stopped it (100 points)';
  await readIn(
    'Pay a registration fee of $200 before you start. Send us your bank account number and your social security number by Telegram. We send you a check: deposit it and buy gift cards with it.',
  );
  expect(await way()).toEqual([
    `At ${target.name}: its change is being checked for copies and fraud first`,
    'Being checked for copies and fraud',
  ]);
  await road.publish(target);
  expect(road.school.jobs.size).toBe(0);
  expect(await way()).toEqual([`Not at ${target.name} any more: ${points}`, `Checked: ${points}`]);
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
