import { describe, expect, test } from 'vitest';
import { normalise } from '../../src/listings/normalise.ts';
import { feedQuality, qualityReasons } from '../../src/listings/quality.ts';
import type { RawListing } from '../../src/listings/raw-listing.ts';

const whole: RawListing = {
  identifier: '1',
  title: 'Tutor',
  description: 'Teach. '.repeat(60),
  applyUrl: 'https://example.com/1',
  company: { name: 'Acme' },
  jobLocation: [{ text: 'Boston, MA' }],
  employmentType: ['Part-time'],
  occupationalCategory: ['Education'],
  baseSalary: '$20/hr',
  datePosted: '2026-11-01',
  validThrough: '2026-12-01',
};

function understood(raw: RawListing) {
  const understanding = normalise(raw, {});
  if (understanding.kind === 'rejected') throw new Error(understanding.reasons.join());
  return understanding.listing;
}

describe('quality', () => {
  test('the quality of a listing that lacks nothing is 100', () => {
    expect(understood(whole).quality).toBe(100);
    expect(qualityReasons(understood(whole))).toEqual([]);
  });

  test('falls with what is missing, the dearest first, each with its cheapest fix', () => {
    const { baseSalary: _, company: __, ...poor } = whole;
    const listing = understood(poor);
    expect(listing.quality).toBe(80);
    expect(qualityReasons(listing)).toEqual([
      { what: 'no employer', fix: "give the feed an employer's name", points: 15 },
      { what: 'no pay', fix: 'ask the source for the pay range', points: 5 },
    ]);
  });

  test('the quality of a feed names the repair that gains most', () => {
    const { company: _, ...nameless } = whole;
    const { employmentType: __, ...typeless } = whole;
    const quality = feedQuality([nameless, nameless, typeless, whole].map(understood).map(qualityReasons));
    expect(quality).toMatchObject({ listings: 4, quality: 90 });
    expect(quality.lacking.map(({ what, listings, gain }) => ({ what, listings, gain }))).toEqual([
      { what: 'no employer', listings: 2, gain: 7.5 },
      { what: 'no employment type', listings: 1, gain: 2.5 },
    ]);
  });

  test('the quality of a feed without listings is 0', () => {
    expect(feedQuality([])).toEqual({ listings: 0, quality: 0, lacking: [] });
  });
});
