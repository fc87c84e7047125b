import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  decisions,
  feeds,
  holds,
  listings,
  publications,
  schoolReviews,
  screenings,
  targets,
  unresolvedLabels,
} from '../../../src/db/schema.ts';
import type { FeedHealth } from '../../../src/faces/console/feeds/feed-health.ts';
import { type Overview, overviewPage, type TargetHealth } from '../../../src/faces/console/overview.page.ts';
import { testDatabase } from '../../setup/database.ts';
import { recordAudit } from '../../../src/platform/audit/audit.repository.ts';
import { aCampus, aListing, aPublication } from '../web/support/data.ts';
import { somePlaces } from '../web/support/examples.ts';
import { aFrame, aPerson, faultsOf, hostile, written } from '../web/support/frame.ts';
import { threeSchools } from '../web/support/schools.ts';
import { aRoad, indeedFeed } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

function anOverview(over: Partial<Overview> = {}): Overview {
  return {
    todo: [
      {
        kind: 'hold',
        count: 11_711,
        command: 'quadwire hold 1',
        targets: [],
        sources: ['meridian'],
        link: '/holds/1',
        title: '11,711 removals stopped at 5 targets',
        detail: 'Meridian Talent listed 104 jobs. The usual number is 11,815.',
        since: new Date('2026-11-20T12:12:00Z'),
      },
    ],
    totals: { targets: 5, feeds: 6, form: true },
    places: somePlaces,
    targets: [aTarget()],
    feeds: [aFeed()],
    runs: [],
    latest: [],
    days: Array.from({ length: 14 }, (_, day) => ({
      label: String(day + 7),
      date: `${day + 7} Nov`,
      day: `2026-11-${String(day + 7).padStart(2, '0')}`,
      published: 200 + day,
      updated: 96,
      delisted: day,
    })),
    finding: 'Between 200 and 213 jobs published a day.',
    ...over,
  };
}

const aTarget = (over: Partial<TargetHealth> = {}): TargetHealth => ({
  name: 'Northfield State University',
  state: { shape: 'ok', word: 'Healthy' },
  places: somePlaces,
  today: { day: '2026-11-20', published: 38, delisted: 17 },
  lastAnswerAt: new Date('2026-11-20T15:41:00Z'),
  ...over,
});

const aFeed = (over: Partial<FeedHealth> = {}): FeedHealth => ({
  name: 'meridian',
  state: { shape: 'held', word: 'Held' },
  jobs: 104,
  trend: [11_800, 11_815, 104],
  lastCompleteAt: new Date('2026-11-20T12:12:00Z'),
  nextAt: new Date('2026-11-20T18:00:00Z'),
  ...over,
});

test('the heading is the answer', async () => {
  const page = await written(overviewPage(aFrame(), anOverview()));
  expect(page).toContain('<h1>1 thing needs you</h1>');
  expect(page).toContain(
    '<a href="/publications?state=live">4,212 jobs</a> are live at 1 of <a href="/targets">5 schools</a>, from 1 of <a href="/feeds">6 feeds</a> and the form',
  );
  expect(page).toContain('since <time datetime="2026-11-20T12:12:00.000Z">06:12</time>');
});

test('nothing to do is said in one line', async () => {
  const page = await written(overviewPage(aFrame(), anOverview({ todo: [] })));
  expect(page).toContain('<h1>Nothing needs you</h1>');
  expect(page).toContain('Everything is well');
  expect(page).not.toContain('class="todo"');
});

test('six feeds and five targets stay within the weight of a page', async () => {
  const page = await written(
    overviewPage(
      aFrame(),
      anOverview({
        targets: Array.from({ length: 5 }, (_, n) => aTarget({ name: `Target ${n}` })),
        feeds: Array.from({ length: 6 }, (_, n) => aFeed({ name: `feed-${n}` })),
      }),
    ),
  );
  expect(faultsOf(page, 6_000)).toEqual([]);
});

test('a hundred feeds with trends stay within 12 kB', async () => {
  const feeds = Array.from({ length: 100 }, (_, n) =>
    aFeed({ name: `feed-${n}`, trend: Array.from({ length: 14 }, (_, run) => 1_000 + ((n * run) % 97)) }),
  );
  expect(faultsOf(await written(overviewPage(aFrame(), anOverview({ feeds }))))).toEqual([]);
});

test('names that try to get out stay where they are', async () => {
  const page = await written(
    overviewPage(
      aFrame({ actor: aPerson(hostile) }),
      anOverview({
        targets: [aTarget({ name: hostile })],
        feeds: [aFeed({ name: hostile })],
        finding: hostile,
        todo: [
          {
            kind: 'feed',
            count: 1,
            command: '',
            targets: [],
            sources: [],
            link: '/',
            title: hostile,
            detail: hostile,
          },
        ],
      }),
    ),
  );
  expect(faultsOf(page)).toEqual([]);
});

