import { expect, test } from 'vitest';
import { defaultSettings } from '../../src/platform/settings/settings.ts';
import { serveInstance } from '../../src/instance/serve.ts';
import type { CallOutcome, JobWebService } from '../../src/soap/types.ts';
import { releaseCanary } from '../../src/targets/canary.ts';
import { proveRepeats } from '../../src/targets/target-check.ts';
import { connectTarget } from '../../src/targets/connect.ts';
import { addTarget } from '../../src/targets/targets.repository.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aService } from '../soap/wire.ts';
import { aTarget, loopback } from './maker.ts';

const db = await testDatabase();
const now = new Date('2026-11-20T09:00:00Z');

test(
  'at the reference instance repeats prove safe, which is recorded, and no job is left',
  { timeout: 60_000 },
  async () => {
    const instance = await serveInstance({ port: 0, data: 'memory' });
    await instance.ready;
    const { definition } = aTarget({ url: `${instance.url}/soap` });
    const target = await addTarget(db, { name: 'northfield', definition, now });
    if (!target) throw new Error('the target was not added');
    const { verdict, lines } = await proveRepeats(
      {
        db,
        connect: (one, settings) => connectTarget(loopback, one, settings),
        clock: { now: () => now },
      },
      target,
      defaultSettings,
    );
    expect([verdict, ...lines.slice(2)]).toEqual([
      'proven',
      'The first deleteJob answers true.',
      'The second deleteJob answers false.',
      'Repeating a call is safe here: one deletion took down what two posts made.',
    ]);
    expect(await targetNamed(db, 'northfield')).toMatchObject({
      repeatsSafe: 'proven',
      usualAnswers: ['created:0', 'updated:0'],
    });
    const jobs = await (await fetch(`${instance.url}/_control/jobs`)).json();
    expect(jobs).toMatchObject([{ external_source_id: 'quadwire-canary', deleted: true }]);
    await instance.close();
  },
);

/** A target that holds as many copies as it was posted. */
function aCopier(): JobWebService {
  let copies = 0;
  return aService({
    processJob: async () => ({ kind: 'answered', value: `created:${(copies += 1)}` }),
    deleteJob: async () => ({ kind: 'answered', value: copies > 0 && (copies -= 1) >= 0 }),
  });
}
const refusal: CallOutcome<never> = { kind: 'refused', reason: 'no' };
const silence: CallOutcome<never> = { kind: 'unanswered', why: 'timeout', reason: 'no answer' };
const trouble: CallOutcome<never> = { kind: 'troubled', why: 'html', reason: 'a page' };

/** A target whose calls end like this, one after the other. */
function scripted(
  posts: readonly CallOutcome<string | null>[],
  deletions: readonly CallOutcome<boolean | null>[],
): JobWebService {
  const [toPost, toDelete] = [[...posts], [...deletions]];
  return aService({
    processJob: async () => toPost.shift() ?? trouble,
    deleteJob: async () => toDelete.shift() ?? trouble,
  });
}
const taken: CallOutcome<string> = { kind: 'answered', value: 'ok' };
const says = (value: boolean): CallOutcome<boolean> => ({ kind: 'answered', value });

test.each([
  ['makes a copy of each post', 'disproven', aCopier()],
  ['refuses the second post', 'disproven', scripted([taken, refusal], [says(true), says(false)])],
  ['refuses to delete what is gone', 'proven', scripted([taken, taken], [says(true), refusal])],
  ['refuses the job', 'unclear', scripted([refusal], [])],
  ['answers the job with a page', 'unclear', scripted([trouble], [says(true)])],
  ['does not answer the second post', 'unclear', scripted([taken, silence], [says(true), says(false)])],
  ['never says that it took a job down', 'unclear', scripted([taken, taken], [says(false), says(false)])],
  [
    'always says that it took a job down',
    'unclear',
    scripted([taken, taken], [says(true), says(true), says(true)]),
  ],
  [
    'does not answer the third deletion',
    'unclear',
    scripted([taken, taken], [says(true), says(true), silence]),
  ],
  ['does not delete', 'unclear', scripted([taken, taken], [trouble, trouble])],
])('a target that %s: repeats are %s', async (_case, verdict, service) => {
  expect((await releaseCanary(service, aTarget(), now)).verdict).toBe(verdict);
});

test('a job that may be left at a target is named, to be taken down by hand', async () => {
  const { lines } = await releaseCanary(scripted([taken, taken], [silence, silence]), aTarget(), now);
  expect(lines.at(-1)).toBe(
    `No deletion was answered: look whether the job quadwire-canary-${now.getTime()} is left, and take it down by hand.`,
  );
});
