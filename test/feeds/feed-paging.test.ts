import { expect, test } from 'vitest';
import { streamOf } from '../../src/core/bytes.ts';
import type { Adapter, Paging } from '../../src/feeds/adapter.ts';
import type { FetchOutcome } from '../../src/feeds/fetch.ts';
import { leverJson } from '../../src/feeds/formats/json/lever-json.ts';
import { sitemap } from '../../src/feeds/formats/no-listings.ts';
import { hostPace } from '../../src/feeds/pace.ts';
import { readPages, type PagedInput, type PagingState } from '../../src/feeds/read/feed-paging.ts';
import type { ReadingChunk, ReadingEnd } from '../../src/feeds/read/feed-reading.ts';
import { anAdapter } from './reading-of.ts';
import { manualClock } from '../setup/clock.ts';

const address = 'https://api.example.org/jobs';

test('pages are read to the stated total', async () => {
  const { end, titles, asked } = await reading({ pages: [page(3, 'a', 'b'), page(0, 'c')] });
  expect(titles).toEqual(['a', 'b', 'c']);
  expect(asked).toEqual([`${address}?offset=0`, `${address}?offset=2`]);
  expect(end).toMatchObject({
    completeness: 'complete',
    statedTotal: 3,
    items: 3,
    proof: { pages: 2, totalReached: true },
  });
});

test('pages that end before the stated total are truncated', async () => {
  const { end } = await reading({ pages: [page(5, 'a', 'b'), page(5)] });
  expect(end).toMatchObject({
    completeness: 'truncated',
    reason: 'the pages end after 2 of 5',
    statedTotal: 5,
  });
});

test('an offset that wraps around ends the reading', async () => {
  const { end, titles } = await reading({ pages: [page(9, 'a', 'b'), page(9, 'a', 'b'), page(9, 'c')] });
  expect(titles).toEqual(['a', 'b']);
  expect(end.completeness).toBe('truncated');
});

test('a page that fails for good truncates, one that passes is asked again after its wait', async () => {
  const busy: FetchOutcome = { kind: 'failed', reason: 'HTTP 429', status: 429, retryAfterMs: 5_000 };
  const passing = await reading({ pages: [page(2, 'a'), busy, page(2, 'b')] });
  expect(passing.end.completeness).toBe('complete');
  expect(passing.waited).toContain(5_000);
  const gone = await reading({ pages: [page(2, 'a'), { kind: 'failed', reason: 'HTTP 404', status: 404 }] });
  expect(gone.end).toMatchObject({ completeness: 'truncated', reason: 'a page could not be had: HTTP 404' });
});

test('a page that is no list is no last page', async () => {
  const url = 'https://api.lever.co/v0/postings/acme?mode=json&limit=2&skip=0';
  const rows = ['a', 'b'].map((id) => ({ id, text: 'Cook' }));
  const first = () => modified(JSON.stringify(rows));
  const asked = { url, adapter: leverJson };
  const object = await reading({ ...asked, pages: [first(), modified('{"id":"c"}')] });
  expect(object.end).toMatchObject({ completeness: 'truncated', reason: 'a page is no list' });
  const empty = await reading({ ...asked, pages: [first(), modified('[]')] });
  expect(empty.end).toMatchObject({ completeness: 'complete', listings: 2 });
});

test('a page of the web in place of a further page ends the reading of a feed whose format was found', async () => {
  const url = 'https://api.lever.co/v0/postings/acme?mode=json&limit=2&skip=0';
  const rows = ['a', 'b'].map((id) => ({
    id,
    text: 'Cook',
    hostedUrl: `https://a.example/${id}`,
    categories: {},
  }));
  const web = modified('<!doctype html><html><head><title>Careers</title></head><body></body></html>');
  const { end, titles } = await reading({
    url,
    adapter: 'auto',
    pages: [modified(JSON.stringify(rows)), web],
  });
  expect(titles).toEqual(['Cook', 'Cook']);
  expect([end.adapter, end.completeness]).toEqual(['lever-json', 'failed']);
});

test('pages are bounded', async () => {
  const { end } = await reading({ pages: [page(9, 'a'), page(9, 'b'), page(9, 'c')], maxPages: 2 });
  expect(end).toMatchObject({ completeness: 'truncated', reason: 'more than 2 pages', items: 2 });
});

test('another worker goes on where a reading stopped', async () => {
  const states: PagingState[] = [];
  await reading({
    pages: [page(3, 'a'), page(3, 'b'), page(3, 'c')],
    onPage: async (state) => void states.push(JSON.parse(JSON.stringify(state))),
  });
  const [first] = states;
  if (first === undefined) throw new Error('expected a state after the first page');
  const { end, titles } = await reading({ pages: [page(3, 'b'), page(3, 'c')], resume: first });
  expect(titles).toEqual(['b', 'c']);
  expect(end).toMatchObject({
    completeness: 'complete',
    statedTotal: 3,
    proof: { pages: 3, totalReached: true },
  });
});

