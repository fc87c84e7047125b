import { describe, expect, test } from 'vitest';
import {
  mayDo,
  type Permission,
  permissions,
  roles,
  type Scope,
  scopes,
} from '../../../src/platform/accounts/permissions.ts';
import { operations } from '../../../src/operations/registry/operation-registry.ts';
import { allApiRoutes } from '../../../src/faces/api/routes.routes.ts';
import { formPath } from '../../../src/faces/console/operation-form.ts';
import { pageRoutes } from '../../../src/faces/console/routes.page.ts';
import { testDatabase } from '../../setup/database.ts';
import { aWeb, csrfOf, origin } from './support/web.ts';

const db = await testDatabase();

/** What each role and scope may: read here, not from the source. */
const table: Record<string, readonly Permission[]> = {
  viewer: ['read'],
  reviewer: ['read', 'label', 'review'],
  operator: ['read', 'label', 'review', 'operate', 'approve', 'override'],
  'role admin': ['read', 'label', 'review', 'operate', 'approve', 'override', 'admin', 'metrics'],
  read: ['read'],
  write: ['read', 'label', 'operate'],
  approve: ['read', 'review', 'approve'],
  'scope admin': ['read', 'label', 'review', 'operate', 'approve', 'override', 'admin', 'metrics'],
  metrics: ['metrics'],
};

const fill = (path: string) => path.replaceAll(/:\w+|\{\w+\}/g, '1');
const actsOfPages = new Set(pageRoutes.filter(({ method }) => method === 'post').map(({ path }) => path));

describe('roles', () => {
  test.each(roles)('%s may what the table says, on every page', async (role) => {
    const allowed = table[role === 'admin' ? 'role admin' : role] ?? [];
    expect(
      permissions.filter((permission) =>
        mayDo({ kind: 'person', id: '', name: '', sessionId: '', role, limits: {} }, permission),
      ),
    ).toEqual(allowed);
    const browser = await aWeb(db).signedIn(role);
    const csrf = csrfOf(await browser.text('/account'));
    for (const { method, path, permission } of pageRoutes) {
      const request =
        method === 'get'
          ? browser.get(fill(path))
          : browser.send(fill(path), {
              method: 'POST',
              body: new URLSearchParams({ csrf }),
              headers: { origin },
            });
      const refused = (await request).status === 403;
      expect([method, path, refused]).toEqual([method, path, !allowed.includes(permission)]);
    }
  });

  test.each(roles)('%s may the same in the API by session', async (role) => {
    const allowed = table[role === 'admin' ? 'role admin' : role] ?? [];
    const browser = await aWeb(db).signedIn(role);
    const csrf = csrfOf(await browser.text('/account'));
    for (const { method, path, permission } of allApiRoutes) {
      const headers = { origin, 'x-csrf-token': csrf, 'content-type': 'application/json' };
      const response = await browser.send(`/api/v1${fill(path)}`, { method: method.toUpperCase(), headers });
      expect([method, path, response.status === 403]).toEqual([method, path, !allowed.includes(permission)]);
    }
  });
});

describe('scopes', () => {
  test.each(scopes)(
    'a token with the scope %s may what the table says, on every route',
    async (scope: Scope) => {
      const allowed = table[scope === 'admin' ? 'scope admin' : scope] ?? [];
      const send = await aWeb(db).withToken([scope]);
      for (const { method, path, permission } of allApiRoutes) {
        const response = await send(fill(path), { method: method.toUpperCase() });
        expect([method, path, response.status === 403]).toEqual([
          method,
          path,
          !allowed.includes(permission),
        ]);
      }
    },
  );

  test('a token opens no page', async () => {
    const web = aWeb(db);
    const send = await web.withToken(['admin']);
    expect((await send('/../../feeds')).status).toBe(403);
  });
});

describe('without sign-in', () => {
  test('every page leads to the sign-in, and every route of the API asks for a token', async () => {
    const { app } = aWeb(db);
    for (const { method, path } of pageRoutes) {
      const response = await app.request(`${origin}${fill(path)}`, { method: method.toUpperCase() });
      const closed =
        method === 'get' ? response.headers.get('location')?.startsWith('/sign-in') : response.status === 403;
      expect([method, path, closed]).toEqual([method, path, true]);
    }
    for (const { method, path } of allApiRoutes) {
      const response = await app.request(`${origin}/api/v1${fill(path)}`, { method: method.toUpperCase() });
      expect([method, path, [401, 403].includes(response.status)]).toEqual([method, path, true]);
    }
    expect((await app.request('/metrics')).status).toBe(401);
  });

  test('what is open is what is named', async () => {
    const { app } = aWeb(db);
    for (const path of [
      '/sign-in',
      '/healthz',
      '/readyz',
      '/static/quadwire.css',
      '/api/docs',
      '/api/v1/openapi.json',
    ])
      expect([path, (await app.request(path)).status]).toEqual([path, 200]);
  });
});

test('each act of a page has its route in the API', () => {
  const twins: Record<string, string> = {
    '/feeds/add': 'post /feeds/previews',
    '/feeds/add/:id': 'post /feeds',
    '/feeds/add/:id/fields': 'post /feeds/previews',
    '/feeds/:name/change': 'patch /feeds/{name}',
    '/targets/add': 'post /targets',
    '/targets/:name': 'post /targets/{name}/check',
    '/targets/:name/secrets/:secret': 'put /targets/{name}/secrets/{secret}',
    '/targets/:name/secrets/:secret/remove': 'put /targets/{name}/secrets/{secret}',
    '/plan': 'post /plans/{id}/send',
    '/holds/together': 'post /holds/{id}/approve',
    '/holds/:id/picks': 'post /holds/{id}/approve',
    '/holds/:id/part/approve': 'post /holds/{id}/approve',
    '/holds/:id/part/reject': 'post /holds/{id}/reject',
    '/holds/:id/picks/approve': 'post /holds/{id}/approve',
    '/holds/:id/picks/reject': 'post /holds/{id}/reject',
    '/holds/:id': 'post /holds/{id}/decision',
    '/settings': 'put /settings/{scope}/{key}',
    '/targets/:name/directory': 'post /targets/{name}/directory/pull',
  };
  const forms = operations.map((op) => [
    formPath(op),
    op.http?.replace(/^\w+/, (verb) => verb.toLowerCase()),
  ]);
  const byForm = Object.fromEntries(forms);
  const routes = allApiRoutes.map(({ method, path }) => `${method} ${path}`);
  for (const path of actsOfPages)
    expect([path, routes]).toEqual([path, expect.arrayContaining([twins[path] ?? byForm[path]])]);
});
