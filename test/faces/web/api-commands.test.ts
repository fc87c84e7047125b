import { describe, expect, test } from 'vitest';
import { auditEntries } from '../../../src/platform/audit/audit.queries.ts';
import { targets } from '../../../src/db/schema.ts';
import { addTarget } from '../../../src/targets/targets.repository.ts';
import { targetNamed } from '../../../src/targets/targets.queries.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad } from '../../setup/road.ts';
import { aCampus } from './support/data.ts';
import { aWeb } from './support/web.ts';

const db = await testDatabase();
const json = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) });
const text = (type: string, body: string) => ({ method: 'POST', body, headers: { 'content-type': type } });
const wired = () => aWeb(db, { deps: { acts: createCapabilities(aRoad(db).context) } });
const soap = (name: string) => ({ soap: { url: `https://${name}.example/soap` } });

describe('a target', () => {
  test('a target is changed member by member, and null restores a default', async () => {
    await aCampus(db);
    const send = await aWeb(db).withToken(['write']);
    const patch = (body: unknown) => send('/targets/northfield', json('PATCH', body));
    const moved = await patch({ soap: { url: 'https://new.northfield.example/soap' }, sourceId: 'agg' });
    expect([moved.status, await moved.json()]).toEqual([
      200,
      expect.objectContaining({
        soap_url: 'https://new.northfield.example/soap',
        namespace: 'urn:JobWebService',
        source_id: 'agg',
      }),
    ]);
    expect(await (await patch({ sourceId: null })).json()).toMatchObject({ source_id: null });
    expect((await targetNamed(db, 'northfield'))?.definition.sourceId).toBeUndefined();
    expect((await patch({ colour: 'red' })).status).toBe(422);
    expect((await patch({ soap: { url: 'nowhere' } })).status).toBe(422);
    expect((await send('/targets/nope', json('PATCH', {}))).status).toBe(404);
    expect(await auditEntries(db, { limit: 1 })).toMatchObject([
      { action: 'target.set', who: 'token-write', detail: { keys: ['sourceId'] } },
    ]);
  });

  test('a target is removed only with a word about its jobs', async () => {
    await aCampus(db);
    const send = await aWeb(db).withToken(['write']);
    const remove = (path: string) => send(path, { method: 'DELETE' });
    expect((await remove('/targets/northfield')).status).toBe(422);
    const leaving = await remove('/targets/northfield?jobs=delist');
    expect([leaving.status, await leaving.json()]).toEqual([
      202,
      { name: 'northfield', jobs: 'delist', taken_down: 1, count: 1 },
    ]);
    expect(await targetNamed(db, 'northfield')).toMatchObject({ state: 'leaving' });
    expect(await (await remove('/targets/calloway?jobs=leave-up')).json()).toMatchObject({ taken_down: 0 });
  });

  test('a target is out of reach for an actor that is limited to another', async () => {
    await aCampus(db);
    const web = wired();
    const send = await web.withToken(['admin'], { targets: ['northfield'] });
    expect((await send('/targets/calloway', json('PATCH', { sourceId: 'x' }))).status).toBe(404);
    expect((await send('/targets/calloway?jobs=leave-up', { method: 'DELETE' })).status).toBe(404);
    expect((await send('/targets/calloway/ledger')).status).toBe(404);
    expect((await send('/targets/calloway/adopt', json('POST', { rows: [] }))).status).toBe(404);
    expect(
      (await send('/targets/apply', json('POST', { targets: { calloway: soap('calloway') } }))).status,
    ).toBe(403);
    for (const path of ['/status', '/doctor']) expect((await send(path)).status).toBe(403);
    const source = await web.withToken(['admin'], { sources: ['acme'] }, 'of-a-source');
    expect((await source('/targets/northfield?jobs=delist', { method: 'DELETE' })).status).toBe(403);
    expect((await source('/targets/northfield/ledger')).status).toBe(403);
  });
});

