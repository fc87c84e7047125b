import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Limits, Role } from '../../../src/platform/accounts/permissions.ts';
import { allApiRoutes } from '../../../src/faces/api/routes.routes.ts';
import { pageRoutes } from '../../../src/faces/console/routes.page.ts';
import { testDatabase } from '../../setup/database.ts';
import { hidden, type School, threeSchools } from './support/schools.ts';
import { aWeb, csrfOf, origin } from './support/web.ts';

const db = await testDatabase();

/** Routes that are neither operations nor API, and what keeps them from showing a school's things. */
const elsewhere: Readonly<Record<string, string>> = {
  'GET /healthz': 'says ok',
  'GET /readyz': 'says ready',
  'GET /static/*': 'files',
  'GET /sign-in': 'before sign-in',
  'POST /sign-in': 'before sign-in',
  'POST /sign-out': 'ends a session',
  'GET /sign-in/once/:secret': 'needs its secret',
  'POST /sign-in/once/:secret': 'needs its secret',
  'GET /report/:feed/:until/:signature': 'needs its signature',
  'GET /api/docs': 'documentation',
  'GET /api/docs/*': 'documentation',
  'GET /api/v1/openapi.json': 'documentation',
  'GET /metrics': 'tested below',
};

/** What stands for each part of an address. A route with a part that is not here fails until somebody adds it. */
function partsOf(school: School): Readonly<Record<string, readonly string[]>> {
  return {
    name: [school.target, school.source],
    source: [school.source],
    jobId: [school.jobId, 'SHARED-1'],
    job_id: [school.jobId, 'SHARED-1'],
    id: [school.listing, school.hold, school.run, school.batch, school.webhook].map(String),
    field: ['job_type'],
    act: ['read', 'pause', 'publish', 'check', 'funnel'],
    scope: [`target:${school.target}`, `feed:${school.source}`, 'global'],
    key: ['delist.dropShare'],
    email: ['somebody@gamma.example'],
    secret: ['QUADWIRE_SECRET_GAMMA'],
  };
}

/** Every address that a path can be with a school's things in it. */
function addressesOf(path: string, school: School): string[] {
  const [part] = /:\w+|\{\w+\}/.exec(path) ?? [];
  if (part === undefined) return [path];
  const values = partsOf(school)[part.replaceAll(/[:{}]/g, '')];
  if (values === undefined) throw new Error(`${path}: say in partsOf what stands for ${part}`);
  return values.flatMap((value) => addressesOf(path.replace(part, encodeURIComponent(value)), school));
}

