import { expect, test } from 'vitest';
import { holdsIn } from '../../../src/publishing/holds/holds.queries.ts';
import { actOnHold } from '../../../src/operations/decide-hold.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a run under a hold is held on every page, and is what it was once somebody has decided', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(40)));
  const feed = await road.addFeed('acme');
  await road.read(feed);
  road.serve('acme', indeedFeed(jobs(10)));
  expect(await road.read(feed)).toMatchObject({ held: true });
  const viewer = await aWeb(db).signedIn('viewer');
  const words = async (page: string) =>
    [...(await viewer.text(page)).matchAll(/data-label="Ended">.*?<\/svg>([^<]*)<\/span>/gs)].map(
      ([, word]) => word,
    );
  for (const page of ['/runs', '/feeds/acme', '/'])
    expect(await words(page)).toEqual(['Complete, held', 'Complete']);

  const [hold] = await holdsIn(db, ['open']);
  if (!hold) throw new Error('nothing is held');
  await actOnHold(road.context, hold.id, { kind: 'approve', thisRunOnly: true }, 'Dana');
  for (const page of ['/runs', '/feeds/acme', '/'])
    expect(await words(page)).toEqual(['Complete', 'Complete']);
});
