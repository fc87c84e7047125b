import { expect, test } from 'vitest';
import { createActs } from '../../../src/web/create-acts.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aWeb } from '../support/web.ts';

const db = await testDatabase();

test('a plan without changes says which jobs are held back, and for what', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(3)));
  const target = await road.addTarget('northfield', {
    agreement: { to: '2026-11-01' },
  });
  await road.read(await road.addFeed('acme'));
  const viewer = await aWeb(db, { deps: { acts: createActs(road.context) } }).signedIn('viewer');
  const page = await viewer.text(`/plan?target=${target.name}`);
  expect(page).toContain('No changes planned');
  expect(page).not.toContain('exactly what your feeds say');
  expect(page).toContain('3 jobs wait for a new agreement');
  expect(page).toContain('/jobs?target=northfield&amp;state=waiting');
});
