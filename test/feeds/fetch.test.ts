import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { pinnedFetch } from '../../src/core/net/pinned-fetch.ts';
import { fetchFeed, fetchLimits, type FeedRequest, type FetchOutcome } from '../../src/feeds/fetch.ts';
import { fileOpener } from '../../src/feeds/files.ts';
import { readFeed } from '../../src/feeds/read/read.ts';
import type { ReadingEnd } from '../../src/feeds/read/feed-reading.ts';
import type { RobotsState } from '../../src/feeds/robots.ts';
import {
  bomb,
  cut,
  cutChunked,
  endless,
  misbehavingServer,
  packed,
  silent,
  stalled,
  to,
  unwell,
  xml,
  type Answer,
} from '../core/misbehaving-server.ts';
import { anAdapter } from './reading-of.ts';
import { manualClock } from '../setup/clock.ts';

const feed = '<source><job><id>1</id><title>A</title></job></source>';
const clock = manualClock('2026-11-20T10:00:00Z');
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('a feed is fetched with its validators, its type and its freshness', async () => {
  const { ask, asked } = await served({
    '/feed': xml(feed, {
      etag: '"a"',
      'last-modified': 'Fri, 20 Nov 2026 09:00:00 GMT',
      'cache-control': 'max-age=600',
    }),
  });
  expect(await ask('/feed')).toMatchObject({
    kind: 'modified',
    validators: { etag: '"a"', lastModified: 'Fri, 20 Nov 2026 09:00:00 GMT' },
    contentType: 'application/xml',
    freshForMs: 600_000,
  });
  expect(asked.at(-1)?.headers['user-agent']).toBe('Quadwire/test (+https://example.org)');
});

test('304 answers our conditions, and nothing else', async () => {
  const { ask, asked } = await served({
    '/feed': (_, response) => {
      response
        .writeHead(304, { expires: 'Fri, 20 Nov 2026 11:00:00 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' })
        .end();
    },
  });
  expect(await ask('/feed', { validators: { etag: '"a"' } })).toEqual({
    kind: 'notModified',
    freshForMs: 3_600_000,
  });
  expect(asked.at(-1)?.headers['if-none-match']).toBe('"a"');
  expect(await ask('/feed')).toMatchObject({
    kind: 'failed',
    reason: 'HTTP 304 to a request without conditions',
  });
});

test('errors carry their status and Retry-After, as seconds or as a date', async () => {
  const { ask } = await served({
    '/busy': unwell(429, '120'),
    '/down': unwell(503, 'Fri, 20 Nov 2026 10:05:00 GMT'),
  });
  expect(await ask('/busy')).toEqual({
    kind: 'failed',
    status: 429,
    reason: 'HTTP 429',
    retryAfterMs: 120_000,
  });
  expect(await ask('/down')).toMatchObject({ status: 503, retryAfterMs: 300_000 });
  expect(await ask('/gone')).toEqual({ kind: 'failed', status: 404, reason: 'HTTP 404' });
});

test('redirects are followed, five at most', async () => {
  const { ask } = await served({
    '/one': to('/feed'),
    '/feed': xml(feed),
    '/loop': to('/loop'),
    '/nowhere': to('http://'),
  });
  expect(await ask('/one')).toMatchObject({ kind: 'modified', url: expect.stringMatching(/\/feed$/) });
  expect(await ask('/loop')).toMatchObject({ kind: 'failed', reason: 'more than 5 redirects' });
  expect((await ask('/nowhere')).kind).toBe('failed');
});

test.each([
  'http://127.0.0.1:9/',
  'http://localhost/feed',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2130706433/',
  'http://metadata.google.internal/',
  'http://10.1.2.3/',
  'http://100.64.0.1/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://%31%32%37.0.0.1/',
  'http://user@127.0.0.1./',
  'http://localhost../',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[::ffff:0:7f00:1]/',
  'http://[fec0::1]/',
])('a redirect to %s is refused', async (location) => {
  const { ask } = await served({ '/feed': to(location) });
  expect(await ask('/feed')).toMatchObject({
    kind: 'failed',
    reason: 'redirected: the address is private, loopback, link-local or reserved',
  });
});

test('a redirect to another scheme is refused', async () => {
  const { ask } = await served({ '/feed': to('file:///etc/passwd') });
  expect(await ask('/feed')).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('only http and https'),
  });
});

