import { expect, test } from 'vitest';
import { openIncidents, webhooksBefore } from '../../src/alerts/store.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { waitingMails } from '../../src/mail/store.ts';
import { watch } from '../../src/tasks/watch.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a held feed is one incident: one mail, one signed webhook that is tried again until it is taken', async () => {
  const road = aRoad(db);
  const asked: string[] = [];
  let status = 503;
  const fetch: typeof road.context.fetch = async (_, init) => {
    asked.push(init.headers['webhook-id'] ?? '');
    return { status, headers: { get: () => null }, body: null };
  };
  const alerting = {
    email: 'dana@example.org',
    webhook: { url: 'https://hooks.example/q', secret: 'a secret of thirty-two characters' },
  };
  const context = { ...road.context, fetch, alerting };
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme', { every: '1d' });
  await road.read(feed);
  road.serve('acme', indeedFeed([]));
  await road.read(feed);
  await watch(context);
  expect(await openIncidents(db)).toMatchObject([{ key: 'hold empty acme', severity: 'ordinary' }]);
  for (let minutes = 0; minutes < 30; minutes += 5) {
    road.clock.advance(5 * MINUTE);
    await watch(context);
  }
  expect(await waitingMails(db)).toMatchObject([
    { kind: 'alert', subject: expect.stringContaining('12 jobs are held') },
  ]);
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked).size).toBe(1);
  status = 204;
  road.clock.advance(HOUR / 2);
  await watch(context);
  expect(await webhooksBefore(db, { limit: 10 })).toMatchObject([
    { event: 'incident.opened', state: 'delivered', answer: 'HTTP 204' },
  ]);
});

test('entries that vanish from a list are an incident while live jobs have them', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  const vanished = async () => (await openIncidents(db)).filter(({ key }) => key.startsWith('entries'));
  await watch(road.context);
  expect(await vanished()).toEqual([]);
  road.school.picklists['job_type'] = [{ ikey: '2', ivalue: 'Part-time' }];
  road.clock.advance(25 * HOUR);
  await road.read(feed);
  await road.publish(target);
  await watch(road.context);
  expect(await vanished()).toMatchObject([
    {
      key: 'entries vanished northfield job_type',
      title: expect.stringContaining(
        '“Full-time”, “Internship” vanished from job_type, and 3 live jobs have it',
      ),
    },
  ]);
  road.school.picklists['job_type'] = [{ ikey: '9', ivalue: 'Full-time' }];
  road.clock.advance(25 * HOUR);
  await road.read(feed);
  await road.publish(target);
  expect(road.school.jobs.get('acme/A-1')?.job).toMatchObject({ job_type: [{ stringvalue: '9' }] });
  await watch(road.context);
  expect(await vanished()).toEqual([]);
});