test('details are asked for unknown items only, as many as allowed, and the rest stays unfinished', async () => {
  const detail: Paging['detail'] = {
    request: (item) => ({ url: `${address}/${/"title":"(\w)"/.exec(item.text)?.[1]}` }),
    merge: (item, text) => ({ ...item, text: item.text.replace('}', `,"text":"${text}"}`) }),
  };
  const { chunks, asked } = await reading({
    pages: [page(3, 'a', 'b', 'c'), modified('about a'), modified('about b')],
    detail,
    maxDetails: 2,
  });
  const listings = chunks.flatMap((chunk) => chunk.listings);
  expect(listings.map(({ raw, shared }) => [raw.description, shared])).toEqual([
    ['about a', false],
    ['about b', false],
    [undefined, true],
  ]);
  expect(asked.slice(1)).toEqual([`${address}/a`, `${address}/b`]);
});

test('a detail is read in the character set that it states', async () => {
  const detail: Paging['detail'] = {
    request: () => ({ url: `${address}/a` }),
    merge: (item, text) => ({ ...item, text: item.text.replace('}', `,"text":"${text}"}`) }),
  };
  const stated = { ...modified('caf\u00e9', 'latin1'), contentType: 'text/html; charset=ISO-8859-1' };
  const { chunks } = await reading({ pages: [page(1, 'a'), stated], detail });
  expect(chunks[0]?.listings[0]?.raw.description).toBe('caf\u00e9');
});

test.each(['file:///etc/passwd', 'FILE:///etc/passwd', '/etc/passwd', '../secret.json', ''])(
  'a document from the network leads to no file of ours: %s',
  async (link) => {
    const linked = await reading({ pages: [page(2, 'a'), page(2, 'b')], next: link });
    expect(linked.asked).toEqual([`${address}?offset=0`]);
    expect(linked.end).toMatchObject({
      completeness: 'truncated',
      reason: expect.stringContaining('not http or https'),
    });
    const detail: Paging['detail'] = {
      request: () => ({ url: link }),
      merge: (item, text) => ({ ...item, text: item.text.replace('}', `,"text":"${text}"}`) }),
    };
    const detailed = await reading({ pages: [page(1, 'a'), modified('root')], detail });
    expect(detailed.asked).toEqual([`${address}?offset=0`]);
    expect(detailed.chunks.flatMap((chunk) => chunk.listings.map(({ raw }) => raw.description))).toEqual([
      undefined,
    ]);
  },
);

test('one host is asked at its pace, another at once', async () => {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    clock.advance(ms);
  };
  const pace = hostPace({ now: clock.now, wait }, 1_000);
  for (const host of ['a', 'a', 'b', 'a']) await pace(host);
  expect(waits).toEqual([1_000, 1_000]);
});

test('an index of sitemaps is followed on its own host, to the pages of jobs, with proof over all parts', async () => {
  const { end, titles, asked } = await siteReading(site);
  expect(titles).toEqual(['Cook', 'Nurse']);
  expect(asked).toEqual([
    'https://acme.example/sitemap.xml',
    'https://acme.example/jobs-1.xml',
    'https://acme.example/jobs/cook',
    'https://acme.example/jobs/gone',
    'https://acme.example/jobs-2.xml',
    'https://acme.example/jobs/nurse',
  ]);
  expect(end).toMatchObject({ completeness: 'complete', listings: 2, proof: { pages: 3 } });
});

test('a part or a page of a sitemap that cannot be had leaves the reading incomplete', async () => {
  const { 'https://acme.example/jobs-2.xml': _, ...withoutPart } = site;
  expect((await siteReading(withoutPart)).end).toMatchObject({
    completeness: 'truncated',
    reason: 'a page could not be had: HTTP 403',
  });
  const { 'https://acme.example/jobs/cook': __, ...withoutPage } = site;
  expect((await siteReading(withoutPage)).end).toMatchObject({
    completeness: 'truncated',
    reason: '1 pages were not read',
  });
  for (const title of ['Just a moment...', '503 Service Unavailable', 'Sign in'])
    expect((await siteReading({ ...site, 'https://acme.example/jobs/cook': wall(title) })).end).toMatchObject(
      {
        completeness: 'truncated',
        reason: '1 pages were not read',
      },
    );
  expect((await siteReading(site, { maxPages: 2 })).end.completeness).toBe('truncated');
  expect((await siteReading(site, { maxDetails: 1 })).end.completeness).toBe('truncated');
});

const locs = (element: string, ...paths: string[]) =>
  paths.map((path) => `<${element}><loc>${new URL(path, 'https://acme.example/').href}</loc></${element}>`);
const pageOfJob = (title: string) =>
  `<html><script type="application/ld+json">{"@type":"JobPosting","title":"${title}","description":"x"}</script></html>`;
