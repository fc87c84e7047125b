// @module-tag slow
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { steps } from '../../src/submissions/steps.ts';
import { allApiRoutes } from '../../src/faces/api/routes.routes.ts';
import { pageRoutes } from '../../src/faces/console/routes.page.ts';
import { someAnswers } from '../submissions/answers-maker.ts';
import { testDatabase } from '../setup/database.ts';
import { aForm, aSchoolTarget } from '../faces/form/form.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { aWeb, csrfOf, origin } from '../faces/web/support/web.ts';
import { bounded, runs, timeout } from './bounds.ts';
import { anyJson, damaged, mutated, nasty, piece } from './mutations.ts';

const db = await testDatabase();
const errors: unknown[] = [];
const log = {
  ...silentLog,
  error: (message: string, fields?: object) => void errors.push([message, fields]),
};

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('acme', 'northfield', 'A-1', '1', '2', 'job_type', 'global') },
  piece,
);
const query = fc
  .array(
    fc.tuple(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            'q',
            'limit',
            'cursor',
            'feed',
            'target',
            'state',
            'from',
            'to',
            'kind',
            'page',
            'field',
          ),
        },
        piece,
      ),
      piece,
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&'));
const pathOf = (pattern: string, parts: readonly string[]) => {
  let next = 0;
  return pattern.replaceAll(
    /:\w+(?:\{[^}]*\})?|\{\w+\}/g,
    () => encoded(parts[next++ % parts.length] ?? '1') || '1',
  );
};

/** No answer of ours begins with 5, and nothing was logged as a failure. 503 is said by acts that this web was not given. */
function fine(status: number): void {
  expect(errors.splice(0)).toEqual([]);
  if (status !== 503) expect(status).toBeLessThan(500);
}

/** Names of fields that many acts have. */
const usual = [
  'name',
  'url',
  'decision',
  'until',
  'value',
  'key',
  'email',
  'role',
  'constructor',
  'toString',
];

test(
  'every route of the API answers any path, query and body',
  async () => {
    await aCampus(db);
    const send = await aWeb(db, { deps: { log } }).withToken(['admin']);
    const body = fc.oneof(
      fc
        .dictionary(
          fc.oneof(
            {
              weight: 5,
              arbitrary: fc.constantFrom(...usual, 'definition', 'state', 'reason', 'count'),
            },
            piece,
          ),
          anyJson,
          { maxKeys: 6 },
        )
        .map((value) => JSON.stringify(value)),
      anyJson.map((value) => JSON.stringify(value)),
      damaged(mutated('{"name":"acme","url":"https://acme.test/jobs.xml","decision":"approve"}')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.nat(allApiRoutes.length - 1),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        query,
        body,
        async (at, parts, asked, sent) => {
          const route = allApiRoutes[at];
          if (route === undefined) return;
          const response = await bounded(() =>
            Promise.resolve(
              send(`${pathOf(route.path, parts)}?${asked}`, {
                method: route.method.toUpperCase(),
                ...(route.method === 'get' ? {} : { body: sent }),
              }),
            ),
          );
          const text = await response.text();
          fine(response.status);
          expect(text).not.toMatch(/\.ts:\d+|node_modules/);
        },
      ),
      runs,
    );
  },
  timeout,
);

test(
  'every page and act of operations answers any path, query and form',
  async () => {
    await aCampus(db);
    const browser = await aWeb(db, { deps: { log } }).signedIn('admin');
    const csrf = csrfOf(await browser.text('/account'));
    const form = fc.array(
      fc.tuple(
        fc.oneof(
          {
            weight: 5,
            arbitrary: fc.constantFrom(
              ...usual,
              'password',
              'reason',
              'phrase',
              'do',
              'label',
              'soap',
              'cron',
            ),
          },
          piece,
        ),
        piece,
      ),
      { maxLength: 8 },
    );
    const routes = pageRoutes.filter(({ path }) => !path.includes('sign-out'));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(routes.length - 1),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        query,
        form,
        async (at, parts, asked, fields) => {
          const route = routes[at];
          if (route === undefined) return;
          const response = await bounded(() =>
            route.method === 'get'
              ? browser.get(`${pathOf(route.path, parts)}?${asked}`)
              : browser.send(pathOf(route.path, parts), {
                  method: 'POST',
                  headers: { origin },
                  body: new URLSearchParams([['csrf', csrf], ...fields]),
                }),
          );
          const text = await response.text();
          fine(response.status);
          expect(text).not.toMatch(/<script>alert|\.ts:\d+|node_modules/);
        },
      ),
      runs,
    );
  },
  timeout,
);

