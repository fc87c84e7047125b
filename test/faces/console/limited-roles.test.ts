import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { mayDo, type Role } from '../../../src/platform/accounts/permissions.ts';
import { pageRoutes } from '../../../src/faces/console/routes.page.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();
const routes = pageRoutes.map(({ method, path, permission }) => ({
  method,
  permission,
  /** Places that a literal part of an address has: the one with most of them is meant. */
  literal: path.split('/').filter((part) => !part.startsWith(':')).length,
  path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** What a page offers: links, and forms with their buttons. */
function offersOf(page: string): readonly { readonly method: string; readonly address: string }[] {
  const $ = load(page);
  return [
    ...$('a[href^="/"]').map((_, one) => ({ method: 'get', address: $(one).attr('href') ?? '' })),
    ...$('main form[action]').map((_, one) => ({
      method: $(one).attr('method') ?? 'get',
      address: $(one).attr('action') ?? '',
    })),
    ...$('main [formaction]').map((_, one) => ({
      method: $(one).attr('formmethod') ?? 'post',
      address: $(one).attr('formaction') ?? '',
    })),
  ];
}

async function refusedFor(role: Role): Promise<readonly string[]> {
  const person = await aWeb(db).signedIn(role);
  const actor = { kind: 'person', id: '', name: '', sessionId: '', role, limits: {} } as const;
  const refused: string[] = [];
  const queue = ['/'];
  const seen = new Set<string>();
  for (let at = queue.shift(); at !== undefined && seen.size < 80; at = queue.shift()) {
    const page = await person.text(at);
    for (const { method, address } of offersOf(page)) {
      const path = address.replace(/[?#].*/, '');
      const [route] = routes
        .filter((one) => one.method === method && one.path.test(path))
        .toSorted((a, b) => b.literal - a.literal);
      if (route !== undefined && !mayDo(actor, route.permission)) refused.push(`${at}: ${method} ${path}`);
      const kind = path.replaceAll(/\d+/g, 'N');
      if (method !== 'get' || route === undefined || seen.has(kind)) continue;
      seen.add(kind);
      queue.push(path);
    }
  }
  expect(seen.size).toBeGreaterThan(10);
  return [...new Set(refused)];
}

test.each(['viewer', 'reviewer'] as const)(
  'nothing on a page that a %s opens is refused to them',
  async (role) => {
    expect(await refusedFor(role)).toEqual([]);
    await aCampus(db);
    expect(await refusedFor(role)).toEqual([]);
  },
);

test('an act of another role has no button for whoever may not take it back', async () => {
  await aCampus(db);
  const admin = await aWeb(db).signedIn('admin');
  const fields = { scope: 'feed:acme', 'delist.dropShare': '55' };
  expect((await admin.post('/settings', fields)).status).toBe(303);
  const day = '/activity';
  expect(await admin.text(day)).toContain('Change back');
  expect(await (await aWeb(db).signedIn('reviewer')).text(day)).not.toContain('Change back');
});
