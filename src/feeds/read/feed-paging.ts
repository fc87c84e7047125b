import { present } from '../../core/present.ts';
import { isNetworkAddress } from '../../core/net/addresses.ts';
import { collect } from '../../core/bytes.ts';
import type { Adapter, DocumentContext, Item, Page, PageRequest } from '../adapter.ts';
import { isErrorPage } from '../formats/error-page.ts';
import type { FetchOutcome } from '../fetch.ts';
import { decodeDocument } from '../detect/encoding.ts';
import { headOf } from '../detect/head.ts';
import type { Pace } from '../pace.ts';
import type { ReadInput } from './read.ts';
import type { ReadingStep } from './feed-reading.ts';
import { isReservedByPage } from '../robots.ts';
import { readingSession, type DocumentRead, type Session } from './session.ts';

export type PagedInput = Omit<ReadInput, 'source' | 'url' | 'contentType'> & {
  /** The feed's address. */
  readonly url: string;
  /** The answer to the first request, when it is at hand already (`firstRequest`). */
  readonly first?: Modified;
  /** Where an earlier reading of the same run stopped. */
  readonly resume?: PagingState;
  /** Fetches a page or a detail: `fetchFeed` with its dependencies. */
  readonly ask: (request: PageRequest) => Promise<FetchOutcome>;
  readonly pace: Pace;
  readonly wait: (ms: number) => Promise<void>;
  readonly maxPages?: number;
  /** Detail calls of one run; the items beyond are listed with `needs detail` and asked for in the next. */
  readonly maxDetails?: number;
  /** Receives the position after each page, so that another worker can go on from there. */
  readonly onPage?: (state: PagingState) => Promise<void>;
};

/** Where a paged reading stands; plain data. Listings of the pages before have been given to the reader already. */
export type PagingState = {
  readonly next: PageRequest;
  readonly index: number;
  readonly itemsSoFar: number;
  readonly firstTotal?: number;
  /** Digests of the pages so far: one that comes again ends the reading. */
  readonly pages: readonly string[];
  /** Further documents of the feed that are still to be read, and those that have been met. */
  readonly parts?: readonly string[];
  readonly metParts?: readonly string[];
};

type Modified = Extract<FetchOutcome, { kind: 'modified' }>;

const MOST_PAGES = 2_000;
const MOST_DETAILS = 5_000;
const TRIES = 3;
const LONGEST_WAIT_MS = 60_000;

/** The first request of a feed: the address, or what its format asks instead. */
export function firstRequest(adapter: Adapter | 'auto', url: string): PageRequest {
  return (adapter === 'auto' ? undefined : adapter.paging?.first?.(url)) ?? { url };
}

/** Reads a feed page by page, with the calls for details; one document, when its format has no pages. Ends with the proof of them all. */
export async function* readPages(paged: PagedInput): AsyncGenerator<ReadingStep> {
  const input: Asking = { ...paged, ask: withinNetwork(paged), crawlDelays: new Map() };
  const { adapter, url, maxPages = MOST_PAGES } = input;
  const session = readingSession({ ...input, details: detailsOf(input) });
  let state: PagingState = input.resume ?? {
    next: firstRequest(adapter, url),
    index: 0,
    itemsSoFar: 0,
    pages: [],
  };
  let answer = input.resume === undefined ? input.first : undefined;
  if (answer !== undefined) {
    // It has just been asked for.
    await input.pace(hostOf(state.next));
    heed(input, state.next, answer);
  }
  for (;;) {
    const outcome = answer ?? (await patiently(input, state.next));
    if (outcome.kind !== 'modified')
      return yield ended(session, state, { morePages: true, pageProblem: reasonOf(outcome) });
    const page = yield* pageOf(session, outcome, state);
    const after = afterPage(page, state);
    if (after.kind === 'last') return yield ended(session, after.state, after);
    if (after.state.index >= maxPages)
      return yield ended(session, after.state, {
        morePages: true,
        pageProblem: `more than ${maxPages} pages`,
      });
    state = after.state;
    answer = undefined;
    await input.onPage?.(state);
  }
}

/** A page or a detail that a document names is never a file of ours: only the feed's own address may be one. */
function withinNetwork({ url, ask }: PagedInput): PagedInput['ask'] {
  return async (request) =>
    isNetworkAddress(request.url) || request.url === url
      ? ask(request)
      : { kind: 'failed', status: 404, reason: 'the feed leads to an address that is not http or https' };
}

async function* pageOf(
  session: Session,
  { source, url, contentType }: Modified,
  state: PagingState,
): AsyncGenerator<ReadingStep, DocumentRead> {
  const document = session.read({
    source,
    // The address asked for names the board, the one answered from may be a cache.
    url: state.next.url === '' ? url : state.next.url,
    contentType,
  });
  for (;;) {
    const step = await document.next();
    if (step.done === true) return step.value;
    yield { kind: 'chunk', chunk: step.value };
  }
}

type AfterPage =
  | { readonly kind: 'more'; readonly state: PagingState }
  | {
      readonly kind: 'last';
      readonly state: PagingState;
      readonly morePages: boolean;
      readonly pageProblem?: string;
    };

