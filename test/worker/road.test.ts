import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { R2Bucket } from '@cloudflare/workers-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { readJournal } from '../../src/platform/audit/read-journal.ts';
import { replay } from '../../src/platform/audit/replay.ts';
import { numberIn, rowsOf } from '../setup/rows.ts';
import { feedById, type Feed } from '../../src/feeds/feeds.queries.ts';
import { deadTasks } from '../../src/platform/queue/tasks.repository.ts';
import { indeedFeed, jobs } from '../setup/road.ts';
import { type AWorker, aWorker, cannotRun, onServer, server, type TestBase } from './a-worker.ts';
import { board, eventually, makeDue, roadEnds } from './road-setup.ts';
import { runsOf } from '../setup/rows.ts';

/** Several invocations at a time want a server of their own; in CI there is one. */
describe.skipIf(cannotRun || server === undefined)('the road through the Worker', () => {
  let base: TestBase;
  let worker: AWorker;
  let ends: Awaited<ReturnType<typeof roadEnds>>;
  let acme: Feed;
  beforeAll(async () => {
    base = await onServer(server ?? '');
    worker = await aWorker({
      base,
      configure: (toml) => toml.replace('max_retries = 5', 'max_retries = 3'),
    });
    ends = await roadEnds(base.db);
    await ends.addSchool();
    acme = await ends.addFeed('acme');
  });
  afterAll(async () => {
    await worker.close();
    await ends.close();
    await base.close();
  });
  const titles = async () => (await board(ends.instance)).map(({ job }) => job.job_title);

  test('a due feed’s jobs come to the school’s board', async () => {
    ends.serve('acme', indeedFeed(jobs(5)));
    await worker.cron();
    await eventually(async () =>
      expect(await titles()).toEqual(['Job A-1', 'Job A-2', 'Job A-3', 'Job A-4', 'Job A-5']),
    );
    expect(await runsOf(base.db, acme.id)).toMatchObject([{ state: 'complete', listings: 5 }]);
  });

  test('a changed job is changed there, and one that has closed goes at the second reading', async () => {
    const [first, second, ...rest] = jobs(5);
    const changed = [
      { ...first, id: 'A-1', title: 'Head baker' },
      { ...second, id: 'A-2', closes: '2020-01-01' },
      ...rest,
    ];
    ends.serve('acme', indeedFeed(changed));
    await makeDue(base.db, acme);
    await worker.cron();
    await eventually(async () =>
      expect(await titles()).toEqual(['Head baker', 'Job A-2', 'Job A-3', 'Job A-4', 'Job A-5']),
    );
    await base.db.execute(sql`
      update listings set jumped_at = jumped_at - interval '7 hours' where jumped_at is not null`);
    ends.serve('acme', indeedFeed(changed.toReversed()));
    await makeDue(base.db, acme);
    await worker.cron();
    await eventually(async () =>
      expect(await titles()).toEqual(['Head baker', 'Job A-3', 'Job A-4', 'Job A-5']),
    );
  });

  test('each call has its lines in the journal’s bucket, from which the ledger can be rebuilt', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadwire-r2-'));
    const { QUADWIRE_JOURNAL: bucket } = await worker.harness.getWorker<Bindings>().getEnv();
    const { objects } = await bucket.list();
    for (const { key } of objects)
      writeFileSync(join(folder, key), (await (await bucket.get(key))?.text()) ?? '');
    const { publications } = await replay(readJournal(folder));
    const states = publications.map(({ jobId, state }) => [jobId, state]);
    expect(Object.fromEntries(states)).toEqual({
      'A-1': 'published',
      'A-2': 'delisted',
      'A-3': 'published',
      'A-4': 'published',
      'A-5': 'published',
    });
    expect(objects.map(({ key }) => key)).toContain('installations.json');
    rmSync(folder, { recursive: true });
  });

  test('a task that fails is repeated by the queue until it goes', async () => {
    await makeDue(base.db, acme);
    await base.db.execute(sql`alter table snapshots rename to snapshots_away`);
    await worker.cron();
    await eventually(async () => expect(await failures()).toBeGreaterThan(0));
    await base.db.execute(sql`alter table snapshots_away rename to snapshots`);
    await eventually(async () => expect(await failures()).toBe(0));
    await eventually(async () =>
      expect((await feedById(base.db, acme.id))?.nextAt.getTime()).toBeGreaterThan(Date.now()),
    );
  });

  test('a task that fails again and again goes to the dead letters, is shown, and is done when it can be', async () => {
    await makeDue(base.db, acme);
    await base.db.execute(sql`alter table snapshots rename to snapshots_away`);
    await worker.cron();
    await eventually(async () =>
      expect(await deadTasks(base.db)).toMatchObject([
        {
          name: 'ingest-feed',
          payload: { feedId: acme.id, when: 'due' },
          error: expect.stringContaining('snapshots'),
        },
      ]),
    );
    await base.db.execute(sql`alter table snapshots_away rename to snapshots`);
    await eventually(async () => {
      await worker.cron();
      expect(await deadTasks(base.db)).toEqual([]);
    });
  });

  async function failures(): Promise<number> {
    const rows = await base.db.execute(sql`select failures from tasks where name = 'ingest-feed'`);
    return Math.max(0, ...rowsOf(rows).map((row) => numberIn(row, 'failures')));
  }
});

type Bindings = { readonly QUADWIRE_JOURNAL: R2Bucket };
