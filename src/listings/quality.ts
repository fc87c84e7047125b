import type { Listing } from './listing.ts';

/** What a listing lacks, with the cheapest way to fix it. */
export type QualityReason = { readonly what: string; readonly fix: string; readonly points: number };

/** What is asked of a listing: 100 points together. */
const asked: readonly (QualityReason & { readonly lacks: (listing: QualityReport) => boolean })[] = [
  {
    what: 'no employer',
    fix: "give the feed an employer's name",
    points: 15,
    lacks: ({ employer }) => !employer.empname,
  },
  {
    what: 'no description',
    fix: 'let the feed read the detail pages',
    points: 15,
    lacks: ({ descriptionText }) => descriptionText === '',
  },
  {
    what: 'a description under 300 characters',
    fix: 'let the source send the whole text, not its teaser',
    points: 10,
    lacks: ({ descriptionText }) => descriptionText.length < 300,
  },
  {
    what: 'no place and no word on remote work',
    fix: 'map the place, or give the feed a country',
    points: 15,
    lacks: ({ places, workplace }) => places.length === 0 && workplace !== 'remote',
  },
  {
    what: 'no address to apply at',
    fix: 'map the link of the posting',
    points: 15,
    lacks: ({ applyUrl }) => applyUrl === undefined,
  },
  {
    what: 'no employment type',
    fix: 'map the type, or give the feed a default',
    points: 10,
    lacks: ({ job }) => !job.job_type?.length,
  },
  {
    what: 'no posting date',
    fix: 'map the posting date',
    points: 5,
    lacks: ({ postedAt }) => postedAt === undefined,
  },
  {
    what: 'no closing date',
    fix: 'ask the source for closing dates (until then absence from the feed decides)',
    points: 5,
    lacks: ({ expiresAt }) => expiresAt === undefined,
  },
  {
    what: 'no category or function',
    fix: 'map the category or department',
    points: 5,
    lacks: ({ job }) => !job.job_function?.length,
  },
  {
    what: 'no pay',
    fix: 'ask the source for the pay range',
    points: 5,
    lacks: ({ salary }) => salary === undefined,
  },
];

export type QualityReport = Pick<
  Listing,
  | 'employer'
  | 'descriptionText'
  | 'places'
  | 'workplace'
  | 'applyUrl'
  | 'job'
  | 'postedAt'
  | 'expiresAt'
  | 'salary'
>;

/** What a listing lacks, most points first. */
export function qualityReasons(listing: QualityReport): readonly QualityReason[] {
  return asked
    .filter(({ lacks }) => lacks(listing))
    .map(({ what, fix, points }) => ({ what, fix, points }))
    .sort((a, b) => b.points - a.points);
}

/** 0 to 100. */
export function qualityOf(listing: QualityReport): number {
  return 100 - qualityReasons(listing).reduce((lost, { points }) => lost + points, 0);
}

/** What to fix first in one listing, in words: at most three things. */
export function fixesOf(listing: QualityReport): readonly string[] {
  return qualityReasons(listing)
    .slice(0, 3)
    .map(({ what, fix, points }) => `${what.replace(/^no /, '')} (−${points}): ${fix}`);
}

/** A feed's quality: the mean, and what its listings lack by how many points mending it would give the feed. */
export type FeedQuality = {
  readonly listings: number;
  readonly quality: number;
  readonly lacking: readonly (QualityReason & { readonly listings: number; readonly gain: number })[];
};

/** The quality of a feed from the reasons of its listings. */
export function feedQuality(reasonsOf: readonly (readonly QualityReason[])[]): FeedQuality {
  const listings = reasonsOf.length;
  const counts = new Map<string, number>();
  for (const { what } of reasonsOf.flat()) counts.set(what, (counts.get(what) ?? 0) + 1);
  const lacking = asked
    .map(({ what, fix, points }) => ({ what, fix, points, listings: counts.get(what) ?? 0 }))
    .filter((reason) => reason.listings > 0)
    .map((reason) => ({
      ...reason,
      gain: Math.round((reason.points * reason.listings * 10) / listings) / 10,
    }))
    .sort((a, b) => b.gain - a.gain);
  const lost = lacking.reduce((sum, { points, listings: count }) => sum + points * count, 0);
  return { listings, quality: listings === 0 ? 0 : Math.round(100 - lost / listings), lacking };
}
