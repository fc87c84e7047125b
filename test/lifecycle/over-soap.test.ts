// @module-tag slow
import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../src/core/clock.ts';
import { present } from '../../src/core/present.ts';
import { publications } from '../../src/db/schema.ts';
import { approveHold } from '../../src/operations/holds.operations.ts';
import { settleLook } from '../../src/operations/looks.operations.ts';
import { setPolicy } from '../../src/operations/school-reviews.operations.ts';
import { setSetting } from '../../src/operations/settings.operations.ts';
import { setTarget } from '../../src/operations/targets.operations.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { listPublications } from '../../src/publishing/queries/publications.queries.ts';
import { createSoapClient } from '../../src/soap/client.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { anInstance, instanceDatabase } from '../instance/maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, aSchool, indeedFeed, jobs, type SampleJob } from '../setup/road.ts';
import { aFault } from '../soap/answers.ts';

/** Endings of calls as they come over the wire: the school is the reference instance, and what it answers goes through SOAP. */
const db = await testDatabase();
const instanceDb = await instanceDatabase();

type Spoil = (operation: string, answer: Response) => Response | Promise<Response>;

async function overSoap(count: number, text?: string) {
  const instance = await anInstance({ db: instanceDb });
  const wire: { spoil: Spoil } = { spoil: (_, answer) => answer };
  const client = createSoapClient({
    endpoint: 'http://instance.test/soap',
    namespace: 'urn:JobWebService',
    fetch: async (_, init) => {
      const answer = await instance.request('/soap', init);
      return wire.spoil(/processJob|deleteJob/.exec(init.body ?? '')?.[0] ?? '', answer);
    },
  });
  const road = aRoad(db, { ...aSchool(), ...client });
  const list = (all: readonly SampleJob[]) =>
    road.serve('acme', indeedFeed(all, road.clock.now().toISOString()));
  list(jobs(count).map((job) => ({ ...job, ...present({ text }) })));
  const feed = await road.addFeed('acme');
  const target = await road.addTarget();
  await road.read(feed);
  await road.publish(target);
  await instance.instance.calls.flush();
  const before = (await instance.control('GET', '/calls')).body.length;
  /** Read twice, seven hours apart, and published. */
  const counted = async (all: readonly SampleJob[]) => {
    for (const hours of [1, 7]) {
      road.clock.advance(hours * HOUR);
      list(all);
      await road.read(feed);
    }
    await road.publish(target);
  };
  return {
    ...road,
    wire,
    instance,
    feed,
    target,
    counted,
    faults: (...rules: string[]) => instance.control('PUT', '/faults', { rules }),
    /** What is shown there, by its number. */
    board: async (): Promise<readonly string[]> =>
      (await instance.control('GET', '/jobs')).body
        .filter(({ deleted }: { deleted: boolean }) => !deleted)
        .map(({ job }: { job: { job_id: string } }) => job.job_id)
        .toSorted(),
    calls: async (): Promise<readonly string[]> =>
      (await instance.control('GET', '/calls')).body
        .slice(before)
        .filter(({ job_id }: { job_id: string | null }) => job_id !== null)
        .map(({ operation, job_id }: { operation: string; job_id: string }) => `${operation} ${job_id}`),
    looks: () => listPublications(db, { sight: {}, state: 'look', limit: 10 }),
  };
}

const rowOf = async (id: string) => (await db.select().from(publications)).find(({ jobId }) => jobId === id);
const idsOf = (some: readonly SampleJob[]) => some.map(({ id }) => id).toSorted();

test.each([
  ['a 504 after the work was done', [], true],
  ['a connection that died after the work was done', ['deleteJob:lose-answer@1'], true],
  ['a 504 before it was done', ['deleteJob:http=504@1'], false],
] as const)('a removal that ended in %s is repeated, and nobody is asked', async (_, rules, done) => {
  const { board, calls, clock, counted, faults, looks, publish, target, wire } = await overSoap(3);
  await faults(...rules);
  wire.spoil = (operation, answer) =>
    rules.length === 0 && operation === 'deleteJob'
      ? new Response('Gateway Timeout', { status: 504 })
      : answer;
  await counted(jobs(2));
  expect(await board()).toEqual(done ? ['A-1', 'A-2'] : ['A-1', 'A-2', 'A-3']);
  expect(await rowOf('A-3')).toMatchObject({ belief: 'maybe', intent: 'hide', call: 'due' });
  await faults();
  wire.spoil = (_, answer) => answer;
  clock.advance(DAY);
  await publish(target);
  expect(await board()).toEqual(['A-1', 'A-2']);
  expect(await rowOf('A-3')).toMatchObject({
    belief: 'none',
    call: 'idle',
    state: 'delisted',
    answer: done ? 'false' : 'true',
  });
  expect(await looks()).toEqual([]);
  clock.advance(3 * DAY);
  await publish(target);
  expect(await calls()).toEqual(['deleteJob A-3', 'deleteJob A-3']);
});

