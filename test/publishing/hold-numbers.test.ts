import { expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { approveHold, listHolds, showHold } from '../../src/operations/holds.operations.ts';
import { aWeb } from '../faces/web/support/web.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

type Numbers = {
  readonly count: number;
  readonly per_target: readonly { readonly live: number; readonly removed: number }[];
  readonly sample: readonly { readonly job_id: string }[];
};

test.each(['feed', 'school'])(
  'the numbers of a %s’s hold that was decided in part agree everywhere',
  async (of) => {
    const road = await aPublishedRoad(db, 100);
    const { clock, feed, perform, publish, read, serve, target } = road;
    const reads = async (hours: number) => {
      clock.advance(hours * HOUR);
      serve('acme', indeedFeed(jobs(of === 'feed' ? 50 : 85), clock.now().toISOString()));
      await read(feed);
      await publish(target);
    };
    const id = '1';
    const numbers = async (): Promise<readonly Numbers[]> => {
      const listed = (await perform(listHolds, {})) as { value: { items: readonly Numbers[] } };
      const shown = (await perform(showHold, { id })) as { value: Numbers };
      return [...listed.value.items.slice(0, 1), shown.value];
    };
    await reads(1);
    await reads(7);
    const [before] = await numbers();
    const count = before?.count ?? 0;
    expect(count).toBeGreaterThan(6);
    const only = before?.sample.slice(0, 3).map((job) => job.job_id) ?? [];
    await perform(approveHold, { id, only });
    for (const one of await numbers()) {
      expect(one).toMatchObject({ count: count - 3, per_target: [{ removed: count - 3 }] });
      expect(one.sample.filter((job) => only.includes(job.job_id))).toEqual([]);
    }
    await reads(1);
    for (const one of await numbers())
      expect(one).toMatchObject({ count: count - 3, per_target: [{ removed: count - 3 }] });
    const page = await (await aWeb(db).signedIn('operator')).text(`/holds/${id}`);
    expect(page).toContain(
      `${count - 3} jobs ${of === 'feed' ? 'of acme' : 'at northfield'} would be taken down`,
    );
    expect(page).toMatch(new RegExp(`href="/publications\\?[^"]*hold=1[^"]*"[^>]*>${count - 3}<`));
  },
);
