import { expect, test } from 'vitest';
import { putDeliveries } from '../../../src/alerts/alerts.repository.ts';
import { webhookById, webhooksBefore } from '../../../src/alerts/alerts.queries.ts';
import { deliverWebhooks } from '../../../src/alerts/webhook.ts';
import { HOUR } from '../../../src/core/clock.ts';
import { testDatabase } from '../../setup/database.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a webhook shows each try, and goes again under the same event id when somebody asks', async () => {
  const web = aWeb(db);
  const answers = [503, 503, 204, 204];
  const asked: string[] = [];
  const sending = {
    db,
    clock: web.clock,
    random: () => 0.5,
    allowPrivate: [],
    secret: 'a secret of thirty-two characters',
    fetch: async (_: string, init: { headers: Readonly<Record<string, string>> }) => {
      asked.push(init.headers['webhook-id'] ?? '');
      return { status: answers.shift() ?? 204, headers: { get: () => null }, body: null };
    },
  };
  const url = 'https://hooks.example/T0/secret-path';
  await putDeliveries(
    db,
    [{ eventId: 'evt_1', event: 'incident.opened', incidentId: null, url, payload: '{"a":1}' }],
    web.clock.now(),
  );
  for (let tries = 0; tries < 3; tries += 1) {
    await deliverWebhooks(sending);
    web.clock.advance(HOUR);
  }
  const [row] = await webhooksBefore(db, { limit: 1 });
  expect(row).toMatchObject({
    state: 'delivered',
    attempts: 3,
    tries: [{ answer: 'HTTP 503' }, { answer: 'HTTP 503' }, { answer: 'HTTP 204' }],
  });
  const operator = await web.signedIn('operator');
  const page = await operator.text('/deliveries');
  expect(page).toContain('3 tries, last: HTTP 204');
  expect(page).toContain('hooks.example');
  expect(page).not.toContain('secret-path');
  expect(
    (await operator.post(`/deliveries/webhooks/${row?.id}/redeliver`, {}, { from: '/deliveries' })).status,
  ).toBe(303);
  await deliverWebhooks(sending);
  expect(asked).toEqual(['evt_1', 'evt_1', 'evt_1', 'evt_1']);
  expect(await webhookById(db, row?.id ?? 0)).toMatchObject({ state: 'delivered', attempts: 1 });
  expect((await webhookById(db, row?.id ?? 0))?.tries).toHaveLength(4);
});

test('the page has the name that the menu gives it', async () => {
  const page = await aWeb(db)
    .signedIn('admin')
    .then((admin) => admin.text('/deliveries'));
  expect(page).toMatch(/<a href="\/deliveries"[^>]*>(?:<[^>]*>)*\s*Messages/);
  expect(page).toMatch(/<h1[^>]*>Messages<\/h1>/);
  expect(page).toContain('<title>Messages');
  expect(page).not.toContain('Deliveries');
});

test('webhooks in the API are paged, name no secret path, and are delivered again by number', async () => {
  const web = aWeb(db);
  const rows = [1, 2, 3].map((n) => ({
    eventId: `evt_${n}`,
    event: 'incident.opened',
    incidentId: null,
    url: 'https://hooks.example/T0/secret-path',
    payload: '{}',
  }));
  await putDeliveries(db, rows, web.clock.now());
  const send = await web.withToken(['write']);
  const text = await (await send('/deliveries/webhooks?limit=2')).text();
  expect(text).not.toContain('secret-path');
  const first: { items: { id: number; event_id: string }[]; next: string } = JSON.parse(text);
  expect(first.items.map(({ event_id }) => event_id)).toEqual(['evt_3', 'evt_2']);
  expect(await (await send(`/deliveries/webhooks?limit=2&cursor=${first.next}`)).json()).toMatchObject({
    items: [{ event_id: 'evt_1' }],
    next: null,
  });
  const again = `/deliveries/webhooks/${first.items[0]?.id}/redeliver`;
  expect((await send(again, { method: 'POST' })).status).toBe(202);
  expect((await send('/deliveries/webhooks/999/redeliver', { method: 'POST' })).status).toBe(404);
  const limited = await web.withToken(['write'], { targets: ['northfield'] }, 'limited');
  expect((await limited(again, { method: 'POST' })).status).toBe(403);
});
