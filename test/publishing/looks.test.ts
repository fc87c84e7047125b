import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { publications } from '../../src/db/schema.ts';
import { listLooks, settleLook } from '../../src/operations/looks.operations.ts';
import { listPublications } from '../../src/publishing/queries/publications.queries.ts';
import { redefineTarget } from '../../src/targets/targets.repository.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { settleTarget } from '../../src/tasks/settle-target.ts';
import type { CallOutcome } from '../../src/soap/types.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, aRoad, aSchool, indeedFeed, jobs, type School } from '../setup/road.ts';
import { anEnvelope } from '../soap/answers.ts';
import { clientAnsweredWith } from '../soap/wire.ts';

const db = await testDatabase();
const said = (value: string | boolean | null) => ({ kind: 'answered', value }) as CallOutcome<never>;

/** Three jobs are at the school, which then answers as it is told about three more; they are there all the same, or not. */
async function answered(value: string | null, done: boolean) {
  const road = await aPublishedRoad(db, 3);
  const { school, feed, target, read, publish, serve, perform, clock } = road;
  school.next = (operation) => (operation === 'processJob' ? { outcome: said(value), done } : undefined);
  serve('acme', indeedFeed(jobs(6)));
  clock.advance(HOUR);
  await read(feed);
  await publish(target);
  const looks = () => listPublications(db, { sight: {}, state: 'look', limit: 100 });
  const calls = async () => {
    await publish(target);
    return school.calls.splice(0).map(({ operation, id }) => `${operation} ${id}`);
  };
  school.calls.length = 0;
  const usual = async () => (await targetById(db, target.id))?.usualAnswers;
  const say = (id: number | undefined, finding: string) => perform(settleLook, { id: String(id), finding });
  return { ...road, looks, calls, usual, say };
}

test.each([null, '', 'ERROR: rejected'])(
  'an answer of %j waits for a person, and is not sent again',
  async (value) => {
    const { looks, calls, perform, clock } = await answered(value, false);
    expect(await looks()).toMatchObject([
      { parked: 'unusual' },
      { parked: 'unusual' },
      { parked: 'unusual' },
    ]);
    clock.advance(HOUR);
    expect(await calls()).toEqual([]);
    const listed = await perform(listLooks, {});
    expect(listed).toMatchObject({ value: { items: [{ answer: value ?? '' }, {}, {}] } });
  },
);

test('who says that such answers are usual settles all alike, and the answers believed until then stay usual', async () => {
  const road = await answered(null, true);
  const { looks, calls, usual, say, serve, feed, read, school, clock } = road;
  const [first] = await looks();
  expect(await say(first?.id, 'usual')).toMatchObject({ kind: 'done', value: { settled: 3 } });
  expect(await usual()).toEqual(['ok', '']);
  expect(await looks()).toEqual([]);
  expect(await calls()).toEqual([]);
  serve('acme', indeedFeed(jobs(7)));
  clock.advance(HOUR);
  await read(feed);
  expect(await calls()).toEqual(['processJob acme/A-7']);
  expect(await looks()).toEqual([]);
  school.next = () => ({ outcome: said('Thank you') });
  serve('acme', indeedFeed(jobs(8)));
  clock.advance(HOUR);
  await read(feed);
  await calls();
  expect(await looks()).toMatchObject([{ jobId: 'A-8', answer: 'Thank you' }]);
});

test('a job that is not there is sent again, one that is there is not', async () => {
  const { looks, calls, say, school, usual } = await answered('Invalid', false);
  const [first, second] = await looks();
  school.next = () => undefined;
  await say(first?.id, 'there');
  expect(await calls()).toEqual([]);
  await say(second?.id, 'gone');
  expect(await calls()).toEqual([`processJob acme/${second?.jobId}`]);
  expect(await looks()).toHaveLength(1);
  expect(await usual()).toEqual([]);
  expect(await say(first?.id, 'gone')).toMatchObject({ kind: 'not_found' });
});

test('a removal that the school denies ends when a person saw that the job is gone', async () => {
  const { feed, target, school, read, publish, serve, perform, clock } = await aPublishedRoad(db, 3);
  school.next = (operation) => (operation === 'deleteJob' ? { outcome: said(false) } : undefined);
  serve('acme', indeedFeed(jobs(2)));
  for (const hours of [1, 7, 2, 2]) {
    clock.advance(hours * HOUR);
    await read(feed);
    await publish(target);
  }
  const [denied] = await listPublications(db, { sight: {}, state: 'look', limit: 10 });
  expect(denied).toMatchObject({ jobId: 'A-3', parked: 'denied' });
  const say = (finding: string) => perform(settleLook, { id: String(denied?.id), finding });
  expect(await say('usual')).toMatchObject({ kind: 'conflict' });
  school.calls.length = 0;
  await say('there');
  await publish(target);
  expect(school.calls).toHaveLength(1);
  expect(await say('gone')).toMatchObject({ kind: 'done', value: { settled: 1 } });
  await publish(target);
  expect(school.calls).toHaveLength(1);
  expect(await listPublications(db, { sight: {}, state: 'look', limit: 10 })).toEqual([]);
});

test('at another address nothing is known of the answers', async () => {
  const { looks, usual, say } = await answered('', true);
  const [first] = await looks();
  await say(first?.id, 'usual');
  expect(await usual()).toEqual(['ok', '']);
  const stored = await targetById(db, first?.targetId ?? 0);
  if (stored === undefined) throw new Error('the target is gone');
  const { definition } = stored;
  await redefineTarget(db, stored, {
    ...definition,
    soap: { ...definition.soap, url: 'https://other.example' },
  });
  expect(await usual()).toEqual([]);
});

test('an answer named for another operation is trouble: never believed, never usual, and the call is repeated', async () => {
  const answer = '<m:deleteJobResponse xmlns:m="urn:JobWebService"><return>ok</return></m:deleteJobResponse>';
  const stranger = clientAnsweredWith({ body: anEnvelope(answer) });
  let school: School = { ...aSchool(), processJob: (...asked) => stranger.processJob(...asked) };
  const road = aRoad(db);
  const context = { ...road.context, connect: () => school };
  road.serve('acme', indeedFeed(jobs(1)));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  const row = async () => {
    await settleTarget(context, target.id, () => {});
    const [one] = await db.select().from(publications);
    return { state: one?.state, belief: one?.belief, call: one?.call, reason: one?.reason };
  };
  const troubled = { state: 'troubled', belief: 'maybe', call: 'due' };
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await row()).toEqual({
      ...troubled,
      reason: 'the answer is that of deleteJob, not of processJob',
    });
    road.clock.advance(DAY);
  }
  expect(await listPublications(db, { sight: {}, state: 'look', limit: 10 })).toEqual([]);
  expect((await targetById(db, target.id))?.usualAnswers).toEqual([]);
  school = aSchool();
  expect(await row()).toMatchObject({ state: 'published', belief: 'has', call: 'idle' });
});