const wall = (title: string) => `<!doctype html><html><head><title>${title}</title></head></html>`;
const site: Readonly<Record<string, string>> = {
  'https://acme.example/sitemap.xml': `<sitemapindex>${locs('sitemap', '/news.xml', '/jobs-1.xml', 'https://other.example/jobs.xml', '/jobs-2.xml').join('')}</sitemapindex>`,
  'https://acme.example/jobs-1.xml': `<urlset>${locs('url', '/jobs/cook', '/jobs/gone', '/about').join('')}</urlset>`,
  // It leads back to where it came from.
  'https://acme.example/jobs-2.xml': `<urlset>${locs('sitemap', '/jobs-1.xml').join('')}${locs('url', '/jobs/nurse').join('')}</urlset>`,
  'https://acme.example/jobs/cook': pageOfJob('Cook'),
  'https://acme.example/jobs/nurse': pageOfJob('Nurse'),
};

async function siteReading(documents: Readonly<Record<string, string>>, more: Partial<PagedInput> = {}) {
  const asked: string[] = [];
  const titles: (string | undefined)[] = [];
  const steps = readPages({
    url: 'https://acme.example/sitemap.xml',
    adapter: sitemap,
    ask: async ({ url }) => {
      asked.push(url);
      const text = documents[url];
      if (text !== undefined) return modified(text);
      const status = url.endsWith('/gone') ? 404 : 403;
      return { kind: 'failed', reason: `HTTP ${status}`, status };
    },
    pace: async () => undefined,
    wait: async () => undefined,
    ...more,
  });
  for await (const step of steps) {
    if (step.kind === 'end') return { end: step.end, titles, asked };
    titles.push(...step.chunk.listings.map(({ raw }) => raw.title));
  }
  throw new Error('a reading has an end');
}

const slow = (outcome: FetchOutcome): FetchOutcome =>
  outcome.kind === 'modified' ? { ...outcome, crawlDelayMs: 7_000 } : outcome;

test('a host that wants more time between two requests is given it', async () => {
  const paces: (number | undefined)[] = [];
  await reading({
    pages: [slow(page(3, 'a')), slow(page(3, 'b')), slow(page(3, 'c'))],
    pace: async (_, atLeastMs) => void paces.push(atLeastMs),
  });
  expect(paces).toEqual([undefined, 7_000, 7_000]);

  const clock = manualClock('2026-11-20T10:00:00Z');
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    clock.advance(ms);
  };
  const pace = hostPace({ now: clock.now, wait }, 1_000);
  await pace('a');
  await pace('a', 7_000);
  await pace('a');
  expect(waits).toEqual([7_000, 1_000]);
});

type Setting = Partial<PagedInput> & {
  readonly pages: readonly FetchOutcome[];
  readonly detail?: NonNullable<Paging['detail']>;
  /** The address that every page names as the next. */
  readonly next?: string;
};

async function reading({ pages, detail, next, ...input }: Setting) {
  const asked: string[] = [];
  const waited: number[] = [];
  const chunks: ReadingChunk[] = [];
  let end: ReadingEnd | undefined;
  const steps = readPages({
    url: address,
    adapter: pagedAdapter(detail, next),
    ask: async ({ url }) => {
      const answer = pages[asked.length];
      asked.push(url);
      return answer ?? { kind: 'failed', reason: 'HTTP 500', status: 500 };
    },
    pace: async () => undefined,
    wait: async (ms) => void waited.push(ms),
    ...input,
  });
  for await (const step of steps) {
    if (step.kind === 'end') end = step.end;
    else chunks.push(step.chunk);
  }
  if (end === undefined) throw new Error('a reading has an end');
  const titles = chunks.flatMap(({ listings }) => listings.map(({ raw }) => raw.title));
  return { end, chunks, titles, asked, waited };
}

/** Pages of `{total, jobs}` by offset; only the first page's total is right. */
function pagedAdapter(detail: Paging['detail'], link?: string): Adapter {
  return anAdapter(
    { kind: 'json', paths: ['jobs'] },
    {
      paging: {
        first: (url) => ({ url: `${url}?offset=0` }),
        next: ({ items, itemsSoFar, firstTotal = 0, repeated }) =>
          items === 0 || repeated || itemsSoFar >= firstTotal
            ? undefined
            : { url: link ?? `${address}?offset=${itemsSoFar}` },
        total: ({ head }) => (Number(head['total']) > 0 ? Number(head['total']) : undefined),
        ...(detail === undefined ? {} : { detail }),
      },
    },
  );
}

function page(total: number, ...titles: readonly string[]): FetchOutcome {
  return modified(JSON.stringify({ total, jobs: titles.map((title) => ({ id: title, title })) }));
}

function modified(body: string, encoding: BufferEncoding = 'utf8'): FetchOutcome {
  return {
    kind: 'modified',
    source: streamOf(Buffer.from(body, encoding)),
    url: address,
    validators: {},
    freshForMs: 0,
  };
}
