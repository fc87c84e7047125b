import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { feeds, listings, sources } from '../../../src/db/schema.ts';
import type { FeedDefinition } from '../../../src/db/schema/feeds.schema.ts';
import {
  copiesOf,
  decidedPairs,
  mergeByHand,
  openFlags,
  splitOff,
} from '../../../src/listings/duplicates/copies/copies.repository.ts';
import { decideDuplicates } from '../../../src/listings/duplicates/duplicate-decide.ts';
import { standIns } from '../../../src/listings/duplicates/winner.ts';
import type { Listing } from '../../../src/listings/listing.ts';
import { testDatabase } from '../../setup/database.ts';
import { aText } from './advert-maker.ts';
import { goneSince } from '../../publishing/makers.ts';
import { manualClock } from '../../setup/clock.ts';

const db = await testDatabase();
const clock = manualClock('2026-03-10T12:00:00Z');
const deps = { db, clock };
const person = { by: 'ann@school.example', at: clock.now() };

/** A feed with one listing of Acme's analyst in Boston for each text. */
async function aFeed(
  name: string,
  definition: Partial<FeedDefinition> = {},
  texts: readonly string[] = [aText('acme')],
) {
  const at = clock.now();
  const [source] = await db
    .insert(sources)
    .values({ name, kind: 'feed', externalSourceId: name, createdAt: at })
    .returning();
  const sourceId = source?.id ?? 0;
  await db.insert(feeds).values({
    sourceId,
    definition: { url: `https://${name}.example`, adapter: 'auto', ...definition },
    state: 'active',
    createdAt: at,
    nextAt: at,
  });
  const ids: number[] = [];
  for (const [at, text] of texts.entries()) ids.push(await aListing(sourceId, `${name}-${at}`, text));
  return { sourceId, ids, id: ids[0] ?? 0 };
}

async function aListing(sourceId: number, jobId: string, text: string): Promise<number> {
  const listing: Listing = {
    jobId,
    job: { job_title: 'Data Analyst' },
    employer: { empname: 'Acme, Inc.' },
    descriptionText: text,
    places: [{ city: 'Boston', subdivision: 'US-MA', country: 'US' }],
    postedAt: '2026-03-01',
    provenance: {},
    warnings: [],
    quality: 100,
  };
  const at = clock.now();
  const [row] = await db
    .insert(listings)
    .values({
      sourceId,
      jobId,
      state: 'listed',
      listing,
      fingerprint: text,
      title: 'Data Analyst',
      firstSeenAt: at,
      changedAt: at,
      touchedAt: at,
    })
    .returning();
  return row?.id ?? 0;
}

const groupOf = async (id: number) =>
  ((await copiesOf(db, [id])).get(id) ?? []).map((copy) => Number(copy.listingId)).toSorted((a, b) => a - b);

test('copies of two feeds become one group, decided once, with rule and evidence', async () => {
  const own = await aFeed('own', { kind: 'ats' });
  const board = await aFeed('board', { kind: 'aggregator' });
  expect(await decideDuplicates(deps, own.sourceId)).toEqual({ judged: 1, merged: 0, flagged: 0 });
  expect(await decideDuplicates(deps, board.sourceId)).toEqual({ judged: 1, merged: 1, flagged: 0 });
  expect(await decideDuplicates(deps, board.sourceId)).toEqual({ judged: 0, merged: 0, flagged: 0 });
  expect(await groupOf(own.id)).toEqual([own.id, board.id]);
  expect(await decidedPairs(db, own.id)).toMatchObject([
    { kind: 'merge', rule: 'D6', score: 1, decidedBy: 'rules' },
  ]);
});

test('the copy nearest to the employer stands for the others, and hides none where it may not be shown', async () => {
  const own = await aFeed('own', { kind: 'ats' });
  const board = await aFeed('board', { kind: 'aggregator' });
  for (const { sourceId } of [own, board]) await decideDuplicates(deps, sourceId);
  const copies = await copiesOf(db, [own.id, board.id]);
  const both = standIns(copies, new Set([own.id, board.id]), clock.now());
  expect([...both]).toMatchObject([[board.id, { listingId: own.id }]]);
  expect(standIns(copies, new Set([board.id]), clock.now()).has(board.id)).toBe(false);
});

