import { expect, test } from 'vitest';
import { decisions, holds, listings, publications } from '../../../src/db/schema.ts';
import { funnelOf, funnelStages } from '../../../src/publishing/queries/funnel.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus, aListing, aPublication } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';
import { HOUR } from '../../../src/core/clock.ts';
import { actOnHold } from '../../../src/operations/decide-hold.ts';
import { holdsIn } from '../../../src/publishing/holds/holds.queries.ts';
import { placeCounts } from '../../../src/publishing/queries/job-states.queries.ts';
import { numberOf } from '../../../src/publishing/queries/place-counts.ts';
import { redefineTarget } from '../../../src/targets/targets.repository.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { goneSince } from '../../publishing/makers.ts';

const db = await testDatabase();
const at = new Date('2026-11-20T12:12:00Z');

test('each number of the funnel opens exactly its rows', async () => {
  const { acme } = await aFunnel();
  const line = (await funnelOf(db, acme)).find(({ target }) => target === 'northfield');
  expect(line).toEqual({
    target: 'northfield',
    routed: 7,
    'no-key': 1,
    duplicate: 1,
    'in-review': 1,
    held: 1,
    'held-back': 1,
    refused: 1,
    live: 1,
    'still-up': 1,
  });
  await db.update(holds).set({ state: 'rejected', decidedAt: at });
  expect((await funnelOf(db, acme)).find(({ target }) => target === 'northfield')).toMatchObject({
    held: 0,
    'held-back': 2,
  });
  await db.update(holds).set({ state: 'open', decidedAt: null });
  const web = aWeb(db);
  const send = await web.withToken(['read']);
  for (const stage of funnelStages) {
    const body: unknown = await (
      await send(`/listings?source=acme&target=northfield&stage=${stage}&limit=50`)
    ).json();
    const rows = stage === 'understood' ? 8 : line?.[stage];
    expect([stage, body]).toEqual([
      stage,
      expect.objectContaining({ items: Array.from({ length: rows ?? 0 }, () => expect.anything()) }),
    ]);
  }
});

test('a feed’s page shows the funnel with what was found, and somebody limited sees their target’s line alone', async () => {
  await aFunnel();
  const web = aWeb(db);
  const page = await (await web.signedIn('viewer')).text('/feeds/acme');
  expect(page).toContain('last complete run</a>, 96 over: ');
  expect(page).toContain('8 jobs</a>');
  expect(page).toContain('/jobs?source=acme&amp;target=northfield&amp;stage=no-key');
  const limited = await web.signedIn('viewer', { targets: ['calloway'], sources: ['acme'] }, 'c@q.example');
  expect(await limited.text('/feeds/acme')).not.toContain('northfield');
});

test('a job that has ended and is still up has a number of its own, and no other', async () => {
  const { acme } = await aFunnel();
  await db.update(listings).set(goneSince(at));
  const [line] = await funnelOf(db, acme);
  expect(line).toMatchObject({ routed: 0, live: 0, 'still-up': 2 });
  const viewer = await aWeb(db).signedIn('viewer');
  expect(await viewer.text('/feeds/acme')).toContain('stage=still-up');
  const page = await viewer.text('/jobs?source=acme&target=northfield&stage=still-up');
  expect(page).toContain('2 jobs shown');
});

test('what the funnel of a feed counts as held is what its schools count as held', async () => {
  const { context, clock, addFeed, addTarget, read, publish, serve } = aRoad(db);
  const listed = jobs(100).map((job, n) => ({ ...job, company: n < 80 ? 'Oak Works' : 'Elm Works' }));
  serve('acme', indeedFeed(listed));
  const [feed, target] = [await addFeed('acme'), await addTarget()];
  await read(feed);
  await publish(target);
  const sameHeld = async () => {
    const [line] = await funnelOf(db, feed.id);
    const web = aWeb(db, { deps: { clock } });
    const viewer = await web.signedIn('viewer', {}, `${clock.now().getTime()}@q.example`);
    const page = await viewer.text('/jobs?source=acme&target=northfield&stage=held');
    expect([numberOf(await placeCounts(db), 'held'), page.match(/<tr/g)?.length ?? 1]).toEqual([
      line?.held,
      Math.min(line?.held ?? 0, 50) + 1,
    ]);
    return line;
  };
  const routing = [{ field: 'employer', op: 'is', values: ['Elm Works'], then: 'skip' }] as const;
  await redefineTarget(db, target, { ...target.definition, routing });
  await publish(target);
  expect(await sameHeld()).toMatchObject({ held: 20, 'held-back': 0, live: 100 });
  const [hold] = await holdsIn(db, ['open']);
  await actOnHold(context, hold?.id ?? 0, { kind: 'reject' }, 'dana');
  await publish(target);
  expect(await sameHeld()).toMatchObject({ held: 0, live: 100 });
  clock.advance(7 * HOUR);
  serve('acme', indeedFeed(listed.slice(0, 30), 'a short document'));
  await read(feed);
  await publish(target);
  expect(await sameHeld()).toMatchObject({ held: 70, live: 100 });
});

test('a stage narrows the page of jobs', async () => {
  await aFunnel();
  const viewer = await aWeb(db).signedIn('viewer');
  const page = await viewer.text('/jobs?source=acme&target=northfield&stage=duplicate');
  expect(page).toContain('Of duplicate');
  expect(page).toContain('1 job shown');
});

/** At northfield: one job of acme live, one refused, one at each step that keeps it, one that is not routed, one that has ended and is up. */
async function aFunnel() {
  const campus = await aCampus(db);
  const { acme, northfield } = campus;
  const steps = [
    { step: 'picklist', outcome: 'waiting' as const },
    { step: 'duplicate', outcome: 'skipped' as const },
    { step: 'screening', outcome: 'waiting' as const },
    { step: 'employer', outcome: 'waiting' as const },
    { step: 'routing', outcome: 'skipped' as const },
    { step: 'publish', outcome: 'held' as const },
  ];
  for (const { step, outcome } of steps) {
    const [row] = await db
      .insert(listings)
      .values(aListing(acme, step, `Of ${step}`))
      .returning();
    await db.insert(decisions).values({
      targetId: northfield,
      listingId: row?.id ?? 0,
      outcome,
      step,
      reason: 'so it is',
      decidedAt: at,
    });
  }
  const [refused] = await db
    .insert(listings)
    .values(aListing(acme, 'R', 'Refused'))
    .returning();
  const [gone] = await db
    .insert(listings)
    .values({ ...aListing(acme, 'G', 'Gone'), ...goneSince(at) })
    .returning();
  const to = { targetId: northfield, sourceId: acme };
  await db
    .insert(publications)
    .values([
      aPublication({ ...to, jobId: 'R', listingId: refused?.id ?? 0, state: 'refused' }),
      aPublication({ ...to, jobId: 'G', listingId: gone?.id ?? 0, state: 'delisting' }),
    ]);
  return campus;
}
