import { is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '../../src/db/schema.ts';
import { unlock } from '../../src/db/vault.ts';
import { createCapabilities } from '../../src/faces/web/create-capabilities.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import { connectTarget } from '../../src/targets/connect.ts';
import { connectRest } from '../../src/targets/connect-rest.ts';
import { canBeCalled, missingSecrets } from '../../src/targets/target-secrets.ts';
import { redefineTarget } from '../../src/targets/targets.repository.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';
import { rowsOf } from '../setup/rows.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();
const planted = { soap: 'soap-planted-secret-7f', rest: 'rest-planted-token-9c' };
const names = { soap: 'QUADWIRE_SECRET_NORTHFIELD', rest: 'QUADWIRE_SECRET_NORTHFIELD_REST' };
const isPlanted = (text: string) => Object.values(planted).some((secret) => text.includes(secret));
const none = () => undefined;

/** Everything in the database, as text. */
async function dump(): Promise<string> {
  const tables = Object.values(schema).filter((one) => is(one, PgTable));
  const rows = [];
  for (const table of tables) rows.push(rowsOf(await db.execute(sql`select t::text from ${table} t`)));
  return JSON.stringify(rows);
}

async function aSchoolWithSecrets() {
  unlock('the secret of this installation');
  const logged: string[] = [];
  const keep = (...said: readonly unknown[]) => void logged.push(JSON.stringify(said));
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const road = aRoad(db);
  await road.addTarget('northfield', {
    soap: {
      url: 'https://northfield.example/soap',
      namespace: 'urn:JobWebService',
      auth: { kind: 'bearer', secretEnv: names.soap },
    },
    rest: { url: 'https://northfield.example/api', tokenEnv: names.rest },
  });
  const acts = createCapabilities({ ...road.context, log });
  const web = aWeb(db, { deps: { acts, log } });
  web.clock.set(road.clock.now());
  const stored = async () => {
    const target = await targetNamed(db, 'northfield');
    if (target === undefined) throw new Error('the school is gone');
    return target;
  };
  return { road, web, logged, stored };
}

test('a secret that is typed into a page is sealed, is used for the calls, and is seen nowhere again', async () => {
  const { road, web, logged, stored } = await aSchoolWithSecrets();
  const admin = await web.signedIn('admin');
  expect(await admin.text('/targets/northfield')).toContain('Not set. Store it here');
  for (const [of, name] of Object.entries(names))
    expect(
      (
        await admin.post(
          `/targets/northfield/secrets/${name}`,
          { value: planted[of === 'soap' ? 'soap' : 'rest'] },
          { from: '/targets/northfield' },
        )
      ).status,
    ).toBe(303);
  const page = await admin.text('/targets/northfield');
  expect(page).toContain('Stored, ends in …7f');
  expect(page).toContain('Stored, ends in …9c');
  const api = await web.withToken(['read', 'write', 'admin']);
  const answers = [page, await admin.text('/activity'), await (await api('/targets/northfield')).text()];
  answers.push(await (await api('/audit')).text(), await dump(), logged.join('\n'));
  expect(answers.filter(isPlanted)).toEqual([]);
  const target = await stored();
  expect([missingSecrets(target, none), canBeCalled(target, none)]).toEqual([[], true]);
  // The calls carry them.
  const carried: (string | null | undefined)[] = [];
  const fetch: typeof road.context.fetch = async (_, init) => {
    carried.push(new Headers(init?.headers).get('authorization'));
    throw new Error('no network');
  };
  await connectTarget({ fetch, secretNamed: none }, target, await loadSettings(db)).testService();
  expect(carried).toEqual([`Bearer ${planted.soap}`]);
  expect(connectRest({ ...road.context, fetch, secretNamed: none }, target, 'people').kind).toBe('client');
  // Empty keeps it; the button removes it.
  const path = `/targets/northfield/secrets/${names.rest}`;
  await admin.post(path, { value: '' }, { from: '/targets/northfield' });
  expect(Object.keys((await stored()).secrets).toSorted()).toEqual(Object.values(names).toSorted());
  await admin.post(`${path}/remove`, { value: '' }, { from: '/targets/northfield' });
  expect(Object.keys((await stored()).secrets)).toEqual([names.soap]);
});

test('only admins without limits store one, and only under a name that the definition has', async () => {
  const { web, stored } = await aSchoolWithSecrets();
  const operator = await web.signedIn('operator');
  expect(await operator.text('/targets/northfield')).not.toContain('type="password"');
  const body = JSON.stringify({ value: planted.soap });
  const path = `/targets/northfield/secrets/${names.soap}`;
  const put = async (api: Awaited<ReturnType<typeof web.withToken>>, at: string) =>
    (await api(at, { method: 'PUT', body })).status;
  expect(await put(await web.withToken(['read', 'write']), path)).toBe(403);
  const limited = await web.withToken(['read', 'write', 'admin'], { targets: ['northfield'] }, 'limited');
  expect(await put(limited, path)).toBe(403);
  const admin = await web.withToken(['read', 'write', 'admin'], {}, 'whole');
  expect(await put(admin, '/targets/northfield/secrets/DATABASE_URL')).toBe(404);
  expect((await stored()).secrets).toEqual({});
  const answer = await admin(path, { method: 'PUT', body });
  expect([answer.status, isPlanted(await answer.text())]).toEqual([200, false]);
});

test('a secret is dropped when its definition names it no more, and is of no use under another key', async () => {
  const { web, stored } = await aSchoolWithSecrets();
  const admin = await web.withToken(['read', 'write', 'admin']);
  await admin(`/targets/northfield/secrets/${names.soap}`, {
    method: 'PUT',
    body: JSON.stringify({ value: planted.soap }),
  });
  const target = await stored();
  unlock('another secret of another installation');
  expect(missingSecrets(target, none)).toEqual(Object.values(names));
  unlock('the secret of this installation');
  const { soap, ...rest } = target.definition;
  await redefineTarget(db, target, { ...rest, soap: { ...soap, auth: { kind: 'none' } } });
  expect((await stored()).secrets).toEqual({});
});
