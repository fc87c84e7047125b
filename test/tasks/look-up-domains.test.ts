import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { domainFacts, listings, screenings } from '../../src/db/schema.ts';
import type { Feed } from '../../src/feeds/feeds.queries.ts';
import { decideReview } from '../../src/screening/screening.repository.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import type { TaskContext } from '../../src/tasks/context.ts';
import { ingestFeed } from '../../src/tasks/ingest-feed.ts';
import { lookUpDomains } from '../../src/tasks/look-up-domains.ts';
import { aWebOf, type Page } from '../screening/web-maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed } from '../setup/road.ts';

const db = await testDatabase();

const rdap = (domain: string) => `https://rdap.org/domain/${domain}`;
const registered = (day: string) => ({
  text: `{"events":[{"eventAction":"registration","eventDate":"${day}T00:00:00Z"}]}`,
});
const site = (domain: string) => `https://${domain}/`;
const old = { [site('oakmill.com')]: {}, [rdap('oakmill.com')]: registered('2001-05-01') };
const young = { [site('harborfinch.com')]: {}, [rdap('harborfinch.com')]: registered('2026-11-17') };

/** A road with a web of these pages, which may change, and what was asked of it. */
function aLookingRoad(pages: Record<string, Page>) {
  const road = aRoad(db);
  const asked: string[] = [];
  const web = aWebOf(pages, async () => true);
  const fetch: typeof web.fetch = (url, init) => {
    asked.push(url);
    return web.fetch(url, init);
  };
  const context: TaskContext = { ...road.context, lookUps: { ...web, clock: road.clock, fetch } };
  return { ...road, context, asked };
}

/** One job of each employer, with its site; `@` in place of a site: with its mail. */
const board = (...domains: readonly string[]) =>
  domains.reduce(
    (text, domain, at) =>
      text.replace(
        `<referencenumber>J-${at}<`,
        `${domain.startsWith('@') ? `<email>jobs${domain}</email>` : `<companyurl>https://www.${domain}/about</companyurl>`}<referencenumber>J-${at}<`,
      ),
    indeedFeed(domains.map((domain, at) => ({ id: `J-${at}`, company: `Employer ${domain}` }))),
  );

async function readBoard(
  { addFeed, serve, context }: Pick<ReturnType<typeof aLookingRoad>, 'addFeed' | 'serve' | 'context'>,
  ...domains: readonly string[]
): Promise<Feed> {
  serve('board', board(...domains));
  const feed = await addFeed('board', { kind: 'aggregator', multiEmployer: true, useContacts: true });
  expect(await ingestFeed(context, feed.id)).toMatchObject({ kind: 'read', end: { state: 'complete' } });
  return feed;
}

const facts = () => db.select().from(domainFacts).orderBy(domainFacts.domain);
const found = async () =>
  (await screened()).map(({ screenings: { state, signals } }) => ({
    state,
    ids: signals.map(({ id }) => id),
  }));
/** By the number of the job in its document: rows that one statement stores have ids in no order. */
const screened = () =>
  db
    .select()
    .from(screenings)
    .innerJoin(listings, eq(listings.id, screenings.listingId))
    .orderBy(listings.jobId);

test('a board’s job of an employer whose domain is new waits for a person once it was looked up, and goes when one approved', async () => {
  const road = aLookingRoad({ ...old, ...young });
  const feed = await readBoard(road, 'harborfinch.com', '@oakmill.com', '@gmail.com', 'greenhouse.io');
  expect(road.asked).toEqual([]);
  expect((await facts()).map(({ domain }) => domain)).toEqual(['harborfinch.com', 'oakmill.com']);
  const before = await found();
  expect(before.slice(0, 2)).toMatchObject([{ state: 'clear' }, { state: 'clear' }]);

  road.clock.advance(10 * MINUTE);
  expect(await lookUpDomains(road.context)).toEqual([feed.id]);
  expect(road.asked).toEqual([
    rdap('harborfinch.com'),
    site('harborfinch.com'),
    rdap('oakmill.com'),
    site('oakmill.com'),
  ]);
  const after = await found();
  expect(after[0]).toMatchObject({ state: 'open' });
  expect(after[0]?.ids).toContain('new-domain');
  expect(after.slice(1)).toEqual(before.slice(1));

  const [first] = await screened();
  const by = { by: 'staff@northfield.example', at: road.clock.now() };
  const seen = { employer: 'Employer harborfinch.com', applyUrl: 'https://acme.example/J-0' };
  await decideReview(db, first?.listings.id ?? 0, { kind: 'approve', ...by, seen });
  // Known for 30 days, and younger than 90 when it is asked for again: nothing new.
  expect(await lookUpDomains(road.context)).toEqual([]);
  expect(road.asked).toHaveLength(4);
  road.clock.advance(31 * DAY);
  expect(await lookUpDomains(road.context)).toEqual([feed.id]);
  expect(road.asked).toHaveLength(8);
  expect((await found())[0]).toMatchObject({ state: 'approved' });
});

