import { present } from '../../core/present.ts';
import { collect, streamOf } from '../../core/bytes.ts';
import { gunzipped } from '../../core/net/gunzip.ts';
import type { HttpLimits } from '../../core/net/http.ts';
import { type FetchDependencies, fetchFeed } from '../../feeds/fetch.ts';
import { decodeDocument } from '../../feeds/detect/encoding.ts';
import { readFeed } from '../../feeds/read/read.ts';
import { cleanHtml, htmlToText } from '../../listings/values/html.ts';
import { normaliseRow } from '../../listings/normalise.ts';
import type { RawListing } from '../../listings/raw-listing.ts';
import type { AdvertStatement } from '../../submissions/advert/advert-answers.ts';
import { type AdvertPage, readAdvertPage } from '../../submissions/advert/page.ts';
import { readAdvertText } from '../../submissions/advert/advert-text.ts';

/** What fetching an advert works with: the means and the guards of feeds. */
export type AdvertFetching = Pick<FetchDependencies, 'fetch' | 'clock' | 'userAgent' | 'allowPrivate'>;

/** What came of an advert. */
export type AdvertRead =
  | ({ readonly kind: 'read' } & AdvertStatement)
  /** It lists several jobs: nobody knows which one is meant. */
  | { readonly kind: 'several'; readonly jobs: number }
  /** Nothing can be had at the address: in words that say nothing of what stands behind it. */
  | { readonly kind: 'closed'; readonly answered: string }
  | { readonly kind: 'nothing' };

/** Somebody waits for it: 15 s, 4 MB, 5 redirects. */
const limits: HttpLimits = {
  timeoutMs: 15_000,
  idleMs: 10_000,
  maxRedirects: 5,
  maxBytes: 4 * 1024 * 1024,
  maxRatio: 100,
  maxDepth: 1,
};

/** Fetches the advert at an address, with every guard of feeds, and understands it. */
export async function readAdvertAt(fetching: AdvertFetching, url: string): Promise<AdvertRead> {
  const robots = { recall: async () => undefined, remember: async () => {} };
  const document = await fetchFeed({ ...fetching, robots }, { url }, limits);
  if (document.kind === 'optedOut') return { kind: 'closed', answered: 'its site keeps programs out' };
  if (document.kind !== 'modified') {
    const status = document.kind === 'failed' ? document.status : undefined;
    return {
      kind: 'closed',
      answered: status === undefined ? 'nobody answered there' : `it answered ${status}`,
    };
  }
  const bytes = await collect(await gunzipped(document.source, limits), limits.maxBytes);
  if (bytes === undefined) return { kind: 'closed', answered: 'it is too long' };
  return understood(bytes, {
    url: document.url,
    contentType: document.contentType,
    without: (text) => readAdvertPage(text, document.url),
  });
}

/** Understands an advert that was pasted: markup of a page or a feed, or plain words. */
export async function readAdvertPasted(text: string): Promise<AdvertRead> {
  if (!/^\s*[<{[]/.test(text)) return ofPage(ofText(text));
  return understood(new TextEncoder().encode(text), {
    contentType: 'charset=utf-8',
    without: (source) => (/^\s*</.test(source) ? readAdvertPage(source, '') : ofText(source)),
  });
}

function ofText(source: string): AdvertPage {
  return { kind: 'job', raw: readAdvertText(source) };
}

type Document = {
  readonly url?: string;
  readonly contentType?: string;
  /** How it is read where no format is known. */
  readonly without: (text: string) => AdvertPage;
};

async function understood(bytes: Uint8Array, { without, ...document }: Document): Promise<AdvertRead> {
  const found: RawListing[] = [];
  for await (const step of readFeed({ source: streamOf(bytes), adapter: 'auto', ...document, limits }))
    if (step.kind === 'chunk') found.push(...step.chunk.listings.map(({ raw }) => raw));
  const [only] = found;
  if (found.length > 1) return { kind: 'several', jobs: found.length };
  return only === undefined ? ofPage(without(decodeDocument(bytes, document.contentType))) : ofRaw(only);
}

function ofPage(page: AdvertPage): AdvertRead {
  return page.kind === 'job' ? ofRaw(page.raw) : page;
}

/** The person checks each answer: what the source marks as over may still be written again. */
function ofRaw(raw: RawListing): AdvertRead {
  const { inactive: _, benefits, ...shown } = raw;
  const understanding = normaliseRow({ identifier: 'advert', ...shown }, {});
  if (understanding.kind !== 'listing') return { kind: 'nothing' };
  const said = benefits === undefined ? '' : htmlToText(cleanHtml(benefits));
  const hours = /^\s*(\d{1,2}(?:\.\d+)?)\s*(?:$|h)/i.exec(String(raw.workHours ?? ''))?.[1];
  return {
    kind: 'read',
    listing: understanding.listing,
    ...present({ hours, benefits: said === '' ? undefined : said }),
  };
}
