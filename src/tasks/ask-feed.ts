import { headersForAnyone } from '../core/net/http.ts';
import { secretRemedy } from '../core/core-writer.ts';
import type { PageRequest } from '../feeds/adapter.ts';
import { disclosedBy } from '../feeds/feed-definition.ts';
import { fetchFeed, fetchLimits, type FetchOutcome, type Validators } from '../feeds/fetch.ts';
import { robotsMemory } from '../feeds/origins.repository.ts';
import type { Feed } from '../feeds/feeds.queries.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { TaskContext } from './context.ts';

/** Asks for a feed's documents: its address, further pages, details. */
export type Ask = (request: PageRequest, validators?: Validators) => Promise<FetchOutcome>;

export type Asking =
  | { readonly kind: 'ask'; readonly ask: Ask }
  | { readonly kind: 'unset'; readonly reason: string };

/** How a feed is asked for its documents: politely, with its own headers and secrets, within its limits. */
export function askFeed(context: TaskContext, { definition, name }: Feed, settings: Settings): Asking {
  const secrets = Object.entries(definition.secretHeaders ?? {}).map(([header, name]) => ({
    header,
    name,
    value: context.secretNamed(name),
  }));
  const unset = secrets.find(({ value }) => value === undefined);
  if (unset !== undefined)
    return { kind: 'unset', reason: `the secret ${unset.name} is not set; ${secretRemedy(unset.name)}` };
  const { fetch, clock, userAgent, allowPrivate, openFile } = context;
  const { readingMs = Infinity, feedBytes = Infinity } = context.reach ?? {};
  const dependencies = {
    fetch,
    clock,
    userAgent,
    allowPrivate,
    robots: robotsMemory(context.db),
    openFile,
  };
  const own = {
    ...definition.headers,
    ...Object.fromEntries(secrets.map(({ header, value }) => [header, value ?? ''])),
  };
  const limits = {
    ...fetchLimits,
    timeoutMs: Math.min(settings.get('fetch.timeoutSeconds', { feed: name }) * 1_000, readingMs),
    maxBytes: Math.min(settings.get('fetch.maxBytes', { feed: name }), feedBytes),
  };
  // A document may name pages and details at any host: only the feed's own host receives its headers.
  const home = originsOf(...Object.values(disclosedBy(definition).addresses));
  const ask: Ask = (request, validators = {}) => {
    const given = originsOf(request.url).some((origin) => home.includes(origin))
      ? own
      : headersForAnyone(own);
    return fetchFeed(
      dependencies,
      { ...request, headers: { ...request.headers, ...given }, validators },
      limits,
    );
  };
  return { kind: 'ask', ask };
}

function originsOf(...addresses: readonly string[]): readonly string[] {
  return addresses.flatMap((address) => URL.parse(address)?.origin ?? []);
}
