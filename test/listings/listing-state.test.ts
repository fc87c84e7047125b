import { describe, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import type { ListingState } from '../../src/db/schema/listings.ts';
import { closingOf, listingTable } from '../../src/listings/listing-state.ts';
import {
  inferredEnding,
  type ListingEvent,
  type ListingRow,
  stepListing,
} from '../lifecycle/listing-steps.ts';

const at = new Date('2026-11-20T12:00:00Z');
const [past, future] = [new Date('2026-11-19T00:00:00Z'), new Date('2026-12-01T00:00:00Z')];
const content = {
  fingerprint: 'a',
  expiresAt: null,
  announced: false,
  jumpedAt: null,
  refusedFingerprint: null,
  refusedExpiresAt: null,
};
const rows: Readonly<Record<ListingState, ListingRow>> = {
  listed: { ...content, state: 'listed' },
  unread: { ...content, state: 'unread' },
  missing: { ...content, state: 'missing', since: past, runs: 1 },
  kept: { ...content, state: 'kept' },
  ended: {
    ...content,
    state: 'ended',
    cause: 'missing',
    verdict: { kind: 'guard' },
    endedAt: past,
    because: null,
  },
};
const events: Readonly<Record<ListingEvent['type'], ListingEvent>> = {
  seen: { type: 'seen', at, fingerprint: 'a', expiresAt: null },
  unread: { type: 'unread', at },
  absent: { type: 'absent', at },
  withdrawn: { type: 'withdrawn', at, cause: 'withdrawn', because: 'its source says closed' },
  closed: { type: 'closed', at },
  inferred: {
    type: 'inferred',
    at,
    cause: 'missing',
    verdict: { kind: 'hold', holdId: 7 },
    because: 'missing',
  },
  kept: { type: 'kept', at },
};
const after = {
  list: () => rows.listed,
  unread: () => rows.unread,
  same: (row: ListingRow) => row,
  miss: (row: ListingRow): ListingRow =>
    row.state === 'missing' ? { ...row, runs: 2 } : { ...content, state: 'missing', since: at, runs: 1 },
  keep: () => rows.kept,
  end: (_: ListingRow, type: string): ListingRow => {
    const end = { ...content, state: 'ended', endedAt: at } as const;
    if (type === 'closed') return { ...end, cause: 'expired', verdict: { kind: 'stated' }, because: null };
    return type === 'withdrawn'
      ? { ...end, cause: 'withdrawn', verdict: { kind: 'stated' }, because: 'its source says closed' }
      : { ...end, cause: 'missing', verdict: { kind: 'hold', holdId: 7 }, because: 'missing' };
  },
};

describe('each cell of the table', () => {
  const cells = Object.entries(listingTable).flatMap(([type, states]) =>
    Object.entries(states).map(([state, effect]) => [type, state, effect] as const),
  );
  test.each(cells)('%s while %s: %s', (type, state, effect) => {
    const row = Object.values(rows).find((one) => one.state === state);
    const event = Object.values(events).find((one) => one.type === type);
    if (row === undefined || event === undefined) throw new Error(`no row or event for ${type}/${state}`);
    if (effect === 'never') expect(() => stepListing(row, event)).toThrow(RangeError);
    else expect(stepListing(row, event)).toEqual(after[effect](row, type));
  });
});

const see = (row: ListingRow, fingerprint: string, expiresAt: Date | null) =>
  stepListing(row, { type: 'seen', at, fingerprint, expiresAt });

const closing = (hours: number, read?: number) =>
  closingOf(
    { expiresAt: at, readAt: read === undefined ? undefined : new Date(at.getTime() + read * HOUR) },
    new Date(at.getTime() + hours * HOUR),
    72,
  );

describe('closing dates', () => {
  test('a date read while it lies in the future is a promise, also after it has passed', () => {
    const promised = see(rows.listed, 'b', future);
    expect(promised).toMatchObject({ announced: true, expiresAt: future });
    const later = new Date(future.getTime() + 1);
    const again = stepListing(promised, { type: 'seen', at: later, fingerprint: 'c', expiresAt: future });
    expect(again).toMatchObject({ announced: true });
    expect(again).toMatchObject({ jumpedAt: null });
    expect(inferredEnding(again, later, { runs: 2, hours: 6 })).toBeUndefined();
  });

  test('a date first read in the past is an inference, and a corrected date ends the doubt', () => {
    const jumped = see(rows.listed, 'b', past);
    expect(jumped).toMatchObject({ announced: false, jumpedAt: at });
    expect(inferredEnding(jumped, new Date(at.getTime() + 6 * HOUR), { runs: 2, hours: 6 })).toBe('jumped');
    expect(inferredEnding(see(jumped, 'c', future), at, { runs: 2, hours: 6 })).toBeUndefined();
  });

  test('a jumped date ends no job before it was read again, hours later; a second one keeps its first reading', () => {
    const limits = { runs: 2, hours: 6 };
    const jumped = see(rows.listed, 'b', past);
    const later = new Date(at.getTime() + 5 * HOUR);
    expect(inferredEnding(jumped, at, limits)).toBeUndefined();
    expect(inferredEnding(jumped, later, limits)).toBeUndefined();
    const other = {
      type: 'seen',
      at: later,
      fingerprint: 'c',
      expiresAt: new Date(past.getTime() - HOUR),
    } as const;
    expect(stepListing(jumped, other)).toMatchObject({ jumpedAt: at });
    const mended = stepListing(jumped, { ...other, expiresAt: null });
    expect(mended).toMatchObject({ jumpedAt: null, expiresAt: null });
  });

  test('a promised day that is over waits for a reading after it, and for so long at most', () => {
    expect(closing(-1, -2)).toBe('ahead');
    expect(closing(0, -1)).toBe('asked');
    expect(closing(71, -1)).toBe('asked');
    expect(closing(72, -1)).toBe('closed');
    expect(closing(1, 0)).toBe('closed');
    expect(closing(0)).toBe('closed');
  });

  test('a person who keeps a job whose date jumped drops that date until its feed shows another', () => {
    const kept = stepListing(see(rows.listed, 'b', past), { type: 'kept', at });
    expect(kept).toMatchObject({ state: 'listed', expiresAt: null, refusedExpiresAt: past });
    expect(see(kept, 'c', past)).toMatchObject({ expiresAt: null, refusedExpiresAt: past });
    expect(see(kept, 'd', future)).toMatchObject({
      expiresAt: future,
      refusedExpiresAt: null,
      announced: true,
    });
  });

  test('a job that ended is not brought back by a row whose day is over', () => {
    expect(see(rows.ended, 'b', past)).toBe(rows.ended);
    expect(see(rows.ended, 'b', future)).toMatchObject({ state: 'listed' });
  });
});

describe('what a person rejected', () => {
  const refused: ListingRow = { ...content, state: 'listed', refusedFingerprint: 'scam' };

  test('a cell shows the new content but keeps the old until the feed changes again', () => {
    expect(see(refused, 'scam', null)).toMatchObject({ fingerprint: 'a', refusedFingerprint: 'scam' });
    expect(see(refused, 'b', null)).toMatchObject({ fingerprint: 'b', refusedFingerprint: null });
  });

  test('an unchanged job does not come back', () => {
    const never: ListingRow = { ...rows.ended, fingerprint: 'scam', refusedFingerprint: 'scam' };
    expect(see(never, 'scam', null)).toBe(never);
    expect(see({ ...never, fingerprint: 'a' }, 'scam', null)).toMatchObject({
      state: 'listed',
      fingerprint: 'a',
    });
  });
});

test('a missing job ends after two runs and six hours since the first miss, whichever comes last', () => {
  const limits = { runs: 2, hours: 6 };
  const missing = (runs: number, hours: number): ListingRow => ({
    ...content,
    state: 'missing',
    since: new Date(at.getTime() - hours * 3_600_000),
    runs,
  });
  expect(inferredEnding(missing(1, 48), at, limits)).toBeUndefined();
  expect(inferredEnding(missing(2, 5.9), at, limits)).toBeUndefined();
  expect(inferredEnding(missing(2, 6), at, limits)).toBe('missing');
});
