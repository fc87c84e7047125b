import { HOUR } from '../../src/core/clock.ts';
import type { ListingCause } from '../../src/db/schema/listings.ts';
import { type InferredEnding, listingTable, type MissLimits } from '../../src/listings/listing-state.ts';

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

/** A listing as its life sees it: what the statements of the repository do to a row, as a pure step that they are held against. */
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

/** The listing after an event. Throws a `RangeError` for an event that cannot happen in its state. */
export function stepListing(row: ListingRow, event: ListingEvent): ListingRow {
  const effect = listingTable[event.type][row.state];
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

/** Why a listing would end by inference now: missing past both limits, or listed with a date that jumped into the past and stayed there. */
export function inferredEnding(row: ListingRow, now: Date, limits: MissLimits): InferredEnding | undefined {
  const isLong = (since: Date) => now.getTime() - since.getTime() >= limits.hours * HOUR;
  if (row.state === 'missing' && row.runs >= limits.runs && isLong(row.since)) return 'missing';
  return row.state === 'listed' && row.jumpedAt !== null && isLong(row.jumpedAt) ? 'jumped' : undefined;
}
