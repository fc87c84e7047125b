import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { batches, publications, screenings, targets, unresolvedLabels } from '../../../src/db/schema.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from './support/data.ts';
import { aWeb } from './support/web.ts';

const db = await testDatabase();
const json = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

describe('lists', () => {
  test('give what is stored, without the secrets in addresses', async () => {
    await aCampus(db);
    const send = await aWeb(db).withToken(['read']);
    const get = async (path: string): Promise<unknown> => (await send(path)).json();
    expect(await get('/feeds')).toMatchObject({
      items: [{ name: 'acme', url: 'https://feeds.acme.example/jobs.xml?token=…' }, { name: 'zenith' }],
    });
    expect(await get('/runs?feed=acme')).toMatchObject({
      items: [{ feed: 'acme', state: 'complete', missing: 3 }],
      next: null,
    });
    expect(await get('/targets')).toMatchObject({ items: [{ name: 'calloway' }, { name: 'northfield' }] });
    expect(await get('/listings/acme/A-1')).toMatchObject({
      listing: { job: { job_title: 'Junior Data Analyst' } },
      targets: [
        { target: 'northfield', state: 'published' },
        { target: 'calloway', state: 'waiting', step: 'picklist' },
      ],
    });
    expect(await get('/listings/zenith/Z%2F9')).toMatchObject({ source: 'zenith' });
    expect(await get('/publications?state=refused')).toMatchObject({
      items: [{ target: 'calloway', answer: 'No such type' }],
    });
    expect(await get('/holds?state=open')).toMatchObject({
      items: [{ kind: 'share' }, { kind: 'drop', feed: 'acme', count: 11_711 }],
    });
    expect(await get('/labels')).toMatchObject({ items: [{ label: 'Graduate Trainee', blocked: 41 }] });
    const choice = 'target=calloway&field=job_type&label=Graduate+Trainee';
    expect(await get(`/labels/effect?${choice}&key=7`)).toMatchObject({
      at: [{ target: 'calloway', blocked: 41, entry: { key: '7' } }],
      listings: 0,
    });
    expect((await send(`/labels/effect?${choice}&key=99`)).status).toBe(422);
    expect(await get('/picklists?target=calloway')).toMatchObject({
      items: [{ field: 'job_type', entries: [{ key: '1' }, { key: '7' }] }],
    });
    expect(await get('/audit')).toMatchObject({ items: [], next: null });
  });

  test('say what a call that is due waits for, by its own target', async () => {
    await aCampus(db);
    const dueAt = new Date('2026-11-20T12:00:00Z');
    await db.update(publications).set({
      intent: 'hide',
      cause: 'operator',
      verdict: 'stated',
      intendedAt: dueAt,
      call: 'due',
      parked: null,
      nextAt: dueAt,
    });
    await db.update(targets).set({ state: 'paused' }).where(eq(targets.name, 'calloway'));
    const send = await aWeb(db).withToken(['read']);
    const listed = async (path: string): Promise<unknown> => (await send(path)).json();
    const calloway = { target: 'calloway', next_at: null, waits_for: 'the target is paused' };
    const northfield = { target: 'northfield', next_at: dueAt.toISOString(), waits_for: null };
    expect(await listed('/publications?target=calloway')).toMatchObject({ items: [calloway] });
    expect(await listed('/publications?target=northfield&limit=1')).toMatchObject({ items: [northfield] });
    await db.update(publications).set({ call: 'parked', parked: 'refused', nextAt: null });
    expect(await listed('/publications?target=calloway')).toMatchObject({
      items: [{ target: 'calloway', next_at: null, waits_for: null }],
    });
  });

  test('lists refuse an unknown query parameter and name the known ones', async () => {
    await aCampus(db);
    const send = await aWeb(db).withToken(['read']);
    const refused = async (path: string) => {
      const response = await send(path);
      const { detail }: { detail: string } = JSON.parse(await response.text());
      return [response.status, response.headers.get('content-type'), detail];
    };
    expect(await refused('/runs?fed=acme')).toEqual([
      400,
      expect.stringContaining('application/problem+json'),
      'The query parameter “fed” is not known here. Expected: cursor, limit, feed. Was “feed” meant?',
    ]);
    expect((await refused('/feeds?name=acme')).at(-1)).toBe(
      'No query parameter was expected here, not “name”.',
    );
    for (const path of ['/runs?feed=acme', '/feeds?limit=10']) expect((await send(path)).status).toBe(200);
  });

  test('go on where a cursor says, to the last row', async () => {
    await aCampus(db);
    const send = await aWeb(db).withToken(['read']);
    const first: { items: { job_id: string }[]; next: string } = JSON.parse(
      await (await send('/listings?limit=1')).text(),
    );
    expect(first.items.map(({ job_id }) => job_id)).toEqual(['Z/9']);
    expect(await (await send(`/listings?limit=1&cursor=${first.next}`)).json()).toMatchObject({
      items: [{ job_id: 'A-1' }],
      next: null,
    });
    expect((await send('/listings?limit=0')).status).toBe(422);
  });

  test('lists of holds, labels, reviews and removals are paged to the last row, each row once', async () => {
    const { calloway, northfield, first: listing } = await aCampus(db);
    const seenAt = new Date('2026-11-20T12:12:00Z');
    await db.insert(unresolvedLabels).values(
      [calloway, northfield].map((targetId) => ({
        targetId,
        field: 'job_type',
        label: 'Co-op',
        jobs: 1,
        blocked: 0,
        seenAt,
      })),
    );
    await db.insert(batches).values(
      ['expired', 'operator', 'gone'].map((cause) => ({
        targetId: calloway,
        cause,
        count: 1,
        createdAt: seenAt,
      })),
    );
    const [grave] = await db.select().from(screenings);
    if (grave) await db.insert(screenings).values({ ...grave, listingId: listing, score: 55 });
    const web = aWeb(db);
    const send = await web.withToken(['read']);
    for (const [path, total] of [
      ['/holds', 2],
      ['/labels', 3],
      ['/reviews', 2],
      ['/batches', 3],
    ] as const) {
      const rows: string[] = [];
      let next: string | null = null;
      do {
        const query: string = next === null ? '' : `&cursor=${next}`;
        const page: { items: unknown[]; next: string | null } = JSON.parse(
          await (await send(`${path}?limit=1${query}`)).text(),
        );
        rows.push(...page.items.map((item) => JSON.stringify(item)));
        ({ next } = page);
      } while (next !== null && rows.length <= total);
      expect([path, rows.length, new Set(rows).size]).toEqual([path, total, total]);
      expect((await send(`${path}?cursor=x`)).status).toBe(422);
    }
    const limited = await web.withToken(['read'], { targets: ['northfield'] }, 'northfield');
    expect(await (await limited('/holds?limit=1')).json()).toMatchObject({
      items: [],
      next: expect.any(String),
    });
  });

  test('a token for one target sees that target alone, in every list', async () => {
    await aCampus(db);
    const send = await aWeb(db).withToken(['admin'], { targets: ['northfield'] });
    for (const path of [
      '/feeds',
      '/targets',
      '/listings',
      '/listings/acme/A-1',
      '/publications',
      '/holds',
      '/labels',
    ]) {
      const text = await (await send(path)).text();
      expect([path, /calloway|zenith|Trainee|11711/.test(text)]).toEqual([path, false]);
    }
    expect((await send('/runs')).status).toBe(422);
    expect((await send('/picklists?target=calloway')).status).toBe(404);
    expect((await send('/plan?target=calloway')).status).toBe(404);
    expect((await send('/labels/effect?target=calloway&field=job_type&label=x&key=7')).status).toBe(404);
    expect((await send('/audit')).status).toBe(403);
    expect((await send('/holds/2/decision', json({ decision: 'reject' }))).status).toBe(404);
    expect(
      (await send('/settings/global/delist.dropShare', { method: 'PUT', body: '{"value":0.5}' })).status,
    ).toBe(403);
  });
});