test('the way from feed to school is drawn by day, and the latest acts are told to those who may see them', async () => {
  const { acme, northfield } = await aCampus(db);
  await db.update(targets).set({ createdAt: new Date('2026-11-01T00:00:00Z') });
  const sent = new Date('2026-11-20T14:00:00Z');
  const found = await db
    .insert(listings)
    .values(
      [10, 20, 30].map((minutes) => ({
        ...aListing(acme, `T-${minutes}`, 'A job'),
        firstSeenAt: new Date(sent.getTime() - minutes * 60_000),
      })),
    )
    .returning({ id: listings.id, jobId: listings.jobId });
  await db.update(publications).set({ firstSentAt: null });
  await db
    .insert(publications)
    .values(
      found.map(({ id: listingId, jobId }) =>
        aPublication({ targetId: northfield, sourceId: acme, jobId, listingId, firstSentAt: sent }),
      ),
    );
  await recordAudit(db, {
    at: sent,
    who: 'dana@a.example',
    action: 'target.pause',
    subject: 'target:calloway',
  });
  for (const [action, subject] of [
    ['user.add', 'user:dana@a.example'],
    ['hold.approve', 'hold:7'],
  ] as const)
    await recordAudit(db, { at: sent, who: 'dana@a.example', action, subject });
  const web = aWeb(db);
  const page = await (await web.signedIn('viewer')).text('/');
  expect(page).toContain('On 20 Nov half of the jobs took at most 20 min, 19 of 20 at most 29 min.');
  expect(page).toMatch(/Latest[\s\S]*href="\/activity\?day=2026-11-20">calloway/);
  const admin = await (await web.signedIn('admin', {}, 'admin@a.example')).text('/');
  expect(admin).toMatch(/Latest[\s\S]*">hold 7<[\s\S]*">dana@a.example</);
  // A school that was added after its jobs were found counts from then on.
  await db.update(targets).set({ createdAt: new Date(sent.getTime() - 60_000) });
  const later = await (await aWeb(db).signedIn('viewer', {}, 'later@a.example')).text('/');
  expect(later).toContain('On 20 Nov half of the jobs took at most 1 min, 19 of 20 at most 1 min.');
  const limited = await (await web.signedIn('viewer', { targets: ['northfield'] }, 'n@a.example')).text('/');
  expect(limited).not.toContain('calloway');
});

test('a school with blocked jobs is named among the things that need a person', async () => {
  const { alpha } = await threeSchools(db);
  const [target] = await db.select().from(targets).where(eq(targets.name, 'alpha'));
  await db.delete(holds);
  await db.delete(unresolvedLabels);
  await db.delete(screenings);
  await db.delete(schoolReviews);
  await db.update(feeds).set({ failures: 0 });
  await db.update(targets).set({ openUntil: null });
  await db.delete(decisions);
  const browser = await aWeb(db, { deps: { acts: {} } }).signedIn('viewer', { targets: ['alpha'] });
  expect(await browser.text('/')).toContain('<h1>Nothing needs you</h1>');
  await db.insert(decisions).values({
    targetId: target?.id ?? 0,
    listingId: alpha.listing,
    outcome: 'waiting',
    step: 'employer',
    reason: 'its employer is not known',
    decidedAt: new Date('2026-11-20T12:00:00Z'),
  });
  const later = await aWeb(db).signedIn('viewer', { targets: ['alpha'] }, 'other@quadwire.example');
  const page = await later.text('/');
  expect(page).toContain('1 cannot go');
  expect(page).toContain('<h1>1 thing needs you</h1>');
  expect(page).toMatch(/reason=no_employer[^>]*>1 job of \S+ names no employer</);
});

test('what was published today is the same number on the overview and in Activity, however soon both are opened', async () => {
  const road = aRoad(db);
  const web = aWeb(db, { deps: { clock: road.clock } });
  const viewer = await web.signedIn('viewer');
  road.serve('acme', indeedFeed([{ id: 'A-1' }]));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield');
  await road.read(feed);
  await road.publish(target);
  const today = async () =>
    /\+<a[^>]*>(\d+)<span class="vh"> published today/.exec(await viewer.text('/'))?.[1] ?? 'no number';
  expect(await today()).toBe('1');
  road.serve('acme', indeedFeed([{ id: 'A-1' }, { id: 'A-2' }, { id: 'A-3' }]));
  await road.read(feed);
  await road.publish(target);
  expect(await today()).toBe('3');
  expect(await viewer.text('/activity')).toContain('3 published, 0 updated, 0 taken down</h1>');
});
