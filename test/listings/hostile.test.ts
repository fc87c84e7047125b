import { expect, test } from 'vitest';
import { normalise } from '../../src/listings/normalise.ts';
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