/** Each address of a path with what may be asked of it: all of one without parts, little of one with another school's. */
function requestsOf(path: string, alpha: School, gamma: School): string[] {
  const questions = questionsAbout(gamma);
  if (!/[:{]/.test(path)) return questions.map((question) => `${path}${question}`);
  const own = addressesOf(path, alpha).flatMap((one) =>
    questions.slice(0, 3).map((asked) => `${one}${asked}`),
  );
  return [...own, ...addressesOf(path, gamma)];
}

/** Everything that lists and searches are narrowed by, with another school's names. */
function questionsAbout(school: School): string[] {
  const asked: [string, string][] = [
    ['q', 'quux'],
    ['target', school.target],
    ['source', school.source],
    ['feed', school.source],
    ['scope', `target:${school.target}`],
    ['subject', `target:${school.target}`],
    ['stage', 'understood'],
    ['state', 'live'],
    ['run', String(school.run)],
    ['month', '2026-11'],
    ['field', 'job_type'],
  ];
  const together = asked.filter(([name]) => name !== 'run');
  return ['', '?done=published&day=2026-11-20', written(together), ...asked.map((pair) => written([pair]))];
}

function written(pairs: [string, string][]): string {
  return `?${new URLSearchParams(pairs).toString()}`;
}

test('every route of the product is one of operations, of the API, or named here', async () => {
  const known = new Set([
    ...pageRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...allApiRoutes.map(
      ({ method, path }) => `${method.toUpperCase()} /api/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
    ...Object.keys(elsewhere),
  ]);
  const mounted = aWeb(db)
    .app.routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(mounted)].filter((route) => !known.has(route))).toEqual([]);
});

const people: readonly { role: Role; limits: Limits; whose: string }[] = [
  { role: 'reviewer', limits: { targets: ['alpha'] }, whose: 'one school' },
  { role: 'reviewer', limits: { targets: ['alpha', 'beta'] }, whose: 'two schools' },
  {
    role: 'operator',
    limits: { targets: ['alpha'], sources: ['alpha-feed'] },
    whose: 'one school and its feed',
  },
  { role: 'admin', limits: { targets: ['alpha'] }, whose: 'one school' },
];

/** Hundreds of requests each. */
const patience = 120_000;

describe.each(people)('the $role of $whose', { timeout: patience, tags: ['slow'] }, ({ role, limits }) => {
  test('sees nothing of another school on any page, in any search or export', async () => {
    const { alpha, gamma } = await threeSchools(db);
    const browser = await aWeb(db).signedIn(role, limits);
    for (const { path } of pageRoutes.filter((route) => route.method === 'get'))
      for (const address of requestsOf(path, alpha, gamma)) {
        const text = await (await browser.get(address)).text();
        expect([address, leakIn(text, address)]).toEqual([address, undefined]);
      }
  });

  test('sees nothing of another school in any answer of the API', async () => {
    const { alpha, gamma } = await threeSchools(db);
    const send = await aWeb(db).withToken(['admin'], limits);
    for (const { path } of allApiRoutes.filter((route) => route.method === 'get'))
      for (const address of requestsOf(path, alpha, gamma)) {
        const text = await (await send(address)).text();
        expect([address, leakIn(text, address)]).toEqual([address, undefined]);
      }
  });

  test('no act of one school changes or shows anything of another', async () => {
    const { gamma } = await threeSchools(db);
    const web = aWeb(db);
    const browser = await web.signedIn(role, limits);
    const csrf = csrfOf(await browser.text('/account'));
    const before = await gammasThings();
    const fields = {
      name: gamma.source,
      target: gamma.target,
      targets: gamma.target,
      scope: `target:${gamma.target}`,
      key: 'delist.dropShare',
      value: '0.5',
      job: String(gamma.listing),
      webhook: String(gamma.webhook),
      field: 'job_type',
      label: 'quux',
      to: '1',
      phrase: 'x',
      do: 'pause',
      decision: 'approve',
      email: 'somebody@gamma.example',
    };
    for (const { path } of pageRoutes.filter((route) => route.method === 'post'))
      for (const address of addressesOf(path, gamma)) {
        const body = new URLSearchParams({ csrf, ...fields });
        const answer = await browser.send(address, { method: 'POST', body, headers: { origin } });
        expect([
          address,
          leakIn(await answer.text(), `${address} ${Object.values(fields).join(' ')}`),
        ]).toEqual([address, undefined]);
      }
    const send = await web.withToken(['admin'], limits);
    for (const { method, path } of allApiRoutes.filter((route) => route.method !== 'get'))
      for (const address of addressesOf(path, gamma)) {
        const body = JSON.stringify({ ...fields, targets: [gamma.target], value: 0.5, key: '1' });
        const answer = await send(`${address}?jobs=delist`, { method: method.toUpperCase(), body });
        expect([method, address, leakIn(await answer.text(), `${address} ${body}`)]).toEqual([
          method,
          address,
          undefined,
        ]);
      }
    expect(await gammasThings()).toEqual(before);
  });
});

test('metrics are for who sees all', async () => {
  await threeSchools(db);
  const web = aWeb(db);
  const limited = await web.withToken(['metrics'], { targets: ['alpha'] }, 'limited');
  expect((await limited('/../../metrics')).status).toBe(403);
  const all = await web.withToken(['metrics'], {}, 'all');
  expect(await (await all('/../../metrics')).text()).toContain('target="gamma"');
});

test('alert mails are for who sees all', async () => {
  await threeSchools(db);
  const web = aWeb(db);
  const limited = await web.signedIn('admin', { targets: ['alpha'] }, 'limited@alpha.example');
  const all = await web.signedIn('admin');
  for (const path of ['/outbox', '/deliveries', '/api/v1/deliveries']) {
    expect([path, (await limited.get(path)).status]).toEqual([path, 403]);
    expect([path, await all.text(path)]).toEqual([path, expect.stringContaining(`${hidden} has a new hold`)]);
  }
});

test('a job of two schools is shown to one without a word of the other', async () => {
  await threeSchools(db);
  const reviewer = await aWeb(db).signedIn('reviewer', { targets: ['alpha'] });
  const page = await reviewer.text('/jobs/alpha-feed/SHARED-1');
  expect(page).toContain('A job for two schools');
  expect(page).not.toMatch(/gamma/i);
});

/** What of a text belongs to the third school, beside what was asked for; undefined when nothing does. */
function leakIn(text: string, asked: string): string | undefined {
  const words = [...text.matchAll(/.{0,60}\bgamma(?:secret)?\b.{0,40}/gi)].map(([found]) => found);
  const plain = decodeURIComponent(asked.replaceAll('+', ' ')).toLowerCase();
  return words.find((found) => {
    // A search says again what was looked for.
    const [said = ''] = /gamma(?:secret)?[\w-]*/i.exec(found) ?? [];
    return !plain.includes(said.toLowerCase());
  });
}

/** All rows about the third school, as they stand. */
async function gammasThings(): Promise<unknown> {
  const tables = [
    'targets feeds sources holds batches school_reviews publications settings users api_tokens',
    'picklist_aliases unresolved_labels webhook_deliveries screenings',
  ];
  const rows: unknown[] = [];
  for (const table of tables.join(' ').split(' '))
    rows.push(
      await db.execute(
        sql.raw(
          `select to_jsonb(t) as row from ${table} t where to_jsonb(t)::text ilike '%gamma%' order by 1`,
        ),
      ),
    );
  const kept: unknown = JSON.parse(JSON.stringify(rows));
  return kept;
}
