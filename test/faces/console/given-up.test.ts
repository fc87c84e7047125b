import { expect, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { addFeed } from '../../../src/feeds/feeds.repository.ts';
import { markDead } from '../../../src/platform/queue/tasks.repository.ts';
import { withLease } from '../../../src/platform/queue/task-lease.ts';
import { testDatabase } from '../../setup/database.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a task that was given up stands on the overview with its feed and reason, until it succeeds; limited people do not see it', async () => {
  const web = aWeb(db);
  const { clock } = web;
  const definition = { url: 'https://acme.example/jobs.xml', adapter: 'indeed-xml' };
  const feed = await addFeed(db, { name: 'acme', externalSourceId: 'acme', definition, now: clock.now() });
  const task = { name: 'ingest-feed', key: `feed ${feed?.id}`, payload: { feedId: feed?.id ?? 0 } };
  const turns = { db, clock, log: silentLog };
  await withLease(turns, { task, run: () => Promise.reject(new Error('relation <snapshots> is away')) });
  await markDead(db, task, { now: clock.now() });
  const admin = await web.signedIn('admin');
  const page = await admin.text('/');
  expect(page).toContain('ingest-feed of acme was given up');
  expect(page).toContain('1 failure in a row: relation &lt;snapshots&gt; is away.');
  const limited = await web.signedIn('viewer', { sources: ['acme'] });
  expect(await limited.text('/')).not.toContain('was given up');
  await withLease(turns, { task, run: async () => {} });
  expect(await admin.text('/')).not.toContain('was given up');
});