test('a private address that is allowed on one port is not on another', async () => {
  const { ask } = await served({ '/feed': xml(feed) });
  const other = await served({ '/feed': xml(feed) });
  expect((await ask('/feed')).kind).toBe('modified');
  expect(await ask(`${other.origin}/feed`)).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('private'),
  });
});

test('a name that resolves to a private address is refused where it connects', async () => {
  const fetch = pinnedFetch([]);
  const wanted = fetch('http://localhost:1/', {
    method: 'GET',
    headers: {},
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
  });
  await expect(wanted).rejects.toMatchObject({ code: 'ERR_REFUSED_ADDRESS' });
});

test.each([
  ['a body shorter than declared', cut, {}, 'the connection was cut before the end'],
  ['a chunked body without its end', cutChunked, {}, 'the connection was cut before the end'],
  ['a body that stops coming', stalled, { idleMs: 50 }, 'the body stopped coming'],
  ['a body that takes too long', stalled, { timeoutMs: 120 }, 'the body did not end within the time limit'],
  ['a body without end', endless, { maxBytes: 1_000_000 }, 'the document is above 1000000 bytes'],
  ['a gzip bomb', bomb, {}, 'the packed body unpacks to more than 250 times its size'],
  ['half a gzip', halfGzip(), {}, 'the packed body is cut off or damaged'],
] as const)('%s is truncated', async (_, answer, limits, reason) => {
  const { read } = await served({ '/feed': answer });
  expect(await read('/feed', limits)).toMatchObject({
    completeness: 'truncated',
    reason,
    proof: { bodyEnded: false },
  });
});

test('a server that says nothing has failed within the time limit', async () => {
  const { ask } = await served({ '/feed': silent });
  expect(await ask('/feed', {}, { timeoutMs: 100 })).toEqual({
    kind: 'failed',
    reason: 'no answer within the time limit',
  });
});

test('a wrong type does not matter, a page in place of the feed does', async () => {
  const { read } = await served({
    '/feed': xml(feed, { 'content-type': 'image/png' }),
    '/login': xml('<!doctype html><html><form></form></html>'),
    '/empty': xml(''),
    '/packed': xml('', {}),
  });
  expect((await read('/feed')).completeness).toBe('complete');
  expect(await read('/login')).toMatchObject({
    completeness: 'failed',
    reason: 'an HTML page in place of a feed',
  });
  expect(await read('/empty')).toMatchObject({ completeness: 'failed', reason: 'the document is empty' });
});

test('packed answers are unpacked, .gz bodies too, and both at once', async () => {
  const { read } = await served({
    '/encoded': packed(gzipSync(feed), { 'content-encoding': 'gzip' }),
    '/feed.xml.gz': packed(gzipSync(feed), { 'content-type': 'application/gzip' }),
    '/both': packed(gzipSync(gzipSync(feed)), { 'content-encoding': 'gzip' }),
    '/deep': packed(gzipSync(gzipSync(gzipSync(feed))), {}),
  });
  for (const path of ['/encoded', '/feed.xml.gz', '/both']) expect((await read(path)).items).toBe(1);
  expect(await read('/deep')).toMatchObject({ reason: 'more than 2 layers of gzip' });
});

