import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapterOf } from '../../src/feeds/detect/choice.ts';
import { fileOpener } from '../../src/feeds/files.ts';
import { readPages } from '../../src/feeds/read/feed-paging.ts';
import { addFeed } from '../../src/feeds/feeds.repository.ts';
import { feedNamed } from '../../src/feeds/feeds.queries.ts';
import { addTarget } from '../../src/targets/targets.repository.ts';
import { targetNamed } from '../../src/targets/targets.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();
const json = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) });
const url = 'https://acme.example/jobs.xml';
const soap = { url: 'https://northfield.example/soap', namespace: 'urn:JobWebService' };
const files = [
  'file:///etc/passwd',
  'FILE:/etc/passwd',
  '/etc/passwd',
  '../secret',
  'secret',
  ' file:///etc/passwd',
  'https:/etc/passwd',
  'data:text/xml,<jobs/>',
  'ftp://acme.example/jobs.xml',
  '\\\\host\\share',
  'https://',
];

test.each(files)('nothing that arrives over the network names a file: %s', async (file) => {
  const send = await aWeb(db).withToken(['admin']);
  await send('/feeds', json('POST', { name: 'acme', url }));
  await send('/targets', json('POST', { name: 'northfield', definition: { soap } }));
  const definitions = [
    { soap: { ...soap, url: file } },
    { soap: { ...soap, wsdl: file } },
    { soap, rest: { url: file } },
  ];
  const answers = [
    await send('/feeds', json('POST', { name: 'zenith', url: file })),
    await send('/feeds/acme', json('PATCH', { url: file })),
    await send('/feeds/previews', json('POST', { url: file })),
    ...(await Promise.all(
      definitions.flatMap((definition) => [
        send('/targets', json('POST', { name: 'southfield', definition })),
        send('/targets/northfield', json('PATCH', definition)),
        send('/targets/apply', json('POST', { targets: { northfield: definition } })),
      ]),
    )),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
  expect((await feedNamed(db, 'acme'))?.definition.url).toBe(url);
  expect((await targetNamed(db, 'northfield'))?.definition).toEqual({ soap });
});

test('no page of staff takes a file', async () => {
  const operator = await aWeb(db).signedIn('operator');
  for (const file of files) {
    expect((await operator.post('/feeds/add', { address: file })).status).toBe(422);
    const typed = { name: 'southfield', soap: file, auth: 'none', do: 'check' };
    expect((await operator.post('/targets/add', typed)).status).toBe(422);
  }
});

test('what the command line named stays when something else is changed over the network', async () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const definition = { url: '/srv/jobs.xml', adapter: 'auto', right: 'own' } as const;
  await addFeed(db, { name: 'acme', externalSourceId: 'acme', definition, now });
  await addTarget(db, { name: 'northfield', definition: { soap: { ...soap, wsdl: '/srv/a.wsdl' } }, now });
  const send = await aWeb(db).withToken(['write']);
  expect((await send('/feeds/acme', json('PATCH', { every: '1h', adapter: 'indeed-xml' }))).status).toBe(200);
  expect((await send('/feeds/acme', json('PATCH', { url: '/srv/other.xml' }))).status).toBe(422);
  expect((await send('/targets/northfield', json('PATCH', { country: 'US' }))).status).toBe(200);
});

test('the document of a feed that is a file names no other file as a page or a detail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-files-'));
  writeFileSync(join(folder, 'secret.json'), '{"jobs": [{"title": "Root"}]}');
  writeFileSync(join(folder, 'jobs.json'), JSON.stringify({ jobs: [{ title: 'One' }], next: 'secret.json' }));
  const opened = fileOpener(folder);
  const asked: string[] = [];
  const send = await aWeb(db).withToken(['admin']);
  const mapping = { format: 'json', items: 'jobs', next: 'next', fields: { title: 'title' } };
  const now = new Date('2026-11-20T12:00:00Z');
  const definition = { url: join(folder, 'jobs.json'), adapter: 'auto', right: 'own' } as const;
  await addFeed(db, { name: 'acme', externalSourceId: 'acme', definition, now });
  expect((await send('/feeds/acme', json('PATCH', { adapter: 'custom', mapping }))).status).toBe(200);
  const feed = await feedNamed(db, 'acme');
  if (feed === undefined) throw new Error('expected the feed');
  const steps = readPages({
    url: feed.definition.url,
    adapter: adapterOf(feed.definition),
    ask: (request) => {
      asked.push(request.url);
      return opened(request.url, {});
    },
    pace: async () => {},
    wait: async () => {},
  });
  const ends = [];
  for await (const step of steps) if (step.kind === 'end') ends.push(step.end);
  rmSync(folder, { recursive: true });
  expect(asked).toEqual([definition.url]);
  expect(ends).toMatchObject([
    { completeness: 'truncated', reason: expect.stringContaining('not http or https') },
  ]);
});
