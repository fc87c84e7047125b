import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { feedNameOf, readFeedList } from '../../src/feeds/feed-list.ts';
import { audit } from '../../src/db/schema.ts';
import { feedNamed } from '../../src/feeds/feeds.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();
const list = readFileSync('test/operations/feeds-with-mistakes.csv', 'utf8');

test('a list adds what can be added, and tells every other row with its line and its reason', async () => {
  await aCampus(db);
  const api = await aWeb(db).withToken(['read', 'write']);
  const answer = await api('/feeds/import', { method: 'POST', body: JSON.stringify({ list, review: true }) });
  expect(await answer.json()).toEqual({
    added: [
      { line: 2, name: 'anvil-works', url: 'https://anvil.example/jobs.xml', id: expect.any(Number) },
      {
        line: 3,
        name: 'boards-corwin-bio',
        url: 'https://boards.example/corwin-bio/jobs.json',
        id: expect.any(Number),
      },
    ],
    refused: [
      { line: 5, name: 'elm-street', url: '', reason: 'This row has no address.' },
      {
        line: 6,
        name: 'acme',
        url: 'https://elsewhere.example/feed.xml',
        reason: 'There is a feed acme already.',
      },
      {
        line: 7,
        name: 'ninth',
        url: 'ftp://ninth.example/feed.xml',
        reason: 'Its address must begin with https:// or http://.',
      },
      {
        line: 8,
        name: 'tenth',
        url: 'https://tenth.example/feed.xml',
        reason: expect.stringContaining('must be like 15m, 6h or 1d'),
      },
      {
        line: 9,
        name: 'eleventh',
        url: 'https://eleventh.example/feed.xml',
        reason: 'There is no school nowhere.',
      },
      {
        line: 10,
        name: 'again',
        url: 'https://anvil.example/jobs.xml',
        reason: 'The feed anvil-works has this address already.',
      },
    ],
    ignored: ['tags'],
  });
  expect(await feedNamed(db, 'anvil-works')).toMatchObject({
    reviewFirst: true,
    definition: {
      employer: 'Anvil Works',
      every: '12h',
      targets: ['northfield'],
      owner: 'jobs@anvil.example',
      right: 'permission',
    },
  });
  expect((await feedNamed(db, 'boards-corwin-bio'))?.definition.employer).toBe('Corwin\nBio');
});

test('the page takes pasted lines or a file, and keeps what was typed when there is no feed in it', async () => {
  await aCampus(db);
  const operator = await aWeb(db).signedIn('operator');
  const again = await operator.post('/feeds/import', { list: '# nothing but remarks', review: 'true' });
  expect(again.status).toBe(422);
  const said = await again.text();
  expect(said).toContain('href="#list">The list has no feed in it');
  expect(said).toContain('# nothing but remarks');
  const added = await operator.post('/feeds/import', {
    list: 'https://one.example/jobs.xml\nnot an address\n',
    review: 'false',
    right: 'own',
  });
  const page = await added.text();
  expect(page).toContain('1 of 2 feeds added');
  expect(page).toContain('<a href="/feeds/one">one</a>');
  expect(page).toContain('Line 2: an-address');
  const whole = await operator.post('/feeds/import', {
    list: 'https://two.example/jobs.xml',
    review: 'true',
  });
  expect([whole.status, whole.headers.get('location')]).toEqual([303, '/feeds']);
  expect(await feedNamed(db, 'one')).toMatchObject({ reviewFirst: false, definition: { right: 'own' } });
});

test('somebody with limits adds feeds within them alone', async () => {
  await aCampus(db);
  const api = await aWeb(db).withToken(['read', 'write'], { sources: ['mine'], targets: ['northfield'] });
  const body = { list: 'name,url,schools\nmine,https://a.example/x,\nyours,https://b.example/x,calloway\n' };
  const answer = await api('/feeds/import', { method: 'POST', body: JSON.stringify(body) });
  expect(await answer.json()).toMatchObject({
    added: [{ name: 'mine' }],
    refused: [{ name: 'yours', reason: expect.stringContaining('limited to other feeds') }],
  });
  expect((await feedNamed(db, 'mine'))?.definition.targets).toEqual(['northfield']);
});

test('an act that changes nothing leaves no audit entry', async () => {
  await aCampus(db);
  const api = await aWeb(db).withToken(['read', 'write', 'approve']);
  const before = await db.$count(audit);
  const post = async (path: string, body: object) =>
    (await api(path, { method: 'POST', body: JSON.stringify(body) })).json();
  expect(await post('/feeds/import', { list: 'name,url\nmine,\n' })).toMatchObject({
    added: [],
    refused: [{}],
  });
  expect(await post('/labels/accept', { above: 1 })).toMatchObject({ items: [] });
  expect(await db.$count(audit)).toBe(before);
});

test.each([
  ['comma', 'name,url\nA,https://a.example/x', [{ line: 2, name: 'A', url: 'https://a.example/x' }]],
  ['semicolon', 'Title;URL\r\nA;https://a.example/x', [{ line: 2, name: 'A', url: 'https://a.example/x' }]],
  [
    'a quote that never closes',
    'name,url\n"A,https://a.example/x\nB,https://b.example/x',
    [
      { line: 2, url: 'https://a.example/x', name: '"A' },
      { line: 3, name: 'B', url: 'https://b.example/x' },
    ],
  ],
  [
    'lines',
    '\n# mine\nhttps://a.example/x Anvil Works\n',
    [{ line: 3, name: 'Anvil Works', url: 'https://a.example/x' }],
  ],
  [
    'OPML',
    '<?xml version="1.0"?>\n<opml><body><outline text="Folder">\n<outline text="A &amp; B" xmlUrl="https://a.example/x?a=1&amp;b=2"/></outline></body></opml>',
    [{ line: 3, name: 'A & B', url: 'https://a.example/x?a=1&b=2' }],
  ],
])('a list as %s is read with its lines', (_, text, rows) => {
  expect(readFeedList(text).rows).toEqual(rows);
});

test.each([
  ['https://jobs.acme.example/feed.xml', 'acme'],
  ['https://boards.example/v1/boards/corwin/jobs', 'boards-corwin'],
  ['https://www.anvil.example/', 'anvil'],
])('a feed without a name is called after its address: %s', (url, name) => {
  expect(feedNameOf({ url })).toBe(name);
});

test.each(['add', 'import'])('no feed is called %s: a page has this address', async (name) => {
  await aCampus(db);
  const api = await aWeb(db).withToken(['write']);
  const body = JSON.stringify({ name, url: 'https://a.example/x' });
  const answer = await api('/feeds', { method: 'POST', body });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('is the address of a page');
});
