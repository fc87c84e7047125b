import { changeFeed } from '../../src/feeds/feeds.repository.ts';
import { keepListings } from '../../src/listings/listings.repository.ts';
import { expect, test, vi } from 'vitest';
import { openIncidents, webhooksBefore } from '../../src/alerts/alerts.queries.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { waitingMails } from '../../src/platform/mail/mail.queries.ts';
import { watch } from '../../src/tasks/watch.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();
// Weeks of readings, on machines that others use.
vi.setConfig({ testTimeout: 120_000 });

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

test('the owner of a held feed gets one letter: counts, a sample of ten, and what to do', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme', { owner: 'olga@acme.example' });
  await road.read(feed);
  road.serve('acme', indeedFeed([]));
  await road.read(feed);
  for (let looks = 0; looks < 4; looks += 1) {
    await watch(road.context);
    road.clock.advance(5 * MINUTE);
  }
  const mails = await waitingMails(db);
  expect(mails).toHaveLength(1);
  expect(mails).toMatchObject([
    { kind: 'hold', recipient: 'olga@acme.example', subject: 'Quadwire: acme: 12 jobs are held' },
  ]);
  const words = mails[0]?.body ?? '';
  for (const said of ['quadwire approve', '--this-run', 'quadwire reject', 'quadwire mute', 'and 2 more'])
    expect(words).toContain(said);
  expect(words.match(/^ {2}A-\d+ {2}Job A-/gm)).toHaveLength(10);

  road.serve('acme', indeedFeed(jobs(12), 'mended'));
  await road.read(feed);
  await watch(road.context);
  expect(await waitingMails(db)).toHaveLength(1);
});

test('a hold that opens between two looks in place of one that was decided is told of as a new one', async () => {
  const road = aRoad(db);
  const context = { ...road.context, alerting: { email: 'dana@example.org' } };
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme', { owner: 'olga@acme.example' });
  await road.read(feed);
  const mails = async () => (await waitingMails(db)).map(({ kind }) => kind).toSorted();
  const look = async () => {
    for (let looks = 0; looks < 20; looks += 1) {
      await watch(context);
      road.clock.advance(5 * MINUTE);
    }
  };
  road.serve('acme', indeedFeed([]));
  await road.read(feed);
  await look();
  expect(await mails()).toEqual(['alert', 'hold']);
  road.serve('acme', indeedFeed(jobs(12), 'mended'));
  await road.read(feed);
  road.serve('acme', indeedFeed([], 'empty again'));
  await road.read(feed);
  await look();
  expect(await mails()).toEqual(['alert', 'hold', 'hold']);
  // Ordinary news waits for the next message.
  expect(await openIncidents(db)).toMatchObject([{ key: 'hold empty acme', toldAt: null }]);
});

test('the other direction: a live job that complete readings have not listed for 14 days is reported', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(40)));
  const feed = await road.addFeed('acme', { every: '1d' });
  await road.read(feed);
  // The drop is held, so the jobs stay up.
  road.serve('acme', indeedFeed(jobs(10)));
  const keys = async () => (await openIncidents(db)).map(({ key }) => key);
  for (let day = 1; day <= 16; day += 1) {
    road.clock.advance(DAY);
    await road.read(feed);
    await watch(road.context);
    if (day < 14) expect(await keys()).not.toContain('unseen acme');
  }
  expect(await openIncidents(db)).toContainEqual(
    expect.objectContaining({
      key: 'unseen acme',
      title: 'acme: 30 live jobs have long not been listed',
    }),
  );
  road.serve('acme', indeedFeed(jobs(40), 'mended'));
  await road.read(feed);
  await watch(road.context);
  expect(await keys()).not.toContain('unseen acme');
});

test('a feed that is read and never completely is reported after three intervals and 48 hours', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(12)));
  const feed = await road.addFeed('acme', { every: '6h' });
  await road.read(feed);
  const half = () => indeedFeed(jobs(12), road.clock.now().toISOString()).slice(0, 2_500);
  const keys = async () => (await openIncidents(db)).map(({ key }) => key);
  for (let hours = 6; hours <= 54; hours += 6) {
    road.clock.advance(6 * HOUR);
    road.serve('acme', half());
    expect((await road.read(feed)).state).toBe('truncated');
    await watch(road.context);
    expect((await keys()).includes('feed incomplete acme')).toBe(hours > 48);
    expect(await keys()).not.toContain('feed silent acme');
  }
  road.serve('acme', indeedFeed(jobs(12), 'whole'));
  await road.read(feed);
  await watch(road.context);
  expect((await keys()).filter((key) => key.startsWith('feed'))).toEqual([]);
});

test('a school that no plan looks at for two hours though jobs changed is reported until one does', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  const keys = async () => {
    await watch(road.context);
    return (await openIncidents(db)).map(({ key }) => key);
  };
  road.clock.advance(5 * HOUR);
  expect(await keys()).not.toContain('target not planned');
  road.serve('acme', indeedFeed(jobs(4)));
  await road.read(feed);
  road.clock.advance(HOUR);
  expect(await keys()).not.toContain('target not planned');
  road.clock.advance(2 * HOUR);
  expect(await keys()).toContain('target not planned');
  await road.publish(target);
  expect(await keys()).not.toContain('target not planned');
});

test('live jobs of a paused feed, and jobs that a person keeps, are reported after 14 days', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  await road.read(feed);
  const of = async () => {
    await watch(road.context);
    return (await openIncidents(db))
      .filter(({ subjects }) => subjects.includes('acme'))
      .map(({ key }) => key);
  };
  await changeFeed(db, feed.id, { state: 'paused' });
  road.clock.advance(13 * DAY);
  expect(await of()).toEqual([]);
  road.clock.advance(2 * DAY);
  expect(await of()).toEqual(['unseen acme']);
  await changeFeed(db, feed.id, { state: 'active' });
  road.serve('acme', indeedFeed(jobs(2)));
  await road.read(feed);
  await keepListings(db, [3], road.clock.now());
  expect(await of()).toEqual([]);
  for (let day = 1; day <= 15; day += 1) {
    road.clock.advance(DAY);
    await road.read(feed);
  }
  expect(await of()).toEqual(['stuck acme']);
});

test('calls that wait for quiet hours to end are no silence; those that nobody makes afterwards are', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  const at = road.clock.now();
  await writeSetting(db, {
    scope: 'global',
    key: 'publish.quietHours',
    value: '08:00-18:00',
    by: 'test',
    at,
  });
  road.clock.set('2026-11-21T09:00:00Z');
  await road.read(feed);
  await road.publish(target);
  expect(road.school.calls).toEqual([]);
  const isSilent = async (time: string) => {
    road.clock.set(`2026-11-21T${time}:00Z`);
    await watch(road.context);
    return (await openIncidents(db)).some(({ key }) => key === 'target silent');
  };
  for (const time of ['11:30', '14:00', '17:55', '18:04']) expect(await isSilent(time)).toBe(false);
  expect(await isSilent('20:10')).toBe(true);
});
