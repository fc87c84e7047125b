import { HOUR } from '../core/clock.ts';
import type { ListingCause, ListingState } from '../db/schema/listings.ts';

export type InferredEnding = Extract<ListingCause, 'missing' | 'jumped'>;

type Effect = 'same' | 'list' | 'unread' | 'miss' | 'end' | 'keep' | 'never';

/**
 * What each event does to a listing in each state; SQL carries it out, and `test/lifecycle/listing-steps.ts` says it once more as a pure step.
 * `unread`: its id is in the document, its content is not understood. `missing`: counted runs lack it. `kept`: a person rejected its
 * removal, or restored it. Every state but `ended` is live. `never`: cannot happen.
 */
export const listingTable = {
  seen: { listed: 'list', unread: 'list', missing: 'list', kept: 'list', ended: 'list' },
  unread: { listed: 'unread', unread: 'same', missing: 'unread', kept: 'unread', ended: 'same' },
  absent: { listed: 'miss', unread: 'miss', missing: 'miss', kept: 'same', ended: 'same' },
  withdrawn: { listed: 'end', unread: 'end', missing: 'end', kept: 'end', ended: 'same' },
  closed: { listed: 'end', unread: 'end', missing: 'end', kept: 'end', ended: 'same' },
  inferred: { listed: 'end', unread: 'end', missing: 'end', kept: 'never', ended: 'never' },
  kept: { listed: 'keep', unread: 'keep', missing: 'keep', kept: 'same', ended: 'keep' },
} as const satisfies Record<string, Record<ListingState, Effect>>;

export type ListingEventType = keyof typeof listingTable;

/** Counted runs that lack a listing, and the time since the first of them, after which it may end (rule R3); a jumped date needs the same time. */
export type MissLimits = { readonly runs: number; readonly hours: number };

/** A closing day that was promised, and when its feed was read last; `readAt` absent: no reading of it is to come. */
export type Promised = { readonly expiresAt: Date; readonly readAt?: Date | undefined };

/**
 * What a promised day says now: it is to come; it is over, and its feed, which may have moved it, is read once more; or the job ends
 * without being asked about. A feed that is not read in time does not keep it up (rule R0).
 */
export function closingOf(
  { expiresAt, readAt }: Promised,
  now: Date,
  closeHours: number,
): 'ahead' | 'asked' | 'closed' {
  if (expiresAt > now) return 'ahead';
  const isTold = readAt === undefined || readAt >= expiresAt;
  return isTold || now.getTime() - expiresAt.getTime() >= closeHours * HOUR ? 'closed' : 'asked';
}

/** The word of an interface for a listing: its states stay those of the first version. */
export function listingWord({
  state,
  cause,
}: {
  readonly state: ListingState;
  readonly cause: ListingCause | null;
}): 'live' | 'gone' | 'withdrawn' {
  if (state !== 'ended') return 'live';
  return cause === 'missing' || cause === 'jumped' ? 'gone' : 'withdrawn';
}
