import { describe, expect, test } from 'vitest';
import { feedNamed } from '../../../src/feeds/feeds.queries.ts';
import { changeTarget } from '../../../src/targets/targets.repository.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../../setup/road.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb, type Browser } from '../web/support/web.ts';

const db = await testDatabase();

/** The web with the product's own acts, over documents that are served from here. */
function aProduct(documents: Readonly<Record<string, string>>) {
  const road = aRoad(db);
  const fetch: typeof road.context.fetch = async (url) => {
    const body = documents[new URL(url).pathname];
    return {
      status: body === undefined ? 404 : 200,
      headers: { get: () => null },
      body: body === undefined ? null : bytesOf(body),
    };
  };
  return aWeb(db, { deps: { acts: createCapabilities({ ...road.context, fetch }) } });
}

function bytesOf(text: string) {
  return new Blob([text]).stream();
}

/** Begins a draft and waits, as script on the page does, until it is read. */
async function drafted(browser: Browser, address: string): Promise<string> {
  const begun = await browser.post('/feeds/add', { address });
  const path = begun.headers.get('location') ?? '';
  await settled(browser, path);
  return path;
}

async function settled(browser: Browser, path: string): Promise<void> {
  await expect
    .poll(async () => JSON.parse(await browser.text(`${path}/progress`)), { timeout: 10_000, interval: 20 })
    .toMatchObject({ done: true });
}

describe('adding a feed', () => {
  test('shows what is behind the address and what would happen, and goes on after a reload', async () => {
    await aCampus(db);
    const web = aProduct({ '/jobs.xml': indeedFeed(jobs(3)) });
    const operator = await web.signedIn('operator');
    const path = await drafted(operator, 'https://careers.tern.example/jobs.xml?key=hunter2');
    const page = await operator.text(path);
    expect(page).toContain('3 understood, 0 not');
    expect(page).toContain('indeed-xml');
    expect(page).toContain('value="tern"');
    expect(page).toMatch(/northfield<\/a>.*?>3</s);
    expect(page).not.toContain('hunter2');
    expect(await operator.text(path)).toContain('3 understood');
    expect(await feedNamed(db, 'tern')).toBeUndefined();
  });

  test('a new target, which is paused until somebody resumes it, is foreseen too', async () => {
    const target = await aRoad(db).addTarget('northfield');
    await changeTarget(db, target.id, { state: 'paused' });
    const web = aProduct({ '/jobs.xml': indeedFeed(jobs(3)) });
    const operator = await web.signedIn('operator');
    const page = await operator.text(await drafted(operator, 'https://careers.tern.example/jobs.xml'));
    expect(page).toMatch(/northfield<\/a>.*?>3</s);
    expect(page).not.toContain('There is no target yet');
  });

  test('rules are seen to work before it is added, and it waits for its first plan to be seen', async () => {
    await aCampus(db);
    const web = aProduct({ '/jobs.xml': indeedFeed(jobs(3)) });
    const operator = await web.signedIn('operator');
    const path = await drafted(operator, 'https://careers.tern.example/jobs.xml');
    const form = {
      name: 'tern',
      every: '1h',
      right: 'attribution',
      attribution: '',
      targets: ['northfield'],
      'rule-then': ['skip', 'skip'],
      'rule-field': ['words', ''],
      'rule-op': ['has', 'is'],
      'rule-values': ['job', ''],
    };
    const refused = await operator.post(path, { ...form, do: 'add' });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('Enter the words that name the source'),
    ]);
    const right = { ...form, attribution: 'Jobs by Tern' };
    const wrongRule = await operator.post(path, { ...right, 'rule-values': ['', ''], do: 'add' });
    expect(await wrongRule.text()).toContain('Line 1 of the rules: enter one or more values');
    expect((await operator.post(path, { ...right, do: 'foresee' })).status).toBe(303);
    expect(await operator.text(path)).toContain('skip when words has job (3 jobs)');
    expect(await feedNamed(db, 'tern')).toBeUndefined();
    const added = await operator.post(path, { ...right, do: 'add' });
    expect(added.headers.get('location')).toBe('/feeds/tern');
    expect(await feedNamed(db, 'tern')).toMatchObject({
      reviewFirst: true,
      definition: {
        url: 'https://careers.tern.example/jobs.xml',
        every: '1h',
        right: { attribution: 'Jobs by Tern' },
        targets: ['northfield'],
        routing: [{ field: 'words', op: 'has', values: ['job'], then: 'skip' }],
      },
    });
    expect(await (await operator.post(path, { ...right, do: 'add' })).text()).toContain(
      'Another feed has this name',
    );
  });

  test('a document that no format knows is mapped from what it holds', async () => {
    const document = JSON.stringify({
      stellen: [
        { nr: 'S-1', bez: 'Koch', wo: 'Ulm', mehr: { html: '<p>Kochen und mehr, jeden Tag, in Ulm.</p>' } },
        {
          nr: 'S-2',
          bez: 'Barista',
          wo: 'Bonn',
          mehr: { html: '<p>Kaffee machen, jeden Tag, in Bonn.</p>' },
        },
      ],
    });
    const web = aProduct({ '/stellen.json': document });
    const operator = await web.signedIn('operator');
    const path = await drafted(operator, 'https://koch.example/stellen.json');
    const fields = await operator.text(`${path}/fields`);
    expect(fields).toContain('bez: Koch');
    expect(fields).toContain('mehr/html: Kochen und mehr, jeden Tag, in Ulm.');
    const missing = await operator.post(`${path}/fields`, { 'chosen-items': 'stellen', do: 'map' });
    expect(await missing.text()).toContain('Select the field of the title');
    await operator.post(`${path}/fields`, {
      do: 'map',
      'chosen-items': 'stellen',
      title: 'bez',
      identifier: 'nr',
      description: 'mehr/html',
      places: 'wo',
    });
    await settled(operator, path);
    const page = await operator.text(path);
    expect(page).toContain('2 understood, 0 not');
    expect(page).toContain('Koch');
    await operator.post(path, { do: 'add', name: 'koch', every: '6h', right: 'own', employer: 'Koch KG' });
    expect(await feedNamed(db, 'koch')).toMatchObject({
      definition: {
        adapter: 'custom',
        mapping: { format: 'json', items: 'stellen', fields: { title: 'bez', description: 'mehr/html' } },
      },
    });
  });

  test('an address that cannot be read says why, and nobody else sees a draft but who sees all', async () => {
    await aCampus(db);
    const web = aProduct({});
    const limited = await web.signedIn('operator', { sources: ['tern'] });
    const path = await drafted(limited, 'https://careers.tern.example/none.xml');
    expect(await limited.text(path)).toContain('Nothing could be read there');
    expect((await limited.post('/feeds/add', { address: 'file:///etc/passwd' })).status).toBe(422);
    const other = await web.signedIn('operator', { sources: ['acme'] }, 'other@quadwire.example');
    expect((await other.get(path)).status).toBe(404);
    expect((await other.get(`/api/v1/feeds/previews/${path.split('/').at(-1)}`)).status).toBe(404);
  });
});