test('when the published copy ends, the other takes over', async () => {
  const own = await aFeed('own', { kind: 'ats' });
  const board = await aFeed('board', { kind: 'aggregator' });
  for (const { sourceId } of [own, board]) await decideDuplicates(deps, sourceId);
  await db
    .update(listings)
    .set(goneSince(new Date('2026-03-09')))
    .where(eq(listings.id, own.id));
  const copies = await copiesOf(db, [own.id, board.id]);
  expect([...standIns(copies, new Set([own.id, board.id]), clock.now())]).toMatchObject([
    [own.id, { listingId: board.id }],
  ]);
});

test('a split is kept when the listing changes; a merge by hand too', async () => {
  const own = await aFeed('own', { kind: 'ats' });
  const partner = await aFeed('partner', {}, [aText('acme')]);
  for (const { sourceId } of [own, partner]) await decideDuplicates(deps, sourceId);
  await splitOff(db, partner.id, person);
  expect(await groupOf(own.id)).toEqual([]);
  await db.update(listings).set({ fingerprint: 'changed' }).where(eq(listings.id, partner.id));
  expect(await decideDuplicates(deps, partner.sourceId)).toEqual({ judged: 1, merged: 0, flagged: 0 });
  expect(await groupOf(own.id)).toEqual([]);

  await mergeByHand(db, own.id, partner.id, person);
  expect(await groupOf(partner.id)).toEqual([own.id, partner.id]);
  await db.update(listings).set({ fingerprint: 'changed again' }).where(eq(listings.id, partner.id));
  await decideDuplicates(deps, partner.sourceId);
  expect(await groupOf(partner.id)).toEqual([own.id, partner.id]);
  expect(
    (await decidedPairs(db, own.id)).map(({ kind, endedBy }) => `${kind} ${endedBy ?? 'stands'}`),
  ).toEqual(['merge stands', 'split ann@school.example', 'merge ann@school.example']);
});

test('two that a person set apart are not brought together by a third one that is a copy of both', async () => {
  const [own, partner] = [await aFeed('own', { kind: 'ats' }), await aFeed('partner')];
  for (const { sourceId } of [own, partner]) await decideDuplicates(deps, sourceId);
  await splitOff(db, partner.id, person);
  const board = await aFeed('board');
  await decideDuplicates(deps, board.sourceId);
  const groups = await copiesOf(db, [own.id, partner.id]);
  expect([...groups.keys()]).toHaveLength(1);
});

test('what a person says of two copies while they are compared stands', async () => {
  const [own, partner] = [await aFeed('own', { kind: 'ats' }), await aFeed('partner')];
  await decideDuplicates(deps, own.sourceId);
  const board = await aFeed('board');
  await decideDuplicates(deps, board.sourceId);
  let [asked, split] = [0, Promise.resolve<readonly number[]>([])];
  const now = () => {
    // When what was found is to be kept.
    if ((asked += 1) === 2) split = db.transaction((tx) => splitOff(tx, board.id, person));
    return clock.now();
  };
  await decideDuplicates({ db, clock: { now } }, partner.sourceId);
  await split;
  expect(await groupOf(own.id)).not.toContain(board.id);
});

test('another text under the same keys is flagged for a person, and stays apart', async () => {
  const own = await aFeed('own', { kind: 'ats' });
  const partner = await aFeed('partner', {}, [aText('other')]);
  await decideDuplicates(deps, own.sourceId);
  expect(await decideDuplicates(deps, partner.sourceId)).toMatchObject({ flagged: 1 });
  expect(await openFlags(db, { limit: 10 })).toHaveLength(1);
  expect(await groupOf(own.id)).toEqual([]);
});

test('a changed text that is no copy any more leaves its group', async () => {
  const own = await aFeed('own', { kind: 'ats' });
  const partner = await aFeed('partner');
  for (const { sourceId } of [own, partner]) await decideDuplicates(deps, sourceId);
  const [row] = await db.select().from(listings).where(eq(listings.id, partner.id));
  const changed = { ...row?.listing, descriptionText: aText('another role') };
  await db.update(listings).set({ listing: changed, fingerprint: 'new' }).where(eq(listings.id, partner.id));
  expect(await decideDuplicates(deps, partner.sourceId)).toEqual({ judged: 1, merged: 0, flagged: 1 });
  expect(await groupOf(partner.id)).toEqual([]);
});