test('a new job of a domain that is known already is judged by it at once', async () => {
  const road = aLookingRoad(young);
  const feed = await readBoard(road, 'harborfinch.com');
  road.clock.advance(10 * MINUTE);
  await lookUpDomains(road.context);
  road.serve('board', board('harborfinch.com', 'harborfinch.com'));
  road.clock.advance(DAY);
  await ingestFeed(road.context, feed.id);
  expect(await found()).toMatchObject([{ state: 'open' }, { state: 'open' }]);
  expect(road.asked).toHaveLength(2);
});

test('a look-up that failed says nothing, and is tried again a day later', async () => {
  const pages: Record<string, Page> = { [rdap('harborfinch.com')]: { status: 429 } };
  const road = aLookingRoad(pages);
  await readBoard(road, 'harborfinch.com');
  const before = await found();
  road.clock.advance(10 * MINUTE);
  expect(await lookUpDomains(road.context)).toEqual([]);
  expect(await found()).toEqual(before);
  expect(await facts()).toMatchObject([{ registeredAt: null, hasMx: null, siteAnswers: null }]);
  Object.assign(pages, young);
  road.clock.advance(23 * HOUR);
  await lookUpDomains(road.context);
  expect(road.asked).toHaveLength(1);
  road.clock.advance(HOUR);
  expect(await lookUpDomains(road.context)).toHaveLength(1);
  expect((await found())[0]?.ids).toContain('new-domain');
});

test('no more domains are looked up in 24 hours than the setting says', async () => {
  const road = aLookingRoad(old);
  const by = { by: 'test', at: road.clock.now() };
  await writeSetting(db, { scope: 'global', key: 'screening.lookUpsPerDay', value: 2, ...by });
  await readBoard(road, 'a-one.com', 'b-two.com', 'c-three.com', 'oakmill.com');
  road.clock.advance(10 * MINUTE);
  const registries = () => road.asked.filter((url) => url.startsWith('https://rdap.org/'));
  await lookUpDomains(road.context);
  await lookUpDomains(road.context);
  road.clock.advance(23 * HOUR);
  await lookUpDomains(road.context);
  expect(registries()).toEqual([rdap('a-one.com'), rdap('b-two.com')]);
  road.clock.advance(HOUR);
  await lookUpDomains(road.context);
  expect(registries()).toHaveLength(4);
  expect(registries().slice(2)).toEqual([rdap('c-three.com'), rdap('oakmill.com')]);
});

test('a domain that no live job names any more is not asked about', async () => {
  const road = aLookingRoad(young);
  await readBoard(road, 'harborfinch.com');
  await db.update(screenings).set({ domains: [] });
  road.clock.advance(10 * MINUTE);
  expect(await lookUpDomains(road.context)).toEqual([]);
  expect(road.asked).toEqual([]);
  expect(await facts()).toEqual([]);
});

test('a feed of one employer wants nothing', async () => {
  const road = aLookingRoad(young);
  road.serve('own', board('harborfinch.com'));
  const feed = await road.addFeed('own');
  await ingestFeed(road.context, feed.id);
  expect(await found()).toHaveLength(1);
  expect(await facts()).toEqual([]);
});

test('nothing is requested or stored without network checks', async () => {
  const road = aRoad(db);
  const feed = await readBoard(road, 'harborfinch.com');
  expect(await found()).toHaveLength(1);
  expect(await facts()).toEqual([]);
  await db.insert(domainFacts).values({ domain: 'harborfinch.com', dueAt: road.clock.now(), hasMx: false });
  road.serve('board', board('harborfinch.com', 'harborfinch.com'));
  road.clock.advance(DAY);
  await ingestFeed(road.context, feed.id);
  expect(await lookUpDomains(road.context)).toEqual([]);
  expect((await found()).flatMap(({ ids }) => ids)).not.toContain('dead-domain');
  expect(await facts()).toMatchObject([{ lookedUpAt: null }]);
});