describe('acts', () => {
  test('what was sent is sent again, within what a token may see', async () => {
    await aCampus(db);
    const web = aWeb(db);
    const send = await web.withToken(['write']);
    const again = (body: object, by = send) => by('/publications/again', json(body));
    expect((await again({})).status).toBe(422);
    expect((await again({ target: 'northfield', job_id: 'A-1' })).status).toBe(422);
    expect((await again({ target: 'nowhere' })).status).toBe(404);
    const answer = await again({ target: 'northfield', source: 'acme' });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ calls: expect.any(Number) });
    const limited = await web.withToken(['write'], { targets: ['northfield'] }, 'limited');
    expect((await again({ target: 'calloway' }, limited)).status).toBe(404);
    expect((await again({ source: 'acme' }, limited)).status).not.toBe(202);
  });

  test('a feed is added once, however often the request comes', async () => {
    const send = await aWeb(db).withToken(['write']);
    const feed = { name: 'tern', url: 'https://careers.tern.example/jobs.xml' };
    const once = { ...json(feed), headers: { 'idempotency-key': 'a1' } };
    const first = await send('/feeds', once);
    const again = await send('/feeds', once);
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      201,
      'true',
    ]);
    expect(await again.json()).toEqual(await first.json());
    expect((await send('/feeds', json(feed))).status).toBe(409);
    expect(
      (await send('/feeds', { ...json({ ...feed, name: 'other' }), headers: { 'idempotency-key': 'a1' } }))
        .status,
    ).toBe(422);
    expect((await send('/feeds', json({ name: 'file', url: 'file:///etc/passwd' }))).status).toBe(422);
  });

  test('a hold is decided with its phrase', async () => {
    const { hold } = await aCampus(db);
    const send = await aWeb(db).withToken(['approve']);
    const wrong = await send(`/holds/${hold}/decision`, json({ decision: 'once' }));
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('acme 11711')]);
    expect(
      (await send(`/holds/${hold}/decision`, json({ decision: 'once', phrase: 'acme 11711' }))).status,
    ).toBe(200);
    expect((await send(`/holds/${hold}/decision`, json({ decision: 'reject' }))).status).toBe(409);
  });

  test('a label, a setting, a target and a feed change as on their pages', async () => {
    await aCampus(db);
    const web = aWeb(db);
    const [write, admin] = [await web.withToken(['write']), await web.withToken(['admin'])];
    expect(
      (
        await write(
          '/labels',
          json({ target: 'calloway', field: 'job_type', label: 'Graduate Trainee', key: '7' }),
        )
      ).status,
    ).toBe(200);
    expect(
      (await admin('/settings/feed:acme/delist.dropShare', { method: 'PUT', body: '{"value":0.5}' })).status,
    ).toBe(200);
    expect(await (await admin('/settings?feed=acme')).json()).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ key: 'delist.dropShare', value: 0.5, from: 'feed:acme' }),
      ]),
    });
    expect(
      (await admin('/settings/feed:acme/delist.dropShare', { method: 'PUT', body: '{"value":7}' })).status,
    ).toBe(422);
    expect((await write('/feeds/acme/pause', { method: 'POST' })).status).toBe(202);
    expect((await write('/targets/northfield/pause', { method: 'POST' })).status).toBe(200);
    expect((await write('/targets/northfield/publish', { method: 'POST' })).status).toBe(409);
    expect(
      (
        await write(
          '/targets',
          json({ name: 'elmhurst', definition: { soap: { url: 'https://elmhurst.example/ws' } } }),
        )
      ).status,
    ).toBe(201);
    expect(
      (await write('/targets', json({ name: 'x', definition: { soap: { url: 'nowhere' } } }))).status,
    ).toBe(422);
    expect(await (await admin('/audit?limit=2')).json()).toMatchObject({
      items: [{ action: 'target.add', who: 'token-write' }, { action: 'target.pause' }],
      next: expect.any(String),
    });
  });
});