test('robots.txt and reservations of text and data mining are honored, and asked for once a day', async () => {
  const { ask, asked } = await served({
    '/robots.txt': (_, response) =>
      void response.end('User-agent: quadwire\nDisallow: /private\nCrawl-delay: 2.5\n'),
    '/.well-known/tdmrep.json': (_, response) =>
      void response.end(
        '[{"location":"/mine*","tdm-reservation":0},{"location":"/reserved/*","tdm-reservation":1}]',
      ),
    '/feed': xml(feed),
    '/private/feed': xml(feed),
    '/reserved/feed': xml(feed),
    '/mine': xml(feed),
    '/header': xml(feed, { 'tdm-reservation': '1' }),
  });
  expect(await ask('/feed')).toMatchObject({ kind: 'modified', crawlDelayMs: 2_500 });
  expect((await ask('/mine')).kind).toBe('modified');
  expect(await ask('/private/feed')).toMatchObject({
    kind: 'optedOut',
    reason: expect.stringContaining('robots.txt'),
  });
  expect(await ask('/reserved/feed')).toMatchObject({
    kind: 'optedOut',
    reason: expect.stringContaining('mining'),
  });
  expect((await ask('/header')).kind).toBe('optedOut');
  expect(asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
});

test('a host whose robots.txt fails is asked later', async () => {
  const { ask } = await served({
    '/robots.txt': (_, response) => void response.writeHead(500).end(),
    '/feed': xml(feed),
  });
  expect(await ask('/feed')).toMatchObject({ kind: 'failed', reason: expect.stringContaining('robots.txt') });
});

test('a host whose robots.txt fails says why, now and from memory', async () => {
  const unwellHost = await served({ '/robots.txt': (_, response) => void response.writeHead(503).end() });
  const says = `robots.txt of ${new URL(unwellHost.origin).host} could not be read: HTTP 503`;
  expect(await unwellHost.ask('/feed')).toEqual({ kind: 'failed', reason: says });
  expect(await unwellHost.ask('/feed')).toEqual({ kind: 'failed', reason: says });
  const cutHost = await served({ '/robots.txt': (_, response) => void response.destroy() });
  expect(await cutHost.ask('/feed?key=secret')).toEqual({
    kind: 'failed',
    reason: expect.stringMatching(/^robots\.txt of \S+ could not be read: [^/?]*connection[^/?]*$/),
  });
});

test('a file is read, and not again while it stays the same', async () => {
  const openFile = fileOpener(import.meta.dirname);
  const first = await openFile('fetch.test.ts', {});
  expect(first.kind).toBe('modified');
  if (first.kind !== 'modified') return;
  expect(await openFile('fetch.test.ts', first.validators)).toEqual({ kind: 'notModified', freshForMs: 0 });
  expect(await openFile('missing.xml', {})).toEqual({ kind: 'failed', reason: 'there is no such file' });
});

test('an address that is neither http nor a file says so, and is not looked for among the files', async () => {
  const memory = { recall: async () => undefined, remember: async () => undefined };
  const files = { fetch, clock, userAgent: 'test', allowPrivate: [], robots: memory };
  const dependencies = { ...files, openFile: fileOpener(import.meta.dirname) };
  for (const [url, scheme] of [
    ['ftp://files.example/jobs.xml', 'ftp'],
    ['S3://bucket/jobs.xml', 's3'],
  ] as const)
    expect(await fetchFeed(dependencies, { url })).toEqual({
      kind: 'failed',
      reason: `only http and https addresses and files are read, not ${scheme}:`,
    });
  expect(await fetchFeed(dependencies, { url: 'fetch.test.ts' })).toMatchObject({ kind: 'modified' });
});

async function served(answers: Record<string, Answer>) {
  const server = await misbehavingServer(answers);
  closing.push(server.close);
  const memory = new Map<string, RobotsState>();
  const dependencies = {
    fetch: pinnedFetch([server.host]),
    clock,
    userAgent: 'Quadwire/test (+https://example.org)',
    allowPrivate: [server.host],
    robots: {
      recall: async (origin: string) => memory.get(origin),
      remember: async (origin: string, state: RobotsState) => void memory.set(origin, state),
    },
  };
  const ask = async (
    path: string,
    more: Partial<FeedRequest> = {},
    limits: Partial<typeof fetchLimits> = {},
  ): Promise<FetchOutcome> =>
    fetchFeed(
      dependencies,
      { url: path.startsWith('/') ? `${server.origin}${path}` : path, ...more },
      { ...fetchLimits, ...limits },
    );
  const read = async (path: string, limits: Partial<typeof fetchLimits> = {}): Promise<ReadingEnd> => {
    const outcome = await ask(path, {}, limits);
    if (outcome.kind !== 'modified') throw new Error(`${path}: ${JSON.stringify(outcome)}`);
    for await (const step of readFeed({ source: outcome.source, adapter: anAdapter() }))
      if (step.kind === 'end') return step.end;
    throw new Error('a reading has an end');
  };
  return { ask, read, asked: server.asked, origin: server.origin };
}

function halfGzip(): Answer {
  const whole = gzipSync(feed.repeat(500));
  return packed(whole.subarray(0, whole.length / 2), { 'content-encoding': 'gzip' });
}