/** What follows a page: another one, or the end, with every proof there is of the total. */
function afterPage(read: DocumentRead, state: PagingState): AfterPage {
  if (read.single && state.index > 0 && read.problem === undefined)
    return { kind: 'last', state, morePages: true, pageProblem: 'a page is no list' };
  const paging = read.single ? undefined : read.adapter?.paging;
  const repeated = state.pages.includes(read.itemsDigest);
  // What a repeated page holds has been counted before.
  const itemsSoFar = state.itemsSoFar + (repeated ? 0 : read.items);
  const page: Page = {
    request: state.next,
    head: read.head,
    items: read.items,
    itemsSoFar,
    index: state.index,
    repeated,
    firstTotal: state.firstTotal,
  };
  const firstTotal = state.firstTotal ?? paging?.total?.(page);
  const next = paging?.next({ ...page, ...present({ firstTotal }) });
  const { metParts = [state.next.url] } = state;
  const found = [...new Set(paging?.parts?.(read.parts))].filter((part) => !metParts.includes(part));
  const [part, ...parts] = [...(state.parts ?? []), ...found];
  const isAtEnd = next === undefined || repeated;
  const then: PagingState = {
    next: (isAtEnd && part !== undefined ? { url: part } : next) ?? state.next,
    index: state.index + 1,
    itemsSoFar,
    firstTotal,
    pages: [...state.pages, read.itemsDigest],
    parts: part === undefined ? undefined : isAtEnd ? parts : [part, ...parts],
    ...(found.length + (state.metParts ?? []).length === 0 ? {} : { metParts: [...metParts, ...found] }),
  };
  if (isAtEnd && part === undefined) return { kind: 'last', state: then, morePages: false };
  return read.problem === undefined
    ? { kind: 'more', state: then }
    : { kind: 'last', state: then, morePages: true };
}

function ended(
  session: Session,
  { firstTotal, index, itemsSoFar }: PagingState,
  { morePages, pageProblem }: { readonly morePages: boolean; readonly pageProblem?: string },
): ReadingStep {
  const isShort = firstTotal !== undefined && itemsSoFar < firstTotal;
  const problem =
    pageProblem ?? (isShort && !morePages ? `the pages end after ${itemsSoFar} of ${firstTotal}` : undefined);
  const end = session.end({
    pages: index,
    morePages: morePages || isShort,
    statedTotal: firstTotal,
    pageProblem: problem,
  });
  return { kind: 'end', end };
}

/** Calls for details, as many as one run may make. */
function detailsOf(input: Asking) {
  let left = input.maxDetails ?? MOST_DETAILS;
  return async (item: Item, context: DocumentContext, adapter: Adapter): Promise<Item | undefined> => {
    const detail = adapter.paging?.detail;
    const request = detail?.request(item, context);
    if (detail === undefined || request === undefined) return item;
    if (left === 0) return undefined;
    left -= 1;
    const outcome = await patiently(input, request);
    // What the row leads to is gone: that is an answer too.
    if (outcome.kind === 'failed' && isGone(outcome.status)) return item;
    if (outcome.kind !== 'modified') return undefined;
    const bytes = await collect(outcome.source, DETAIL_BYTES);
    if (bytes === undefined || outcome.source.problem() !== undefined) return undefined;
    const text = decodeDocument(bytes, outcome.contentType);
    const head = text.slice(0, PAGE_HEAD);
    if (isReservedByPage(head)) return item;
    const isWall = headOf(head).kind === 'html' && isErrorPage(head) && !text.includes('JobPosting');
    return isWall ? undefined : detail.merge(item, text);
  };
}

const DETAIL_BYTES = 4_000_000;
const PAGE_HEAD = 64 * 1024;

/** Asks at the host's pace, and again when the host is unwell or wants it later, as long as it does not want it much later. */
async function patiently(input: Asking, request: PageRequest): Promise<FetchOutcome> {
  const { ask, pace, wait, crawlDelays } = input;
  const host = hostOf(request);
  for (let attempt = 1; ; attempt += 1) {
    await pace(host, crawlDelays.get(host));
    const outcome = await ask(request);
    heed(input, request, outcome);
    if (outcome.kind !== 'failed' || attempt === TRIES || !isPassing(outcome.status)) return outcome;
    const waitMs = outcome.retryAfterMs ?? 1_000 * 2 ** attempt;
    if (waitMs > LONGEST_WAIT_MS) return outcome;
    await wait(waitMs);
  }
}

/** What hosts' robots.txt want between two requests, as far as it is known, in milliseconds. */
type Asking = PagedInput & { readonly crawlDelays: Map<string, number> };

function heed({ crawlDelays }: Asking, request: PageRequest, outcome: FetchOutcome): void {
  if (outcome.kind === 'modified' && outcome.crawlDelayMs !== undefined)
    crawlDelays.set(hostOf(request), outcome.crawlDelayMs);
}

function hostOf({ url }: PageRequest): string {
  return URL.parse(url)?.host ?? '';
}

function isGone(status: number | undefined): boolean {
  return status === 404 || status === 410;
}

function isPassing(status: number | undefined): boolean {
  return status === undefined || status === 429 || status >= 500;
}

function reasonOf(outcome: Exclude<FetchOutcome, Modified>): string {
  return outcome.kind === 'notModified'
    ? 'a page answers that it has not changed'
    : `a page could not be had: ${outcome.reason}`;
}
