import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { feeds } from '../../src/db/schema.ts';
import { feedNamed } from '../../src/feeds/feeds.queries.ts';
import { writeSetting } from '../../src/platform/settings/settings.repository.ts';
import { auditEntries } from '../../src/platform/audit/audit.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();

test('a feed that is paused and resumed on its page stays with its file', async () => {
  await aCampus(db);
  const acme = await feedNamed(db, 'acme');
  await db
    .update(feeds)
    .set({ file: 'feeds/acme.yaml' })
    .where(eq(feeds.sourceId, acme?.id ?? 0));
  const operator = await aWeb(db).signedIn('operator');
  for (const act of ['pause', 'resume'])
    await operator.post(`/feeds/acme/${act}`, {}, { from: '/feeds/acme' });
  expect(await feedNamed(db, 'acme')).toMatchObject({
    state: 'active',
    file: 'feeds/acme.yaml',
    detached: false,
  });
});

test('a removal of more jobs than need no confirmation is shown first, and carried out when name and number are repeated', async () => {
  await aCampus(db);
  const at = new Date('2026-11-20T12:00:00Z');
  await writeSetting(db, { scope: 'global', key: 'delist.typedAbove', value: 0, by: 'test', at });
  const web = aWeb(db);
  const send = await web.withToken(['admin']);
  const asked = await send('/feeds/acme?jobs=delist', { method: 'DELETE' });
  expect([asked.status, await asked.json()]).toMatchObject([
    409,
    { type: 'urn:quadwire:confirmation-required', effect: { name: 'acme', count: 1 } },
  ]);
  const wrong = await send('/feeds/acme?jobs=delist&confirm=acme&count=2', { method: 'DELETE' });
  expect(wrong.status).toBe(409);
  const admin = await web.signedIn('admin');
  const page = await admin.post('/feeds/acme/remove', { jobs: 'delist' }, { from: '/feeds/acme' });
  expect([page.status, await page.text()]).toEqual([
    409,
    expect.stringContaining('1 job of acme would be taken down'),
  ]);
  expect([(await feedNamed(db, 'acme'))?.state, await auditEntries(db)]).toEqual(['active', []]);
  const done = await admin.post(
    '/feeds/acme/remove',
    { jobs: 'delist', confirm: 'acme 1' },
    { from: '/feeds/acme' },
  );
  expect(done.status).toBe(303);
  expect(await auditEntries(db)).toMatchObject([
    { action: 'feed.remove', subject: 'feed:acme', detail: { jobs: 'delist' } },
  ]);
});