test(
  'every page of the form takes any fields, and shows them as text',
  async () => {
    const { browser: open, clock } = aForm(db, { log });
    await aSchoolTarget(db, 'northfield', clock.now());
    const names = steps.flatMap(({ fields }) => [...fields]);
    const sound = someAnswers();
    const value = fc.oneof(piece, fc.constantFrom(...nasty));
    const change = fc.array(
      fc.tuple(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, piece), value),
      { minLength: 1, maxLength: 6 },
    );
    const browser = open();
    await browser.post('/post/email', {
      email: 'maria@harbor.test',
      fullname: 'Maria',
      phone: '+1 617 555 0188',
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...steps), change, async (step, changes) => {
        const own = step.fields.flatMap((field) =>
          sound[field] === undefined ? [] : [[field, sound[field]] as const],
        );
        const fields = Object.fromEntries([...own, ...changes]);
        const response = await bounded(() => browser.post(`/post/${step.name}`, fields));
        const text = await response.text();
        fine(response.status);
        expect(text).not.toMatch(/<script>alert|\.ts:\d+|node_modules/);
        const check = await browser.get('/post/check');
        fine(check.status);
        expect(await check.text()).not.toMatch(/<script>alert|href="javascript:/);
      }),
      runs,
    );
  },
  timeout,
);

test.each([
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=x', '--y'],
  ['application/json', '{}'],
  ['text/plain', 'csrf=x'],
])('an act that is sent %s instead of its form is refused', async (type, body) => {
  const browser = await aWeb(db, { deps: { log } }).signedIn('admin', {}, `${type.length}@quadwire.example`);
  const csrf = csrfOf(await browser.text('/account'));
  const send = (headers: Record<string, string>) =>
    browser.send('/sign-in', { method: 'POST', headers: { origin, 'content-type': type, ...headers }, body });
  expect((await send({})).status).toBe(403);
  expect((await send({ 'x-csrf-token': csrf })).status).toBe(400);
  fine(400);
});

test.each([
  ['/sign-in', { email: 'a\0b@quadwire.example', password: 'x\0' }, 422],
  ['/blocks', { mail: '\0', domain: 'evil\0.test', reason: 'a\0b', do: 'add' }, 303],
  ['/feeds/add', { address: 'https://acme.test/\0jobs' }, 303],
])('the character 0 in a form is left out: %s', async (path, fields, status) => {
  const browser = await aWeb(db, { deps: { log } }).signedIn(
    'admin',
    {},
    `zero${path.length}@quadwire.example`,
  );
  const csrf = csrfOf(await browser.text('/account'));
  const response = await browser.send(path, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ csrf, ...fields }),
  });
  fine(response.status);
  expect(response.status).toBe(status);
});

test(
  'any bytes as a form are refused or read',
  async () => {
    const { browser: open } = aForm(db, { log });
    const browser = open();
    const types = fc.constantFrom(
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/plain',
      'application/json',
      '',
    );
    const body = damaged(
      mutated(
        'csrf=x&email=a%40b.test',
        '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--x--\r\n',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('/post/email', '/sign-in', '/confirm', '/manage', '/post/check', '/api/v1/feeds'),
        types,
        body,
        async (path, type, sent) => {
          const response = await bounded(() =>
            browser.send(path, {
              method: 'POST',
              headers: { origin, ...(type === '' ? {} : { 'content-type': type }) },
              body: sent,
            }),
          );
          await response.text();
          expect(response.status).toBeLessThan(500);
          fine(response.status);
        },
      ),
      runs,
    );
  },
  timeout,
);
