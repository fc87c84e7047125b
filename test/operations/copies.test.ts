import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { targetById } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed } from '../setup/road.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();
/** Long enough to tell two openings apart: 60 words that no other text has. */
const textOf = (of: string) => Array.from({ length: 60 }, (_, at) => `${of}${at}`).join(' ');

/** Two feeds with one job that looks the same, read and published at one school. */
async function twoFeeds(other = textOf('bus')) {
  const road = aRoad(db);
  const job = { title: 'Network Planner', company: 'Metro Transit' };
  road.serve('acme', indeedFeed([{ ...job, id: 'A-1', text: textOf('bus') }]));
  road.serve('board', indeedFeed([{ ...job, id: 'B-1', text: other }]));
  const [acme, board] = [await road.addFeed('acme'), await road.addFeed('board')];
  const target = await road.addTarget('northfield');
  for (const feed of [acme, board]) await road.read(feed);
  await road.publish(target);
  const web = aWeb(db, { deps: { acts: createCapabilities(road.context) } });
  web.clock.set(road.clock.now());
  const publish = async () => {
    road.clock.advance(HOUR);
    await road.publish(target);
    web.clock.set(road.clock.now());
    return [...road.school.jobs.keys()].toSorted();
  };
  return { ...road, target, web, publish };
}

test('a job that is no copy is published by itself, and one that is becomes a copy again, without a whole comparison', async () => {
  const { web, publish, target } = await twoFeeds();
  expect(await publish()).toEqual(['acme/A-1']);
  const operator = await web.signedIn('admin');
  const page = await operator.text('/jobs/board/B-1');
  expect(page).toContain('the same job, live at northfield');
  await operator.post('/jobs/board/B-1/split', {}, { from: '/jobs/board/B-1' });
  expect((await targetById(db, target.id))?.mappingVersion).not.toBeNull();
  expect(await operator.text('/jobs/board/B-1')).not.toContain('copy of another job is published');
  expect(await publish()).toEqual(['acme/A-1', 'board/B-1']);
  expect(await operator.text('/jobs/board/B-1')).not.toContain('Not a copy of these');
  const api = await web.withToken(['admin']);
  const again = await api('/jobs/board/B-1/split', { method: 'POST', body: '{}' });
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { detail: 'board / B-1 is no copy of another job.' },
  ]);
  const merged = await api('/jobs/board/B-1/merge', {
    method: 'POST',
    body: JSON.stringify({ same_as: 'acme/A-1' }),
  });
  expect(await merged.json()).toMatchObject({
    copies: [{ source: 'acme', job_id: 'A-1', state: 'listed', targets: ['northfield'] }],
    decisions: [
      { kind: 'merge', source: 'acme', job_id: 'A-1', ended_by: null },
      { kind: 'split', ended_by: expect.any(String) },
      { kind: 'merge', ended_by: expect.any(String) },
    ],
  });
  expect(await publish()).toHaveLength(1);
});

test('a pair that the rules are not sure of is listed until a person decides, on the page of each job too', async () => {
  const { web, publish } = await twoFeeds(textOf('ledger'));
  expect(await publish()).toHaveLength(2);
  const api = await web.withToken(['admin']);
  const flagged = async () => (await api('/copies/flagged')).json();
  expect(await flagged()).toMatchObject({ items: [{ rule: 'D5', evidence: expect.any(String) }] });
  const viewer = await web.signedIn('viewer');
  expect(await viewer.text('/jobs/acme/A-1')).not.toContain('The same job');
  const operator = await web.signedIn('admin');
  const page = await operator.text('/jobs/acme/A-1');
  expect(page).toContain('may be the same: same company, title and place, but another text');
  await operator.post('/jobs/acme/A-1/merge', { same_as: 'board/B-1' }, { from: '/jobs/acme/A-1' });
  expect(await flagged()).toMatchObject({ items: [] });
  expect(await publish()).toHaveLength(1);
});

test.each([
  ['nowhere/X', 422, 'There is no job nowhere/X.'],
  ['X', 422, 'must be the other job as SOURCE/JOB_ID'],
  ['acme/A-1', 422, 'must be another job'],
])('a copy of %s is refused', async (same_as, status, message) => {
  const { web } = await twoFeeds();
  const api = await web.withToken(['admin']);
  const answer = await api('/jobs/acme/A-1/merge', { method: 'POST', body: JSON.stringify({ same_as }) });
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(message)]);
});
