import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import type { Db } from '../../src/db/db.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { planFor } from '../../src/tasks/plan-target.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { empty, testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, indeedFeed, jobs } from '../setup/road.ts';
import { rowsOf } from '../setup/rows.ts';

const db = await testDatabase();
type Published = Awaited<ReturnType<typeof aPublishedRoad>>;

const set =
  (key: 'publish.description' | 'publish.closingLine' | 'publish.stateForm', value: unknown) => () =>
    writeSetting(db, { scope: 'global', key, value, by: 'dana', at: new Date() } as never);
const definition = (sqlText: string) => () => db.execute(sql.raw(sqlText));

/** What may change a posting, each by itself. */
const changes: readonly (readonly [string, (road: Published) => Promise<unknown>])[] = [
  ['the form of descriptions', set('publish.description', 'text')],
  ['the closing line', set('publish.closingLine', false)],
  ['the form of states', set('publish.stateForm', 'iso')],
  [
    'the fields that a school does not take',
    definition(`update targets set definition = definition || '{"omittedFields": ["job.job_desc"]}'`),
  ],
  [
    'the attribution of a feed',
    definition(`update feeds set definition = definition || '{"right": {"attribution": "Jobs by Acme"}}'`),
  ],
  [
    'an entry of a list',
    definition(
      `update picklists set version = version + 1, entries = (select jsonb_agg(e || '{"ikey": "9"}') from jsonb_array_elements(entries) e) where field = 'job_type'`,
    ),
  ],
  [
    'the listing',
    async ({ serve, read, feed }) => {
      serve('acme', indeedFeed(jobs(3).map((job) => ({ ...job, title: `Welder ${job.id}` }))));
      await read(feed);
    },
  ],
];

test(
  'a plan that skips unchanged postings is one that makes them all, whatever changed',
  { timeout: 60_000 },
  async () => {
    for (const [what, change] of changes) {
      await empty(db);
      const road = await aPublishedRoad(db, 3, '2026-12-20');
      await reconcileTarget(road.context, road.target.id);
      expect(await planned(db, road)).toEqual([]);
      await change(road);
      const skipping = await planned(db, road);
      await db.execute(sql`update publications set inputs = null`);
      expect([what, skipping]).toEqual([what, await planned(db, road)]);
      expect([what, skipping.length]).not.toEqual([what, 0]);
    }
  },
);

test('a comparison writes down what postings were made of, once', async () => {
  await empty(db);
  const road = await aPublishedRoad(db, 3);
  await db.execute(sql`update publications set inputs = null`);
  const compare = async () => {
    await changeTarget(db, road.target.id, { mappingVersion: null });
    const outcome = await reconcileTarget(road.context, road.target.id);
    return outcome.kind === 'reconciled' ? outcome.plan.stamps.length : undefined;
  };
  expect(await compare()).toBe(3);
  expect(await compare()).toBe(0);
  expect(rowsOf(await db.execute(sql`select inputs from publications where inputs is null`))).toEqual([]);
});

test('labels without an entry are counted though their postings are not made again', async () => {
  await empty(db);
  const road = await aPublishedRoad(db, 2);
  road.serve('acme', indeedFeed(jobs(2).map((job) => ({ ...job, type: 'Seasonal helper of the moon' }))));
  await road.read(road.feed);
  await road.publish(road.target);
  const labels = async () => {
    await changeTarget(db, road.target.id, { mappingVersion: null });
    await reconcileTarget(road.context, road.target.id);
    return rowsOf(await db.execute(sql`select field, label, jobs, blocked, example from unresolved_labels`));
  };
  const first = await labels();
  expect(await labels()).toEqual(first);
  await db.execute(sql`update publications set inputs = null`);
  expect(await labels()).toEqual(first);
  expect(first).not.toEqual([]);
});

test('labels new to a school are counted with all others there, of jobs published, blocked and held, as a whole plan counts them', async () => {
  await empty(db);
  const road = aRoad(db);
  const { clock, context, school, serve } = road;
  school.picklists['job_function'] = [{ ikey: '1', ivalue: 'Accounting' }];
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield', { requiredFields: ['job_type'] });
  const lists = async (...listed: readonly (readonly [type: string, category: string])[]) => {
    clock.advance(HOUR);
    // What changed before is compared already.
    await reconcileTarget(context, target.id);
    const samples = listed.map(([type], at) => ({ id: `A-${at}`, type }));
    let at = 0;
    const category = () => `</jobtype><category>${listed[at++]?.[1]}</category>`;
    serve('acme', indeedFeed(samples).replaceAll('</jobtype>', category));
    await road.read(feed);
    const outcome = await reconcileTarget(context, target.id);
    const looked = outcome.kind === 'reconciled' ? outcome.plan.seen.size : 0;
    return { looked, labels: await labels() };
  };
  const labels = async () =>
    rowsOf(
      await db.execute(
        sql`select field, label, jobs, blocked, example from unresolved_labels order by field, label`,
      ),
    );
  const compareAll = async () => {
    await changeTarget(db, target.id, { mappingVersion: null });
    await reconcileTarget(context, target.id);
    return labels();
  };
  const before = [
    ['zero hours', 'Vibes'],
    ['fulltime', 'Vibes'],
  ] as const;
  await lists(...before);
  await road.publish(target);
  expect(await labels()).toEqual([count('Vibes', 2), count('zero hours', 1, 1)]);

  const more = await lists(...before, ['zero hours', 'Vibes'], ['moon hours', 'Vibes']);
  expect(more.looked).toBe(2);
  expect(more.labels).toEqual([count('Vibes', 4), count('moon hours', 1, 1), count('zero hours', 2, 2)]);
  expect(await compareAll()).toEqual(more.labels);

  await changeTarget(db, target.id, { reviewFirst: true });
  const held = await lists(...before, ['zero hours', 'Vibes'], ['moon hours', 'Vibes'], ['fulltime', 'Aura']);
  expect(held.looked).toBe(1);
  expect(held.labels).toContainEqual(count('Aura', 1));
  expect(await compareAll()).toEqual(held.labels);
});

const count = (label: string, of: number, blocked = 0) =>
  expect.objectContaining({ label, jobs: of, blocked });

async function planned(at: Db, { context, target }: Published) {
  const now = await targetById(at, target.id);
  if (now === undefined) throw new Error('the target is gone');
  const { plan } = await planFor(context, now, await loadSettings(at), { look: 'all' });
  return [...plan.changes, ...plan.withheld].map((change) =>
    change.kind === 'delist' ? change.sent.jobId : `${change.wanted.jobId} ${change.wanted.fingerprint}`,
  );
}