describe('many targets', () => {
  const file = `profiles: { ours: { sourceId: aggregator } }
targets:
  northfield: { profile: ours, soap: { url: "https://northfield.example/soap" } }
  elmhurst: { profile: ours, soap: { url: "https://elmhurst.example/soap" } }
`;

  test('definitions are applied from YAML or JSON after the difference was shown', async () => {
    await aCampus(db);
    const send = await wired().withToken(['write']);
    const difference = {
      items: [
        { name: 'northfield', outcome: 'changed', changed: ['sourceId'], notes: [] },
        { name: 'elmhurst', outcome: 'added', changed: [], notes: [] },
      ],
    };
    const planned = await send('/targets/apply?plan=true', text('application/yaml', file));
    expect([planned.status, await planned.json()]).toEqual([200, difference]);
    expect(await targetNamed(db, 'elmhurst')).toBeUndefined();
    expect(await (await send('/targets/apply', text('application/yaml', file))).json()).toEqual(difference);
    expect(await targetNamed(db, 'elmhurst')).toMatchObject({ definition: { sourceId: 'aggregator' } });
    const same = { targets: { elmhurst: { sourceId: 'aggregator', ...soap('elmhurst') } } };
    expect(await (await send('/targets/apply', json('POST', same))).json()).toMatchObject({
      items: [{ outcome: 'unchanged' }],
    });
  });

  test('definitions with a mistake are not applied at all', async () => {
    const send = await wired().withToken(['write']);
    const apply = (type: string, body: string) => send('/targets/apply', text(type, body));
    expect((await apply('application/yaml', 'targets: { a: [')).status).toBe(400);
    expect((await apply('text/csv', 'a,b')).status).toBe(400);
    const wrong = await apply(
      'application/yaml',
      `${file}  other: { profile: none, soap: { url: "https://x.example" } }`,
    );
    expect([wrong.status, await wrong.text()]).toEqual([
      422,
      expect.stringContaining('there is no profile none'),
    ]);
    expect(await targetNamed(db, 'elmhurst')).toBeUndefined();
  });
});

describe('what an older integration posted', () => {
  test('a ledger is taken over from the CSV that a target exports', async () => {
    await aCampus(db);
    const send = await aWeb(db).withToken(['write']);
    const ledger = await (await send('/targets/northfield/ledger')).json();
    expect(ledger).toMatchObject({ items: [{ external_source_id: 'acme', job_id: 'A-1' }], next: null });
    const csv = 'external_source_id,job_id,last_sent\nacme,A-1,2026-11-01\nolder,O-7,\n';
    const adopted = await send('/targets/calloway/adopt', text('text/csv', csv));
    expect([adopted.status, await adopted.json()]).toEqual([
      200,
      { rows: 2, adopted: 2, matched: 1, orphans: 1 },
    ]);
    const first: { items: unknown[]; next: string } = JSON.parse(
      await (await send('/targets/calloway/ledger?limit=1')).text(),
    );
    expect(first.items).toHaveLength(1);
    expect(await (await send(`/targets/calloway/ledger?cursor=${first.next}`)).text()).toContain('O-7');
    const again = { rows: [{ external_source_id: 'acme', job_id: 'A-1' }] };
    expect(await (await send('/targets/calloway/adopt', json('POST', again))).json()).toMatchObject({
      adopted: 0,
    });
    const broken = await send('/targets/calloway/adopt', text('text/csv', 'acme,"A-1'));
    expect(broken.status).toBe(400);
    expect((await send('/targets/calloway/adopt?touch=some', json('POST', again))).status).toBe(422);
  });
});

describe('health', () => {
  test('the state names what needs a person, and the check names remedies', async () => {
    await aCampus(db);
    const web = wired();
    const send = await web.withToken(['read', 'write']);
    expect(await (await send('/status')).json()).toMatchObject({
      targets: [
        { name: 'calloway', attention: expect.any(Number) },
        { name: 'northfield', live: 1 },
      ],
      feeds: [
        { name: 'acme', run: 'complete', listings: 104 },
        { name: 'zenith', run: null },
      ],
      holds: 2,
      unresolved: 1,
      given_up: [],
    });
    expect(await (await send('/doctor')).json()).toMatchObject({
      items: expect.arrayContaining([
        { what: 'database', ok: true, found: 'answers' },
        { what: 'holds', ok: false, found: '2 open holds', remedy: 'quadwire holds' },
      ]),
    });
    const unwired = await aWeb(db).withToken(['write'], {}, 'unwired');
    expect((await unwired('/doctor')).status).toBe(409);
  });
});

test('the built-in instance is paused with the first real target, whoever adds it', async () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const definition = { soap: { url: 'http://127.0.0.1:8081/soap', namespace: 'urn:JobWebService' } };
  for (const add of [
    (send: Awaited<ReturnType<ReturnType<typeof wired>['withToken']>>) =>
      send('/targets', json('POST', { name: 'elmhurst', definition: soap('elmhurst') })),
    (send: Awaited<ReturnType<ReturnType<typeof wired>['withToken']>>) =>
      send('/targets/apply', json('POST', { targets: { elmhurst: soap('elmhurst') } })),
  ]) {
    await db.delete(targets);
    await addTarget(db, { name: 'instance', definition, builtIn: true, now });
    const send = await wired().withToken(['write'], {}, `adds-${Math.random()}`);
    expect((await add(send)).status).toBeLessThan(300);
    expect((await targetNamed(db, 'instance'))?.state).toBe('paused');
  }
});
