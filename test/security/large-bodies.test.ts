import * as fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { WebEnv } from '../../src/faces/web/env.ts';
import { postedForm } from '../../src/faces/web/posted-form.ts';
import { testDatabase } from '../setup/database.ts';
import { aForm } from '../faces/form/form.ts';
import { aWeb, csrfOf, origin } from '../faces/web/support/web.ts';

const db = await testDatabase();
const url = 'application/x-www-form-urlencoded';
const parts = 'multipart/form-data; boundary=B';
const part = (name: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const numbered = (make: (at: number) => string, bytes: number) =>
  Array.from({ length: Math.floor(bytes / make(999).length) }, (_, at) => make(at)).join('');

/** Bodies that were slow for somebody, of about so many bytes. */
const shapes: Readonly<Record<string, readonly [type: string, make: (bytes: number) => string]>> = {
  'fields with one name': [url, (bytes) => repeated('a&', bytes)],
  'fields with names of their own': [url, (bytes) => numbered((at) => `a${at}=b&`, bytes)],
  'fields with zeros': [url, (bytes) => numbered((at) => `a${at}=%00&`, bytes)],
  'empty fields': [url, (bytes) => repeated('&', bytes)],
  'a long name': [url, (bytes) => repeated('n', bytes)],
  'a long value': [url, (bytes) => `csrf=${repeated('.', bytes)}`],
  'percent signs': [url, (bytes) => `email=${repeated('%', bytes)}`],
  'spaces and line breaks': [url, (bytes) => `email=${repeated('+%0A', bytes)}`],
  'many parts': [parts, (bytes) => `${numbered((at) => part(`a${at}`, 'v'), bytes)}--B--\r\n`],
  'parts with one name': [parts, (bytes) => `${repeated(part('a', '\0'), bytes)}--B--\r\n`],
  'a part with many headers': [
    parts,
    (bytes) => `${part('a', 'v').replace('\r\n\r\n', `\r\n${repeated('X: y\r\n', bytes)}\r\n`)}--B--\r\n`,
  ],
  'a part with a long name': [parts, (bytes) => `${part(repeated('%22', bytes), 'v')}--B--\r\n`],
  'almost boundaries': [parts, (bytes) => `${part('a', repeated('\r\n--', bytes))}--B--\r\n`],
  'JSON in itself': ['application/json', (bytes) => repeated('[', bytes / 2) + repeated(']', bytes / 2)],
  'JSON with many keys': ['application/json', (bytes) => `{${numbered((at) => `"a${at}":1,`, bytes)}"z":1}`],
};
const paths = ['/sign-in', '/api/v1/feeds', '/post'];

test.each(['application/json', 'text/plain', url, parts])(
  'a body of %s that announces no length is given up after 1 MB',
  async (type) => {
    const send = await aWeb(db).withToken(['admin'], {}, `streams-${type.length}`);
    let chunks = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks += 1;
        if (chunks > 1_000) controller.close();
        else controller.enqueue(new Uint8Array(65_536).fill(120));
      },
    });
    const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as const;
    expect([(await send('/feeds', init)).status, chunks < 30]).toEqual([413, true]);
  },
);

test.each(Object.entries(shapes))(
  'a body of 1 MB costs nobody more than 12 times one of 100 kB: %s',
  { timeout: 120_000 },
  async (_, [type, make]) => {
    const browser = aForm(db).browser();
    const csrf = csrfOf(await browser.text('/sign-in'));
    const cost = async (body: string, sentAs = type) => {
      const headers = { origin, 'content-type': sentAs, 'x-csrf-token': csrf };
      const began = process.cpuUsage();
      for (const path of paths) {
        const { status } = await browser.send(path, { method: 'POST', headers, body });
        expect([path, status < 500]).toEqual([path, true]);
      }
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const [small, large, plain] = [make(100_000), make(1_000_000), 'x'.repeat(1_000_000)];
    const costs: Record<'small' | 'large' | 'plain', number>[] = [];
    for (let run = 0; run < 5; run += 1)
      costs.push({
        small: await cost(small),
        large: await cost(large),
        plain: await cost(plain, 'text/plain'),
      });
    const least = (size: 'small' | 'large' | 'plain') => Math.min(...costs.slice(1).map((one) => one[size]));
    // A body that is refused at once costs its way here, which a text of 1 MB measures.
    expect(least('large')).toBeLessThan(12 * least('small') + 3 * least('plain'));
  },
);

test('a form has at most 1,000 fields with names of 64 kB, counted before it is read', async () => {
  const browser = aWeb(db).browser();
  const csrf = csrfOf(await browser.text('/sign-in'));
  const send = async (body: string | FormData, type?: string) =>
    (
      await browser.send('/sign-in', {
        method: 'POST',
        headers: { origin, ...(type !== undefined && { 'content-type': type }) },
        body,
      })
    ).status;
  const fields = (count: number) => `csrf=${csrf}&email=&password=${'&a=b'.repeat(count - 3)}`;
  expect(await send(fields(1_000), url)).toBe(422);
  expect(await send(fields(1_001), url)).toBe(413);
  expect(await send(`${fields(3)}&${'n'.repeat(65_000)}`, url)).toBe(422);
  expect(await send(`${fields(3)}&${'n'.repeat(66_000)}=v`, url)).toBe(413);
  expect(await send(`a=b${'&a=b'.repeat(1_000)}`, url)).toBe(413);
  const form = (name: string, count: number) => {
    const made = new FormData();
    for (const [key, value] of Object.entries({ csrf, email: '', password: '' })) made.set(key, value);
    for (let at = 3; at < count; at += 1) made.append(name, 'v');
    return made;
  };
  expect(await send(form('a', 1_000))).toBe(422);
  expect(await send(form('a', 1_001))).toBe(413);
  expect(await send(form('n'.repeat(66_000), 4))).toBe(413);
});

test('a program that sends lists in lists is told so', async () => {
  const send = await aWeb(db).withToken(['admin']);
  const body = '['.repeat(200_000) + ']'.repeat(200_000);
  expect((await send('/feeds', { method: 'POST', body })).status).toBe(400);
});

test('a form is read as the URL standard says', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom('a', '%', '%41', '%c3%A9', '%0', '%gg', '+', '&', '=', '%26', '%EF%BB%BF', '%ff'),
      ),
      async (pieces) => {
        const body = pieces.join('');
        let seen: unknown;
        const app = new Hono<WebEnv>().post('/', async (c) => {
          const read = await postedForm(c);
          seen = [read.kind, [...(await c.req.formData())]];
          return c.text('read');
        });
        await app.request('/', { method: 'POST', body, headers: { 'content-type': url } });
        expect(seen).toEqual(['form', [...new URLSearchParams(body)]]);
      },
    ),
  ));
