import { HOUR } from '../core/clock.ts';
import type { ListingCause, ListingState } from '../db/schema/listings.ts';

export type InferredEnding = Extract<ListingCause, 'missing' | 'jumped'>;

/** What let it end: its source or a person stated it, the guard passed it, or a person approved a hold. */
export type Verdict =
  | { readonly kind: 'stated' }
  | { readonly kind: 'guard' }
  | { readonly kind: 'hold'; readonly holdId: number };

/** What was last understood of a listing. */
type Content = {
  readonly fingerprint: string;
  readonly expiresAt: Date | null;
  /** A counted run read `expiresAt` while it lay in the future: the date is a promise (rule R0). */
  readonly announced: boolean;
  /** Since when counted runs read a date that was over when it was first read; null where it is a promise, or none. */
  readonly jumpedAt: Date | null;
  /** The content that a person rejected: seen, but not taken over. */
  readonly refusedFingerprint: string | null;
  /** The jumped date of a listing that a person kept: ignored until its feed shows another. */
  readonly refusedExpiresAt: Date | null;
};

/**
 * A listing as its life sees it. `unread`: its id is in the document, its content is not understood. `missing`: counted runs lack it, the
 * first at `since`. `kept`: a person rejected its removal, or restored it. Every state but `ended` is live.
 */
export type ListingRow = Content &
  (
    | { readonly state: 'listed' | 'unread' | 'kept' }
    | { readonly state: 'missing'; readonly since: Date; readonly runs: number }
    | {
        readonly state: 'ended';
        readonly cause: ListingCause;
        readonly verdict: Verdict;
        readonly endedAt: Date;
        readonly because: string | null;
      }
  );

type Seen = { readonly type: 'seen'; readonly fingerprint: string; readonly expiresAt: Date | null };
type Ending =
  | { readonly type: 'closed' }
  | {
      readonly type: 'withdrawn';
      readonly cause: 'withdrawn' | 'operator';
      readonly because: string;
    }
  | {
      readonly type: 'inferred';
      readonly cause: InferredEnding;
      readonly verdict: Exclude<Verdict, { kind: 'stated' }>;
      readonly because: string;
    };
type At = { readonly at: Date };
export type ListingEvent = At & (Seen | Ending | { readonly type: 'unread' | 'absent' | 'kept' });

type Effect = 'same' | 'list' | 'unread' | 'miss' | 'end' | 'keep' | 'never';

/** What each event does in each state. `never`: cannot happen; a step that meets it throws. */
export const listingTable = {
  seen: { listed: 'list', unread: 'list', missing: 'list', kept: 'list', ended: 'list' },
  unread: { listed: 'unread', unread: 'same', missing: 'unread', kept: 'unread', ended: 'same' },
  absent: { listed: 'miss', unread: 'miss', missing: 'miss', kept: 'same', ended: 'same' },
  withdrawn: { listed: 'end', unread: 'end', missing: 'end', kept: 'end', ended: 'same' },
  closed: { listed: 'end', unread: 'end', missing: 'end', kept: 'end', ended: 'same' },
  inferred: { listed: 'end', unread: 'end', missing: 'end', kept: 'never', ended: 'never' },
  kept: { listed: 'keep', unread: 'keep', missing: 'keep', kept: 'same', ended: 'keep' },
} as const satisfies Record<ListingEvent['type'], Record<ListingState, Effect>>;

/** The listing after an event. Throws a `RangeError` for an event that cannot happen in its state. */
export function stepListing(row: ListingRow, event: ListingEvent): ListingRow {
  const effect: Effect = listingTable[event.type][row.state];
  if (effect === 'never') throw new RangeError(`a listing that is ${row.state} cannot be ${event.type}`);
  if (effect === 'same') return row;
  switch (event.type) {
    case 'seen':
      return seen(row, event);
    case 'unread':
      return { ...contentOf(row), state: 'unread' };
    case 'absent':
      return row.state === 'missing'
        ? { ...row, runs: row.runs + 1 }
        : { ...contentOf(row), state: 'missing', since: event.at, runs: 1 };
    case 'kept':
      return {
        ...withoutJump(row),
        state: row.state === 'listed' && row.jumpedAt !== null ? 'listed' : 'kept',
      };
    default:
      return ended(row, event);
  }
}

function ended(row: ListingRow, event: At & Ending): ListingRow {
  const end = { ...contentOf(row), state: 'ended', endedAt: event.at } as const;
  switch (event.type) {
    case 'closed':
      return { ...end, cause: 'expired', verdict: { kind: 'stated' }, because: null };
    case 'withdrawn':
      return { ...end, cause: event.cause, verdict: { kind: 'stated' }, because: event.because };
    case 'inferred':
      return { ...end, cause: event.cause, verdict: event.verdict, because: event.because };
  }
}

/** A rejected content is not taken over; one whose day is over, or that alone was rejected, does not bring an ended listing back. */
function seen(row: ListingRow, event: At & Seen): ListingRow {
  const isRefused = event.fingerprint === row.refusedFingerprint;
  const isOver = event.expiresAt !== null && event.expiresAt <= event.at;
  if (row.state === 'ended' && (isOver || (isRefused && row.fingerprint === row.refusedFingerprint)))
    return row;
  const content = contentOf(row);
  if (isRefused) return { ...content, state: 'listed' };
  return {
    ...content,
    ...datesOf(row, event),
    fingerprint: event.fingerprint,
    refusedFingerprint: null,
    state: 'listed',
  };
}

function datesOf(
  row: Content,
  { expiresAt, at }: At & Seen,
): Pick<Content, 'expiresAt' | 'announced' | 'jumpedAt' | 'refusedExpiresAt'> {
  if (expiresAt !== null && isSame(expiresAt, row.refusedExpiresAt))
    return { ...undated, refusedExpiresAt: row.refusedExpiresAt };
  const announced =
    expiresAt !== null && (expiresAt > at || (row.announced && isSame(expiresAt, row.expiresAt)));
  const jumpedAt = expiresAt === null || announced ? null : (row.jumpedAt ?? at);
  return { expiresAt, announced, jumpedAt, refusedExpiresAt: null };
}

const undated = { expiresAt: null, announced: false, jumpedAt: null } as const;

const isSame = (a: Date, b: Date | null): boolean => a.getTime() === b?.getTime();

function contentOf(row: Content): Content {
  const { fingerprint, expiresAt, announced, jumpedAt, refusedFingerprint, refusedExpiresAt } = row;
  return { fingerprint, expiresAt, announced, jumpedAt, refusedFingerprint, refusedExpiresAt };
}

/** Drops a date that is no promise. */
function withoutJump(row: Content): Content {
  const content = contentOf(row);
  if (row.jumpedAt === null) return content;
  return { ...content, ...undated, refusedExpiresAt: row.expiresAt };
}

/** Counted runs that lack a listing, and the time since the first of them, after which it may end (rule R3); a jumped date needs the same time. */
export type MissLimits = { readonly runs: number; readonly hours: number };

/** Why a listing would end by inference now: missing past both limits, or listed with a date that jumped into the past and stayed there. */
export function inferredEnding(row: ListingRow, now: Date, limits: MissLimits): InferredEnding | undefined {
  const isLong = (since: Date) => now.getTime() - since.getTime() >= limits.hours * HOUR;
  if (row.state === 'missing' && row.runs >= limits.runs && isLong(row.since)) return 'missing';
  return row.state === 'listed' && row.jumpedAt !== null && isLong(row.jumpedAt) ? 'jumped' : undefined;
}

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
