import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sources } from '../../src/db/schema.ts';
import { sourcesAt, sourceTerms } from '../../src/publishing/queries/sources.queries.ts';
import { sourcesFor } from '../../src/publishing/wanted.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { planFor } from '../../src/tasks/plan-target.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed } from '../setup/road.ts';

const db = await testDatabase();

test('a target reads the terms of the sources that address it, whoever else there is', async () => {
  const road = aRoad(db);
  const names = ['northfield', 'oak "ridge"', 'instance', '北'];
  await road.addFeed('everywhere');
  await road.addFeed('nowhere', { targets: [] });
  for (const [at, name] of names.entries()) {
    await road.addFeed(`only ${at}`, { targets: [name], defaults: { job_type: `Label ${at}` } });
    await road.addFeed(`two ${at}`, { targets: ['elsewhere', name], right: { attribution: 'Of the board' } });
  }
  await road.addFeed('removed', { targets: ['northfield'] });
  const now = road.clock.now();
  await db.insert(sources).values([
    { name: 'form', kind: 'form', externalSourceId: 'form', createdAt: now },
    { name: 'of the journal', kind: 'feed', externalSourceId: 'old', createdAt: now },
  ]);
  await db.execute(
    sql`update feeds set sample = true where source_id in (select id from sources where name = 'only 2')`,
  );
  await db.execute(
    sql`update feeds set state = 'removed' where source_id in (select id from sources where name = 'removed')`,
  );
  const settings = await loadSettings(db);
  const all = await sourceTerms(db, settings);
  expect(all.size).toBe(13);
  for (const name of [...names, 'of no feed']) {
    for (const builtIn of [false, true]) {
      const target = { name, builtIn };
      const found = await sourcesAt(db, settings, target);
      expect([...found.addressing.keys()]).toEqual(sourcesFor(all, target));
      for (const [id, terms] of found.addressing) expect(terms).toEqual(all.get(id));
      const others = [...all.keys()];
      const met = await found.of([...others, ...others]);
      expect(others.map((id) => met.get(id))).toEqual(others.map((id) => all.get(id)));
    }
  }
});

test('a job that a school holds is taken down when its feed addresses the school no longer', async () => {
  const road = aRoad(db);
  road.serve('acme', indeedFeed([{ id: 'A' }]));
  const feed = await road.addFeed('acme', { targets: ['northfield'] });
  const target = await road.addTarget('northfield');
  await road.read(feed);
  await road.publish(target);
  expect([...road.school.jobs.keys()]).toEqual(['acme/A']);
  await db.execute(sql`update feeds set definition = jsonb_set(definition, '{targets}', '["elsewhere"]')`);
  const { plan, sourceIds } = await planFor(road.context, target, await loadSettings(db), {
    look: 'all',
  });
  expect(sourceIds).toEqual([]);
  expect([...plan.changes, ...plan.withheld]).toMatchObject([{ kind: 'delist', cause: 'unrouted' }]);
});
