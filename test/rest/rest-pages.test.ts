import { expect, test } from 'vitest';
import { collectAll } from '../../src/rest/rest-pages.ts';
import { aClient, employers, json, listPage } from './maker.ts';

test('20,000 employers are read in exactly 40 calls, 39 of them at once', async () => {
  const all = employers(20_000);
  const { client, seen, waits } = aClient((request) => listPage(all, request));
  const list = client.employers.list();
  const read = await collectAll(list);
  expect(read).toEqual({ kind: 'answered', value: all });
  expect(list.total()).toBe(20_000);
  expect(seen).toHaveLength(40);
  expect(waits).toEqual([]);
});

test('filters and sort are asked for as the specification writes them', async () => {
  const { client, seen } = aClient((request) => listPage([], request));
  await collectAll(
    client.employers.list({
      keywords: 'acme tools',
      lastModified: [new Date('2026-11-19T10:00:00.500Z'), '2026-11-20'],
      sort: '!name',
      customFields: true,
      active: 1,
    }),
  );
  const query = Object.fromEntries(seen[0]?.query ?? []);
  expect(query).toMatchObject({
    keywords: 'acme tools',
    sort: '!name',
    customFields: '1',
    active: '1',
    page: '1',
    perPage: '500',
  });
  expect(seen[0]?.query.getAll('lastModified[]')).toEqual(['2026-11-19T10:00:00Z', '2026-11-20']);
});

test('a service that serves fewer records a page is asked for more pages', async () => {
  const all = employers(250);
  const { client } = aClient(({ query }) => {
    const capped = new URLSearchParams(query);
    capped.set('perPage', String(Math.min(100, Number(query.get('perPage')))));
    return listPage(all, { query: capped });
  });
  expect(await collectAll(client.employers.list())).toEqual({ kind: 'answered', value: all });
});

test('a record that moves to a page already read is neither lost nor doubled', async () => {
  const before = employers(10);
  const moved = [...before.slice(1), ...before.slice(0, 1)];
  const { client } = aClient((request, call) => listPage(call === 1 ? before : moved, request));
  const read = await collectAll(client.employers.list({ perPage: 4 }));
  const ids = read.kind === 'answered' ? read.value.map(({ id }) => id) : [];
  expect(ids).toHaveLength(10);
  expect(new Set(ids)).toEqual(new Set(before.map(({ id }) => id)));
});

test('records that are added while we read are read too', async () => {
  const { client } = aClient((request, call) => listPage(employers(call === 1 ? 8 : 9), request));
  const read = await collectAll(client.employers.list({ perPage: 4 }));
  expect(read).toEqual({ kind: 'answered', value: employers(9) });
});

test('a list ends early when the service fails, and says why', async () => {
  const { client } = aClient((request, call) =>
    call === 1 ? listPage(employers(9), request) : json({}, 500),
  );
  const list = client.employers.list({ perPage: 4 });
  const names: unknown[] = [];
  for await (const { name } of list) names.push(name);
  expect(names).toHaveLength(4);
  expect(list.problem()).toMatchObject({ kind: 'unavailable' });
});

test('pages that fail ahead of their turn end the list, and nothing else', async () => {
  const all = employers(5_000);
  const { client } = aClient((request) => listPage(all, request), {
    hooks: {
      onResponse: ({ url }) => {
        if (!url.endsWith('page=1')) throw new Error('a hook failed');
      },
    },
  });
  await expect(collectAll(client.employers.list())).rejects.toThrow('a hook failed');
});

test('a list that is left early ends the requests that were made ahead', async () => {
  const all = employers(5_000);
  const { fetch } = aClient((request) => listPage(all, request));
  const signals: AbortSignal[] = [];
  const { client } = aClient(() => json({}), {
    fetch: async (url, init) => {
      if (!/page=[12]\b/.test(url)) signals.push(init.signal);
      return fetch(url, init);
    },
  });
  for await (const { id } of client.employers.list()) if (id === 'e600') break;
  expect(signals.length).toBeGreaterThan(0);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

test.each([0, -5, Number.NaN, 0.5])('a list of %s records a page is read whole', async (perPage) => {
  const all = employers(30);
  const { client, seen } = aClient((request) => listPage(all, request));
  expect(await collectAll(client.employers.list({ perPage }))).toEqual({ kind: 'answered', value: all });
  expect(seen.length).toBeLessThan(40);
});
