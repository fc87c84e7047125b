import { expect, test } from 'vitest';
import { normalise, normaliseRow } from '../../src/listings/normalise.ts';
import type { RawListing } from '../../src/listings/raw-listing.ts';
import { bounded } from '../fuzz/bounds.ts';

const base = { identifier: '1', title: 'Nurse', description: 'Care for people.' };
const long = 100_000;

/** What kept a reader busy for as long as its square, or its cube, says. */
test.each<[string, (text: string) => RawListing]>([
  ['"', (text) => ({ company: { name: text } })],
  ['“’', (text) => ({ company: { name: `"${text}x` } })],
  ['a, ', (text) => ({ employmentType: [text] })],
  ['(,', (text) => ({ classLevel: [text] })],
  ['<b><i>', (text) => ({ industry: [text], occupationalCategory: [text] })],
  [' ', (text) => ({ datePosted: `posted on${text}x`, jobLocation: [{ text: `Reno${text}x` }] })],
])('a listing made of “%s” is understood at once', async (unit, made) => {
  const raw = { ...base, ...made(unit.repeat(long / unit.length)) };
  const { kind } = await bounded(() => normalise(raw, {}));
  expect(kind).toBe('listing');
});

test.each([
  ['2026-12-31 23:59:99', '2026-12-31'],
  ['20261231235999', '2026-12-31'],
  ['31 Dec 2026 23:59:75 GMT', '2026-12-31'],
  ['2026-12-31T10:00:00-0060', '2026-12-31T10:00:00'],
])('the closing date “%s” of one job does not end the reading of its feed', (validThrough, expiresAt) => {
  const understood = normalise({ ...base, validThrough }, {});
  expect(understood).toMatchObject({ kind: 'listing', listing: { expiresAt } });
});

test.each<[string, Partial<RawListing>]>([
  ['a tag', { description: '<p>Use a <constructor>plan</constructor>.</p>' }],
  ['a sign', { title: 'Nurse &valueOf; hours' }],
  ['a place', { jobLocation: [{ text: 'Acton, Constructor' }] }],
])('%s that is called as what every object has is a word like others', (_, odd) => {
  const understood = normalise({ ...base, ...odd }, {});
  expect(understood.kind).toBe('listing');
  expect(JSON.stringify(understood)).not.toContain('native code');
});

test('a row that we fail on is rejected, and the rows beside it are read', () => {
  const odd = {
    ...base,
    get url(): string {
      throw new RangeError('no such address');
    },
  };
  expect(normaliseRow(odd, {})).toEqual({
    kind: 'rejected',
    reasons: ['it cannot be understood: no such address'],
  });
});
