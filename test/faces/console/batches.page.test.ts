import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batches, listings, publications } from '../../../src/db/schema.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';
import { goneSince } from '../../publishing/makers.ts';

const db = await testDatabase();

test('a batch of removals is restored from its page, once, and the page says so', async () => {
  const { id, first } = await aBatch();
  const web = aWeb(db);
  const operator = await web.signedIn('operator');
  expect(await operator.text('/batches')).toContain('Restore 1 job');
  const answer = await operator.post(`/batches/${id}/restore`, {}, { from: '/batches' });
  expect(await operator.text(answer.headers.get('location') ?? '')).toContain(`Batch ${id} is restored`);
  const [listing] = await db.select().from(listings).where(eq(listings.id, first));
  expect(listing?.state).toBe('kept');
  expect(await operator.text('/batches')).toContain('restored');
});

test('the API restores the same, and nobody who is limited elsewhere', async () => {
  const { id } = await aBatch();
  const web = aWeb(db);
  const post = { method: 'POST' };
  const elsewhere = await web.withToken(['approve'], { targets: ['calloway'] }, 'elsewhere');
  expect(await (await elsewhere('/batches')).json()).toEqual({ items: [], next: null });
  expect((await elsewhere(`/batches/${id}/restore`, post)).status).toBe(404);
  const send = await web.withToken(['approve']);
  expect(await (await send('/batches')).json()).toMatchObject({ items: [{ id, restorable: 1 }] });
  expect(await (await send(`/batches/${id}/restore`, post)).json()).toEqual({
    id,
    batch: id,
    restored: 1,
    others: 0,
  });
});

test('a role is changed on the person’s page, but never the last admin’s', async () => {
  await aCampus(db);
  const web = aWeb(db);
  const admin = await web.signedIn('admin');
  const viewer = await web.signedIn('viewer');
  const page = '/users/viewer%40quadwire.example';
  expect(await admin.text(page)).toContain('What A viewer may do');
  const change = { role: 'reviewer', targets: 'calloway' };
  expect((await admin.post(`${page}/role/set`, change, { from: page })).status).toBe(303);
  expect(await viewer.text('/account')).toMatch(/reviewer.*calloway/s);
  const last = await admin.post(
    '/users/admin%40quadwire.example/role/set',
    { role: 'viewer' },
    { from: page },
  );
  expect(last.status).toBe(409);
  const send = await web.withToken(['admin']);
  const put = (email: string) =>
    send(`/users/${email}/role`, { method: 'PUT', body: JSON.stringify({ role: 'operator' }) });
  expect((await put('viewer@quadwire.example')).status).toBe(200);
  expect((await put('admin@quadwire.example')).status).toBe(409);
});

async function aBatch() {
  const { first, northfield } = await aCampus(db);
  const [batch] = await db
    .insert(batches)
    .values({
      targetId: northfield,
      cause: 'missing',
      count: 1,
      createdAt: new Date('2026-11-20T12:12:00Z'),
    })
    .returning();
  const id = batch?.id ?? 0;
  await db
    .update(listings)
    .set(goneSince(new Date('2026-11-20T12:12:00Z')))
    .where(eq(listings.id, first));
  await db
    .update(publications)
    .set({
      batchId: id,
      taken: {},
      belief: 'none',
      beliefFingerprint: null,
      intent: 'hide',
      cause: 'operator',
      verdict: 'stated',
      intendedAt: new Date(),
    })
    .where(eq(publications.listingId, first));
  return { id, first };
}
