import { expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { listPublications } from '../../src/publishing/queries/publications.queries.ts';
import { applyPlan } from '../../src/tasks/apply-plan.ts';
import { healthOf } from '../../src/operations/reports/health.ts';
import { operatorOfMachine } from '../../src/faces/cli/operation-command.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { connectTarget } from '../../src/targets/connect.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

const soap = {
  url: 'https://northfield.example/soap',
  namespace: 'urn:JobWebService',
  auth: { kind: 'basic', user: 'q', secretEnv: 'NORTH_PASSWORD' },
} as const;

test('a target whose calls lack a secret is not called, and no job counts as sent or live, until the secret is there', async () => {
  const road = aRoad(db);
  const set = new Map<string, string>();
  const secretNamed = (name: string) => set.get(name);
  const context: typeof road.context = {
    ...road.context,
    secretNamed,
    connect: (target, settings) =>
      set.has('NORTH_PASSWORD')
        ? road.school
        : connectTarget({ ...road.context, secretNamed }, target, settings),
  };
  road.serve('acme', indeedFeed(jobs(3)));
  await road.read(await road.addFeed('acme'));
  const target = await road.addTarget('northfield', { soap });
  await reconcileTarget(context, target.id);

  expect(await applyPlan(context, target.id)).toMatchObject({
    kind: 'barred',
    reason: 'the target is in trouble: the secret NORTH_PASSWORD of northfield is not set',
  });
  const rows = await listPublications(db, { sight: {}, limit: 10 });
  expect(rows.map(({ state, sentAt }) => [state, sentAt])).toEqual(
    Array.from({ length: 3 }, () => ['sending', null]),
  );
  const services = { db, clock: road.clock, queue: () => undefined, site: { secret: 's', timeZone: 'UTC' } };
  const isSecretSet = (name: string) => secretNamed(name) !== undefined;
  expect(await healthOf({ ...services, isSecretSet, actor: operatorOfMachine })).toMatchObject({
    attention: [{ kind: 'secret', targets: ['northfield'] }],
    targets: [{ name: 'northfield', live: 0, due: 3, missing_secrets: ['NORTH_PASSWORD'] }],
  });

  set.set('NORTH_PASSWORD', 'word');
  road.clock.advance(60 * MINUTE);
  expect(await applyPlan(context, target.id)).toMatchObject({ kind: 'applied', slice: { published: 3 } });
});
