import { isNetworkAddress } from '../core/net/addresses.ts';
import { type Clock, MINUTE, SECOND } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { holdFeed } from '../feeds/feeds.repository.ts';
import type { Feed } from '../feeds/feeds.queries.ts';
import type { Reach } from './context.ts';

/** What a reading came to, for what it says of where the next one is made. */
export type Measured = {
  readonly complete: boolean;
  /** Of the document, unpacked, as far as it was read. */
  readonly bytes: number;
  readonly ms: number;
};

/** Whether a feed cannot be read by a worker with such limits at all. */
export function isOutOfReach({ definition }: Pick<Feed, 'definition'>, reach: Reach | undefined): boolean {
  return reach !== undefined && !isNetworkAddress(definition.url);
}

/**
 * Whether only workers on Node read the feed from now on. A worker with limits says so when it met them; one without takes it back when
 * the feed has become small. Undefined: as before.
 */
export function nodeOnlyAfter(
  { complete, bytes, ms }: Measured,
  reach: Reach | undefined,
): boolean | undefined {
  if (reach === undefined) return complete && bytes <= SMALL_BYTES && ms <= SMALL_MS ? false : undefined;
  return !complete && (bytes >= NEARLY * reach.feedBytes || ms >= NEARLY * reach.readingMs)
    ? true
    : undefined;
}

/** Of a feed that a worker with limits certainly reads. */
const SMALL_BYTES = 150_000_000;
const SMALL_MS = 5 * MINUTE;
/** The piece that goes beyond a limit is not counted any more. */
const NEARLY = 0.9;

/** How long a claim on a feed outlives its holder. */
export const FEED_LEASE_MS = MINUTE;

type Holder = { readonly db: Db; readonly clock: Clock; readonly worker: string };

/** Whether the feed is still this worker's; if so, for a while longer. */
export function stillHolds({ db, clock, worker: by }: Holder, feedId: number): Promise<boolean> {
  return holdFeed(db, feedId, { by, until: new Date(clock.now().getTime() + FEED_LEASE_MS) });
}

/** Renews the claim on a feed while it is read; gives the way to end that. */
export function keepHolding(holder: Holder, feedId: number, onError: (error: unknown) => void): () => void {
  const renewal = setInterval(() => {
    stillHolds(holder, feedId).catch(onError);
  }, 15 * SECOND);
  return () => clearInterval(renewal);
}
