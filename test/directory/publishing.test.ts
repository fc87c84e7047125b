import { expect, test } from 'vitest';
import { decideEmployer } from '../../src/operations/schools/directory.operations.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { decideName } from '../../src/directory/decide-name.ts';
import { requestedNames } from '../../src/directory/names.repository.ts';
import { keepEmployers } from '../../src/directory/directory.repository.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { testDatabase } from '../setup/database.ts';
import { runs } from '../../src/db/schema.ts';
import { sha256 } from '../../src/core/fingerprint.ts';
import { aRoad, indeedFeed } from '../setup/road.ts';

const db = await testDatabase();
const now = new Date('2026-11-20T09:00:00Z');

/** Feeds that each name one employer, read and published at a school with these employers. */
async function published(
  companies: readonly string[],
  known: readonly { id: string; name: string; website?: string }[] = [],
) {
  const road = aRoad(db);
  const target = await road.addTarget();
  await keepEmployers(db, target.id, known, now);
  for (const [index, company] of companies.entries()) {
    const name = `feed-${index}`;
    road.serve(
      name,
      indeedFeed([{ id: `J-${index}`, company, text: `You do work number ${index} with us here.` }]),
    );
    await road.read(await road.addFeed(name));
  }
  await road.publish(target);
  const names = () => [...road.school.jobs.values()].map(({ employer }) => employer?.empname);
  return { ...road, target, names };
}

test('an employer is written as the school knows it', async () => {
  const { names } = await published(['ACME TOOLS'], [{ id: 'e1', name: 'Acme Tools, Inc.' }]);
  expect(names()).toEqual(['Acme Tools, Inc.']);
});

test('three feeds with three spellings of one employer make one employer', async () => {
  const { names } = await published(['Acme Tools', 'Acme Tools Inc.', 'ACME TOOLS LLC']);
  expect(names()).toHaveLength(3);
  expect(new Set(names()).size).toBe(1);
});

test('a doubtful employer is published under its own name, and a person is asked', async () => {
  const known = [
    { id: 'e1', name: 'Acme Inc.' },
    { id: 'e2', name: 'Acme LLC' },
  ];
  const { names, target, publish } = await published(['Acme'], known);
  expect(names()).toEqual(['Acme']);
  expect(await requestedNames(db, target.id)).toMatchObject([{ name: 'Acme', candidates: known }]);

  expect(await decideName(db, { targetId: target.id, name: 'Acme', as: 'e2', by: 'test', at: now })).toEqual({
    kind: 'decided',
    name: 'Acme LLC',
  });
  await publish(target);
  expect(names()).toEqual(['Acme LLC']);
  expect(await requestedNames(db, target.id)).toEqual([]);
});

test('only an employer that jobs name is decided about, and the target is compared then', async () => {
  const known = [{ id: 'e2', name: 'Acme LLC' }];
  const { perform, target } = await published(['Acme Tools'], known);
  const decide = (name: string) => perform(decideEmployer, { target: target.name, name, as: 'e2' });
  expect((await targetNamed(db, target.name))?.reconciledAt).not.toBeNull();
  expect(await decide('Acme Tolls')).toMatchObject({
    kind: 'not_found',
    detail: 'No job names an employer “Acme Tolls”. Near it: “Acme Tools”.',
  });
  expect(await requestedNames(db, target.id)).toEqual([]);
  expect(await decide('ACME Tools, Inc.')).toMatchObject({ kind: 'done' });
  expect((await targetNamed(db, target.name))?.reconciledAt).toBeNull();
});

test('a decision stays, whatever the directory says later', async () => {
  const { names, target, context, publish } = await published(['Acme'], [{ id: 'e1', name: 'Acme Inc.' }]);
  await decideName(db, { targetId: target.id, name: 'Acme', as: 'own', by: 'test', at: now });
  await publish(target);
  await keepEmployers(db, target.id, [{ id: 'e3', name: 'ACME' }], now);
  await reconcileTarget(context, target.id);
  await publish(target);
  expect(names()).toEqual(['Acme']);
});

test('two employers of one name with different sites stay two', async () => {
  const known = [{ id: 'e1', name: 'Apex', website: 'https://apex.test' }];
  const { names } = await published(['Apex', 'Apex Systems'], known);
  expect(new Set(names())).toEqual(new Set(['Apex', 'Apex Systems']));
});

test('a row with pages of text for its id, its employer or a label keeps no other job back', async () => {
  const pages = Array.from({ length: 600 }, (_, at) => sha256(String(at)).slice(0, 9)).join(' ');
  const road = aRoad(db);
  const target = await road.addTarget();
  const odd = [
    { id: `J-1 ${pages}`, company: 'Bolt', text: 'You do work number 1 with us here.' },
    { id: 'J-2', company: `Zenith ${pages}`, text: 'You do work number 2 with us here.' },
    { id: 'J-3', company: 'Acme', text: 'You do work number 3 with us here.' },
    { id: 'J-4', company: 'Acme', text: 'You do work number 4 with us here.', type: `Zeal ${pages}` },
  ];
  road.serve('odd', indeedFeed(odd));
  await road.read(await road.addFeed('odd'));
  expect((await db.select({ proof: runs.proof }).from(runs))[0]?.proof).toMatchObject({
    rejected: [{ reason: 'an identifier of more than 2,000 bytes' }],
  });
  await road.publish(target);
  const ids = [...road.school.jobs.values()].map(({ job }) => job?.job_id);
  expect(new Set(ids)).toEqual(new Set(['J-2', 'J-3', 'J-4']));
});
