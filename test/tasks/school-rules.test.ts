import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { decideAtSchool, setPolicyRule } from '../../src/operations/school-reviews.operations.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed } from '../setup/road.ts';

const db = await testDatabase();

async function aSchoolWith(action: 'refuse' | 'review') {
  const road = aRoad(db);
  const feed = await road.addFeed('acme');
  const target = await road.addTarget('northfield');
  const set = (to: 'refuse' | 'review' | 'off') =>
    road.perform(setPolicyRule, { name: 'northfield', rule: 'unpaid', action: to });
  await set(action);
  const publish = async (text?: string) => {
    road.clock.advance(HOUR);
    if (text !== undefined) road.serve('acme', indeedFeed([{ id: 'A-1', title: 'Intern', text }]));
    if (text !== undefined) await road.read(feed);
    await road.publish(target);
    return road.school.jobs.size;
  };
  return { ...road, set, publish };
}

const unpaid = 'This is an unpaid internship at the desk of Acme.';
const paid = 'This is a paid internship at the desk of Acme, 20 USD an hour.';

test('a job that a school’s rule refused goes there once its text meets the rule no more', async () => {
  const { publish } = await aSchoolWith('refuse');
  expect(await publish(unpaid)).toBe(0);
  expect(await publish(paid)).toBe(1);
});

test.each(['refuse', 'review'] as const)(
  'a job that met a rule with %s goes to the school once the rule is off',
  async (action) => {
    const { publish, set } = await aSchoolWith(action);
    expect(await publish(unpaid)).toBe(0);
    await set('off');
    expect(await publish()).toBe(1);
  },
);

test('a refused job waits for staff once the rule asks them', async () => {
  const { publish, set, perform } = await aSchoolWith('refuse');
  expect(await publish(unpaid)).toBe(0);
  await set('review');
  expect(await publish()).toBe(0);
  const approve = { name: 'northfield', id: '1', decision: 'approve' };
  expect(await perform(decideAtSchool, approve)).toMatchObject({ kind: 'done' });
  expect(await publish()).toBe(1);
});

test('what the staff of a school rejected stays rejected, whatever becomes of the rule', async () => {
  const { publish, set, perform } = await aSchoolWith('review');
  expect(await publish(unpaid)).toBe(0);
  const reject = { name: 'northfield', id: '1', decision: 'reject', reason: 'no unpaid work' };
  expect(await perform(decideAtSchool, reject)).toMatchObject({ kind: 'done' });
  await set('off');
  expect(await publish()).toBe(0);
  expect(await publish(paid)).toBe(0);
});
