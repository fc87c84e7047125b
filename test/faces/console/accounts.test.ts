import { describe, expect, test } from 'vitest';
import { auditEntries } from '../../../src/platform/audit/audit.queries.ts';
import { findUser } from '../../../src/platform/accounts/accounts.queries.ts';
import { browserOf } from '../../../src/faces/console/staff/sessions.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb, password } from '../web/support/web.ts';

const db = await testDatabase();
const email = 'viewer@quadwire.example';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('where somebody is signed in', () => {
  test('the account page lists sessions, and one browser can sign out another', async () => {
    const web = aWeb(db);
    const first = await web.signedIn('viewer');
    const second = web.browser();
    await second.post('/sign-in', { email, password }, { headers: { 'user-agent': firefox } });
    const page = await first.text('/account');
    expect(page).toContain('Firefox on Linux');
    expect(page).toContain('this one');
    const [, end = ''] = /action="(\/sessions\/[^"]+\/end)"/.exec(page) ?? [];
    expect((await first.post(end, {}, { from: '/account' })).status).toBe(303);
    expect((await second.get('/')).headers.get('location')).toBe('/sign-in');
    expect((await first.get('/account')).status).toBe(200);
    expect((await first.post(end, {}, { from: '/account' })).status).toBe(404);
  });

  test('only an admin ends the sessions of others', async () => {
    const web = aWeb(db);
    const [viewer, admin] = [await web.signedIn('viewer'), await web.signedIn('admin')];
    const sessions: { items: { id: string }[] } = JSON.parse(await viewer.text('/api/v1/sessions'));
    const [mine] = sessions.items;
    expect((await admin.post(`/sessions/${mine?.id}/end`, {}, { from: '/account' })).status).toBe(404);
    expect(await admin.text(`/users/${email}`)).toContain('1 browser');
    const out = await admin.post(`/users/${email}/sessions/sign-out`, {}, { from: `/users/${email}` });
    expect(out.status).toBe(303);
    expect((await viewer.get('/api/v1/sessions')).status).toBe(401);
    expect(await auditEntries(db, { limit: 1 })).toMatchObject([
      { action: 'user.sign-out', subject: `account:${email}` },
    ]);
  });

  test('names browsers by what they call themselves', () => {
    expect(browserOf(firefox)).toBe('Firefox on Linux');
    expect(
      browserOf('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'),
    ).toBe('Edge on Windows');
    expect(
      browserOf('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1'),
    ).toBe('Safari on iPhone');
    expect(browserOf(undefined)).toBe('An unknown program');
  });
});

describe('people', () => {
  test('the last admin who sees all can be neither closed nor made less, by page or API', async () => {
    const web = aWeb(db);
    const admin = await web.signedIn('admin');
    const whom = 'admin@quadwire.example';
    expect((await admin.post(`/users/${whom}/close`, {}, { from: '/users' })).status).toBe(409);
    expect((await admin.post(`/users/${whom}/role/set`, { role: 'viewer' }, { from: '/users' })).status).toBe(
      409,
    );
    const send = await web.withToken(['admin']);
    expect((await send(`/users/${whom}`, { method: 'DELETE' })).status).toBe(409);
    expect(await findUser(db, { email: whom })).toMatchObject({ role: 'admin', closed: false });
  });

  test('users are limited to targets that exist', async () => {
    await aCampus(db);
    const web = aWeb(db);
    const admin = await web.signedIn('admin');
    const wrong = await admin.post('/users', { email, role: 'reviewer', targets: 'nortfield' });
    expect([wrong.status, await wrong.text()]).toEqual([
      422,
      expect.stringContaining('There is no target nortfield'),
    ]);
    expect(await findUser(db, { email })).toBeUndefined();
    const right = await admin.post('/users', {
      email,
      role: 'reviewer',
      targets: 'northfield, calloway',
    });
    expect(right.status).toBe(200);
    expect(await findUser(db, { email })).toMatchObject({
      role: 'reviewer',
      limits: { targets: ['northfield', 'calloway'] },
    });
    const send = await web.withToken(['admin']);
    const body = JSON.stringify({ role: 'viewer', targets: ['nortfield'] });
    const refused = await send(`/users/${email}/role`, { method: 'PUT', body });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { errors: [{ at: 'body.targets', message: 'There is no target nortfield.' }] },
    ]);
  });

  test('who is closed is signed out at once', async () => {
    const web = aWeb(db);
    const [admin, viewer] = [await web.signedIn('admin'), await web.signedIn('viewer')];
    await admin.post(`/users/${email}/close`, {}, { from: `/users/${email}` });
    expect((await viewer.get('/')).headers.get('location')).toBe('/sign-in');
    expect((await web.browser().post('/sign-in', { email, password })).status).toBe(422);
  });
});