describe('changing a feed', () => {
  test('page and API keep settings that they do not ask for', async () => {
    await aCampus(db);
    const web = aWeb(db);
    const operator = await web.signedIn('operator');
    const page = await operator.text('/feeds/acme/change');
    expect(page).not.toContain('hunter2');
    const changed = await operator.post('/feeds/acme/change', {
      every: '1d',
      right: 'own',
      'rule-then': 'skip',
      'rule-field': 'age',
      'rule-op': 'over',
      'rule-values': '30',
    });
    expect(changed.headers.get('location')).toBe('/feeds/acme');
    const url = 'https://feeds.acme.example/jobs.xml?token=hunter2';
    expect((await feedNamed(db, 'acme'))?.definition).toEqual({
      url,
      adapter: 'indeed-xml',
      every: '1d',
      right: 'own',
      routing: [{ then: 'skip', field: 'age', op: 'over', values: ['30'] }],
    });
    expect(await operator.text('/feeds/acme')).toContain('skip when age over 30');
    const send = await web.withToken(['write']);
    const patch = (body: unknown) => send('/feeds/acme', { method: 'PATCH', body: JSON.stringify(body) });
    expect((await patch({ every: 'often' })).status).toBe(422);
    expect((await patch({ sample: true })).status).toBe(422);
    const done = await patch({ every: '6h', routing: null });
    expect([done.status, await done.text()]).toEqual([200, expect.not.stringContaining('hunter2')]);
    expect((await feedNamed(db, 'acme'))?.definition).toEqual({
      url,
      adapter: 'indeed-xml',
      every: '6h',
      right: 'own',
    });
    expect((await send('/feeds/acme', { method: 'DELETE' })).status).toBe(422);
    expect((await send('/feeds/acme?jobs=leave-up', { method: 'DELETE' })).status).toBe(200);
  });

  test('a feed can be added by an actor who sees all its targets', async () => {
    await aCampus(db);
    const web = aWeb(db);
    const limits = { targets: ['northfield'], sources: ['acme'] };
    const limited = await web.signedIn('operator', limits);
    expect((await limited.get('/feeds/acme/change')).status).toBe(403);
    const send = await web.withToken(['write'], limits);
    expect((await send('/feeds/acme', { method: 'PATCH', body: '{"every":"1d"}' })).status).toBe(403);
  });
});
