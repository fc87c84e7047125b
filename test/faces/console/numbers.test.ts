import { expect, test } from 'vitest';
import { listings, publications, runs } from '../../../src/db/schema.ts';
import { DAY } from '../../../src/core/clock.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus, aListing, aPublication } from '../web/support/data.ts';
import { numbersOf, rowsBehind } from '../web/support/numbers.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a number of a day opens what happened on that day, in the product’s own zone', async () => {
  await aBusyCampus();
  const viewer = await aWeb(db).signedIn('viewer');
  const numbers = numbersOf('/', await viewer.text('/')).filter(({ href }) => href?.includes('day='));
  expect(new Set(numbers.map(({ href }) => href))).toEqual(
    new Set([
      ...numbers.map(({ href }) => href),
      '/publications?target=northfield&done=published&day=2026-11-20',
      '/publications?target=northfield&done=delisted&day=2026-11-20',
      '/publications?done=updated&day=2026-11-19',
    ]),
  );
  for (const { href = '', number } of numbers)
    expect([href, await rowsBehind(viewer.text, '/', href)]).toEqual([href, number]);
});

test('a day that is none, and a run that is not seen, narrow nothing', async () => {
  await aBusyCampus();
  const web = aWeb(db);
  const viewer = await web.signedIn('viewer');
  expect((await viewer.get('/publications?done=published&day=2026-02-31')).status).toBe(200);
  const limited = await web.signedIn('viewer', { targets: ['calloway'] }, 'c@quadwire.example');
  const [run] = await db.select().from(runs);
  expect(await limited.text(`/jobs?run=${run?.id}`)).not.toContain('new in run');
});

test('the chips of a search count its jobs alone, and each opens that many', async () => {
  await aBusyCampus();
  const viewer = await aWeb(db).signedIn('viewer');
  const chipsOf = async (path: string) => {
    const [list = ''] = /<ul class="chips">.*?<\/ul>/s.exec(await viewer.text(path)) ?? [];
    return [...list.matchAll(/href="([^"]+)"[^>]*>([^<]*) ([\d,]+)</g)].map(([, href = '', name, n]) => ({
      href: href.replaceAll('&amp;', '&'),
      name,
      n: Number(n),
    }));
  };
  const all = await chipsOf('/jobs');
  const found = await chipsOf('/jobs?q=analyst');
  expect(found).toHaveLength(all.length);
  const sum = (chips: typeof all) => chips.reduce((total, { n }) => total + n, 0);
  expect(sum(found)).toBeGreaterThan(0);
  expect(sum(found)).toBeLessThan(sum(all));
  for (const { href, n } of found)
    expect([href, await rowsBehind(viewer.text, '/', href)]).toEqual([href, n]);
  expect(sum(await chipsOf('/jobs?q=nothing+has+this'))).toBe(0);
});

/** A campus with a job in each state that the overview counts. Days begin at 06:00 UTC there. */
async function aBusyCampus() {
  const { acme, northfield, second } = await aCampus(db);
  const now = new Date('2026-11-20T15:42:00Z');
  const before = (days: number) => new Date(now.getTime() - days * DAY);
  await db.delete(runs);
  await db.insert(runs).values({
    sourceId: acme,
    state: 'complete',
    startedAt: new Date(now.getTime() - 60_000),
    finishedAt: now,
    version: '1',
    items: 5,
    listings: 5,
    added: 4,
  });
  const found = await db
    .insert(listings)
    .values(
      ['B-1', 'B-2', 'B-3', 'B-4'].map((jobId) => ({
        ...aListing(acme, jobId, `Job ${jobId}`),
        firstSeenAt: new Date(now.getTime() - 10_000),
      })),
    )
    .returning({ id: listings.id });
  const [one = 0, two = 0, three = 0, four = 0] = found.map(({ id }) => id);
  const base = { targetId: northfield, sourceId: acme };
  await db.insert(publications).values([
    aPublication({ ...base, jobId: 'B-1', listingId: one, state: 'delisting', nextAt: now }),
    // 05:30 UTC is still yesterday there.
    aPublication({ ...base, jobId: 'B-2', listingId: two, firstSentAt: new Date('2026-11-20T05:30:00Z') }),
    aPublication({
      ...base,
      jobId: 'B-3',
      listingId: three,
      firstSentAt: before(3),
      answeredAt: before(1),
    }),
    aPublication({
      ...base,
      jobId: 'B-4',
      listingId: four,
      firstSentAt: before(2),
      answeredAt: before(2),
      state: 'delisted',
      delistedAt: now,
    }),
  ]);
  return second;
}
