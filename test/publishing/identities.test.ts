import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit, publications } from '../../src/db/schema.ts';
import { addBlock, liftEmployerBlock } from '../../src/operations/blocks.operations.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a job whose id is too long for a school waits, and the others are published', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([...jobs(2), { id: 'L'.repeat(201) }]));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  expect([...road.school.jobs.keys()].toSorted()).toEqual(['acme/A-1', 'acme/A-2']);
});

test.each([
  ['another case', 'a-1'],
  ['a space at its end', 'A-1 '],
  ['accents in two characters', 'É-1'.normalize('NFD'), 'É-1'],
])(
  'an id that another job has at the school with %s gets a number, and that is told (D12)',
  async (_, id, first = 'A-1') => {
    const road = aRoad(db);
    const { context, clock, publish, read, school, serve } = road;
    const nurse = {
      title: 'Night nurse',
      company: 'Zenith Hospital',
      text: 'You care for patients at night.',
    };
    serve('acme', indeedFeed([{ id: first }]));
    serve(
      'zenith',
      indeedFeed([
        { ...nurse, id },
        { ...nurse, id: 'Z-2', title: 'Day nurse', text: 'You care by day.' },
      ]).replaceAll('acme.example', 'zenith.example'),
    );
    const [acme, zenith] = [await road.addFeed('acme'), await road.addFeed('zenith')];
    const target = await road.addTarget('northfield', { sourceId: 'board', idTemplate: '{job_id}' });
    for (const feed of [acme, zenith]) await read(feed);
    const outcome = await reconcileTarget(context, target.id);
    const changes = outcome.kind === 'reconciled' ? outcome.plan.changes : [];
    const told = changes.filter((change) => change.kind === 'publish' && change.because !== 'new');
    expect(told).toMatchObject([{ because: 'new, under another id: its own is another job’s there' }]);
    await publish(target);
    const [other] = [...school.jobs.keys()].filter((key) => key.includes('~'));
    expect(new Set(school.jobs.keys())).toEqual(new Set([`board/${first}`, 'board/Z-2', other]));
    const acts = async () =>
      (await db.select().from(audit)).filter(({ action }) => action === 'job got another id');
    expect(await acts()).toMatchObject([
      {
        subject: `job:zenith/${id.trim()}`,
        detail: { feed: 'zenith', target: 'northfield', id: other?.slice('board/'.length) },
      },
    ]);
    clock.advance(60_000);
    await publish(target);
    expect(await acts()).toHaveLength(1);
  },
);

test.each(['in the same plan', 'already'])(
  'a job is published though the id with a number that it would get is another job’s %s (D12)',
  async (when) => {
    const road = aRoad(db);
    const { publish, read, school, serve } = road;
    const nurse = { title: 'Night nurse', company: 'Zenith Hospital', text: 'You care for patients.' };
    serve('acme', indeedFeed([{ id: 'A-1' }, { id: 'a-1~500' }]));
    serve('zenith', indeedFeed([{ ...nurse, id: 'a-1' }]).replaceAll('acme.example', 'zenith.example'));
    const [acme, zenith] = [await road.addFeed('acme'), await road.addFeed('zenith')];
    const target = await road.addTarget('northfield', { sourceId: 'board', idTemplate: '{job_id}' });
    await read(acme);
    if (when === 'already') await publish(target);
    await db.execute(sql`select setval('listings_id_seq', 499)`);
    await read(zenith);
    await publish(target);
    expect([...school.jobs.keys()].toSorted()).toEqual(['board/A-1', 'board/a-1~500', 'board/a-1~500~500']);
  },
);

const hospitalFeed = (title: string) =>
  indeedFeed([
    { id: 'A-1', title, company: 'Zenith Hospital', text: 'You care for patients at night.' },
  ]).replaceAll('acme.example', 'zenith.example');

test('two jobs of one id that never left are posted once each, though one was blocked meanwhile', async () => {
  const road = aRoad(db);
  const { clock, perform, publish, read, school, serve } = road;
  const stops = (value: boolean) =>
    writeSetting(db, { scope: 'global', key: 'publish.stopped', value, by: 'test', at: clock.now() });
  const ids = async () =>
    (await db.select().from(publications)).map(({ jobId, listingId }) => `${listingId} ${jobId}`).toSorted();
  await stops(true);
  serve('acme', indeedFeed(jobs(1)));
  serve('zenith', hospitalFeed('Night nurse'));
  const [acme, hospital] = [await road.addFeed('acme'), await road.addFeed('zenith')];
  const target = await road.addTarget('northfield', { sourceId: 'board', idTemplate: '{job_id}' });
  for (const feed of [acme, hospital]) await read(feed);
  await publish(target);
  const before = await ids();
  expect(before).toEqual([expect.stringMatching(/ A-1$/), expect.stringMatching(/ A-1~\d+$/)]);
  // The job under the plain id waits for nothing now, and the other one is planned again.
  await perform(addBlock, { company: 'Acme Tools', reason: 'to be looked at' });
  clock.advance(60_000);
  serve('zenith', hospitalFeed('Night nurse, ward 2'));
  await read(hospital);
  await publish(target);
  await perform(liftEmployerBlock, { id: '1' });
  await publish(target);
  expect(await ids()).toHaveLength(2);
  await stops(false);
  await publish(target);
  expect(new Set((await ids()).map((id) => id.split(' ')[1])).size).toBe(2);
  expect(school.calls).toHaveLength(2);
  expect(new Set([...school.jobs.values()].map(({ job }) => job?.job_title))).toEqual(
    new Set(['Job A-1', 'Night nurse, ward 2']),
  );
});
