import { expect, test } from 'vitest';
import { audit } from '../../src/db/schema.ts';
import { addBlock, liftEmployerBlock } from '../../src/operations/blocks.operations.ts';
import { decideJob } from '../../src/operations/reviews.operations.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a number with zeros before it means the same row, and its record names that row', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed(jobs(1)));
  await road.read(await road.addFeed('acme'));
  expect(await road.perform(decideJob, { id: '01', decision: 'reject' })).toMatchObject({ kind: 'done' });
  await road.perform(addBlock, { company: 'Acme Tools', reason: 'fraud' });
  expect(await road.perform(liftEmployerBlock, { id: '01' })).toMatchObject({ kind: 'done' });
  const subjects = (await db.select().from(audit)).map(({ subject }) => subject);
  expect(subjects).toEqual(['listing:1', 'block:1', 'block:1']);
});