test('`ERROR: rejected` as the string of processJob is not believed: it waits for a look, and is not sent again', async () => {
  const { board, calls, clock, counted, looks, perform, publish, target, wire } = await overSoap(3);
  // Nothing was stored, and no fault says so.
  wire.spoil = async (operation, answer) =>
    operation === 'processJob'
      ? new Response((await answer.text()).replace(/(?:created|updated):\w+/, 'ERROR: rejected'), answer)
      : answer;
  await counted(jobs(4));
  expect(await looks()).toMatchObject([{ jobId: 'A-4', parked: 'unusual', answer: 'ERROR: rejected' }]);
  clock.advance(3 * DAY);
  await publish(target);
  expect(await calls()).toEqual(['processJob A-4']);
  expect((await targetById(db, target.id))?.usualAnswers).not.toContain('ERROR: rejected');
  wire.spoil = (_, answer) => answer;
  const [look] = await looks();
  await perform(settleLook, { id: String(look?.id), finding: 'gone' });
  await publish(target);
  expect(await calls()).toEqual(['processJob A-4', 'processJob A-4']);
  expect(await looks()).toEqual([]);
  expect(await board()).toEqual(idsOf(jobs(4)));
});

test.each([
  ['Client', 'MySQL server has gone away'],
  ['Client', 'MySQL server: the database has gone away'],
  ['Client', 'login failed'],
  ['Client.Authentication', 'login failed for user board'],
])(
  'a fault %s "%s" for every job opens the circuit, and all of them are tried again',
  async (code, message) => {
    const { board, calls, clock, counted, looks, publish, target, wire } = await overSoap(20);
    wire.spoil = () =>
      new Response(aFault(code, message), { status: 500, headers: { 'content-type': 'text/xml' } });
    // Five are changed, four end and twelve are new.
    const listed = [
      ...jobs(5).map((job) => ({ ...job, title: 'Other work' })),
      ...jobs(11, 6),
      ...jobs(12, 21),
    ];
    await counted(listed);
    const tried = (await calls()).length;
    expect(tried).toBeLessThan(12);
    expect((await targetById(db, target.id))?.openUntil).not.toBeNull();
    const rows = await db.select().from(publications);
    expect(rows.filter(({ call }) => call === 'parked')).toEqual([]);
    expect(rows.filter(({ call }) => call === 'due')).toHaveLength(21);
    wire.spoil = (_, answer) => answer;
    clock.advance(DAY);
    await publish(target);
    expect(await board()).toEqual(idsOf(listed));
    expect(await looks()).toEqual([]);
    expect((await targetById(db, target.id))?.openUntil).toBeNull();
    const ends = (await db.select().from(publications)).map(({ call, state }) => [call, state].join(' '));
    expect(new Set(ends)).toEqual(new Set(['idle published', 'idle delisted']));
  },
);

const skipped = { field: 'employer', op: 'is', values: ['Acme Tools'], then: 'skip' };
test.each([
  ['an operator’s rule that skips', setTarget, { name: 'northfield', routing: [skipped] }],
  [
    'a school’s rule that refuses',
    setPolicy,
    { name: 'northfield', rules: { 'contractor-1099': 'refuse' }, approves_forms: false },
  ],
  [
    'an age limit that leaves out',
    setSetting,
    { scope: 'target:northfield', key: 'publish.maxAgeDays', value: 5 },
  ],
] as const)('%s 300 jobs asks, and each stays until its number is typed', async (_, act, said) => {
  const { board, calls, clock, perform, publish, target } = await overSoap(300, 'It is 1099 work.');
  expect(await perform(act, said)).toMatchObject({ kind: 'done' });
  for (const hours of [1, 24, 24]) {
    await publish(target);
    clock.advance(hours * HOUR);
  }
  expect(await calls()).toEqual([]);
  const open = await holdsIn(db, ['open']);
  expect(open).toMatchObject([{ kind: 'share', target: 'northfield', count: 300 }]);
  const id = String(open[0]?.id);
  const typed = { id, confirm: 'northfield' };
  expect(await perform(approveHold, { id })).toMatchObject({ kind: 'confirmation_required' });
  expect(await perform(approveHold, { ...typed, count: 299 })).toMatchObject({ kind: 'conflict' });
  await publish(target);
  expect(await calls()).toEqual([]);
  expect(await perform(approveHold, { ...typed, count: 300 })).toMatchObject({ kind: 'done' });
  // A feed loses 60 jobs an hour (R11).
  for (let hours = 0; hours < 6; hours += 1) {
    await publish(target);
    clock.advance(1.1 * HOUR);
  }
  expect(await board()).toEqual([]);
  expect(await calls()).toHaveLength(300);
});
