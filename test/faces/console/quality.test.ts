import { expect, test } from 'vitest';
import { explain } from '../../../src/operations/reports/explain.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();
const fix = 'ask the source for the pay range';

async function aFeedWithGaps() {
  const road = aRoad(db);
  road.serve(
    'gaps',
    indeedFeed([{ id: 'G-1' }, { id: 'G-2', text: 'Plan, write and measure. '.repeat(20) }]),
  );
  await road.read(await road.addFeed('gaps'));
  return road;
}

test('a feed’s page and the API tell its points, and what to mend first', async () => {
  await aFeedWithGaps();
  const web = aWeb(db);
  const page = await (await web.signedIn('viewer')).text('/feeds/gaps');
  expect(page).toContain('Fix these first');
  expect(page).toContain('let the source send the whole text, not its teaser');
  const answer = await (await web.withToken(['read']))('/feeds/gaps/quality');
  expect(await answer.json()).toEqual({
    listings: 2,
    quality: 80,
    lacking: expect.arrayContaining([{ what: 'no pay', fix, points: 5, listings: 2, gain: 5 }]),
  });
});

test('a job’s page, the API and explain tell what it lacks', async () => {
  const { context } = await aFeedWithGaps();
  const web = aWeb(db);
  const page = await (await web.signedIn('viewer')).text('/jobs/gaps/G-1');
  expect(page).toContain('Quality: 75 of 100. To improve: a description under 300 characters (−10)');
  const answer = await (await web.withToken(['read']))('/listings/gaps/G-1');
  const lacking = expect.arrayContaining([{ what: 'no pay', fix, points: 5 }]);
  expect(await answer.json()).toMatchObject({ quality: 75, lacking });
  const told = await explain({ ...context, timeZone: 'UTC' }, 'gaps', 'G-1');
  expect(told).toMatchObject({ explanation: { lacking } });
});

test('explain says of a job that ended before it was sent why it is at no school', async () => {
  const road = aRoad(db);
  road.serve('past', indeedFeed([{ id: 'P-1', closes: '2020-01-01' }, { id: 'P-2' }]));
  await road.read(await road.addFeed('past'));
  await road.publish(await road.addTarget('northfield'));
  const told = await explain({ ...road.context, timeZone: 'UTC' }, 'past', 'P-1', 'northfield');
  if (told.kind !== 'explained') throw new Error(told.reason);
  expect(
    told.explanation.targets.map(({ way }) => [way.heading, way.text, way.stands, way.stateText]),
  ).toEqual([
    [
      'Not at northfield: it ended before it was sent',
      'Ended: It closed on 2020-01-01.',
      'wanted',
      'Left out',
    ],
  ]);
});
