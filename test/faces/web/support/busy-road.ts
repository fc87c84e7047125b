import { HOUR } from '../../../../src/core/clock.ts';
import type { Db } from '../../../../src/db/db.ts';
import { batches } from '../../../../src/db/schema.ts';
import { restoreRemovals } from '../../../../src/operations/batches.operations.ts';
import { aRoad, indeedFeed, jobs, type SampleJob } from '../../../setup/road.ts';

/**
 * A road on which everything has happened that is counted: jobs that came, changed, went, came back, were refused, wait for a label,
 * and are held, at two schools. Everything by the product's own hands.
 */
export async function aBusyRoad(db: Db) {
  const road = aRoad(db);
  const { clock, school } = road;
  const all = jobs(60);
  const serve = (listed: readonly SampleJob[], built: string) =>
    road.serve('acme', indeedFeed(listed, built));
  const feed = await road.addFeed('acme');
  const northfield = await road.addTarget('northfield', { requiredFields: ['job_type'] });
  const calloway = await road.addTarget('calloway');
  const round = async (listed: readonly SampleJob[], built: string) => {
    clock.advance(7 * HOUR);
    serve(listed, built);
    await road.read(feed);
    for (const target of [northfield, calloway]) await road.publish(target);
  };
  school.next = (operation, id) =>
    operation === 'processJob' && id.endsWith('A-60')
      ? { outcome: { kind: 'refused', reason: 'No such type' } }
      : undefined;
  const odd = all.map((job, at) => (at < 2 ? { ...job, type: 'hourly by moonlight' } : job));
  await round(odd, '1');
  const changed = odd.map((job, at) => (at >= 10 && at < 15 ? { ...job, title: `A better job ${at}` } : job));
  await round([...changed, ...jobs(3, 101)], '2');
  const fewer = changed.filter((_, at) => at < 20 || at >= 23);
  for (const built of ['3', '4', '5', '6']) await round(fewer, built);
  const [batch] = await db.select({ id: batches.id }).from(batches);
  if (batch !== undefined) await road.perform(restoreRemovals, { id: String(batch.id) });
  // Two of those that went are listed again, four go for good.
  for (const built of ['7', '8', '9', '10'])
    await round(
      changed.filter((_, at) => at < 20 || at >= 24),
      built,
    );
  await round(
    changed.filter((_, at) => at < 22 || at >= 24),
    '11',
  );
  await round(changed.slice(0, 8), '12');
  return { ...road, feed, northfield, calloway };
}
