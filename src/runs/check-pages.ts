import { collect } from '../core/bytes.ts';
import { decodeDocument } from '../feeds/detect/encoding.ts';
import { fetchFeed, fetchLimits } from '../feeds/fetch.ts';
import { robotsMemory } from '../feeds/origins.repository.ts';
import { judgePage, type PageSeen } from '../feeds/read/page-check.ts';
import type { Feed } from '../feeds/feeds.queries.ts';
import type { Ending } from '../listings/listings.repository.ts';
import { pagesOf } from '../listings/listings.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { RunServices } from './run-services.ts';

/** Single removals are looked at; for more at once the guard's shares answer. */
const MOST = 20;
const PAGE_BYTES = 2_000_000;

/** Of listings that would end, those whose own page confirms it, where the feed's setting asks for that (rule R9). */
export async function checkPages(
  context: RunServices,
  feed: Feed,
  settings: Settings,
  ending: readonly Ending[],
): Promise<readonly Ending[]> {
  const wanted = settings.get('delist.pageCheck', { feed: feed.name });
  if (!wanted || ending.length === 0 || ending.length > MOST) return ending;
  const pages = await pagesOf(
    context.db,
    ending.map(({ id }) => id),
  );
  const confirmed: Ending[] = [];
  for (const one of ending) {
    const address = pages.get(one.id);
    const verdict =
      address === undefined
        ? ({ kind: 'gone', why: 'it has no page' } as const)
        : judgePage(await seen(context, settings, feed, address));
    context.log.info('page checked', {
      feed: feed.name,
      listing: one.id,
      verdict: verdict.kind,
      why: verdict.why,
    });
    if (verdict.kind === 'gone') confirmed.push(one);
  }
  return confirmed;
}

async function seen(
  { db, fetch, clock, userAgent, allowPrivate }: RunServices,
  settings: Settings,
  feed: Feed,
  asked: string,
): Promise<PageSeen> {
  const timeoutMs = Math.min(30, settings.get('fetch.timeoutSeconds', { feed: feed.name })) * 1_000;
  const limits = { ...fetchLimits, timeoutMs, idleMs: 10_000, maxBytes: PAGE_BYTES };
  const outcome = await fetchFeed(
    { fetch, clock, userAgent, allowPrivate, robots: robotsMemory(db) },
    { url: asked },
    limits,
  );
  if (outcome.kind !== 'modified')
    return { asked, status: outcome.kind === 'failed' ? (outcome.status ?? 0) : 0 };
  const body = await collect(outcome.source, PAGE_BYTES);
  return {
    asked,
    status: 200,
    answered: outcome.url,
    text: decodeDocument(body ?? new Uint8Array(), outcome.contentType),
  };
}
