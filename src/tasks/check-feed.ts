import type { ReadingEnd, ReadingStep } from '../feeds/read/feed-reading.ts';
import { fingerprint } from '../core/fingerprint.ts';
import type { FeedTerms, Listing } from '../listings/listing.ts';
import { normaliseRow } from '../listings/normalise.ts';
import { feedQuality, qualityReasons, type FeedQuality, type QualityReason } from '../listings/quality.ts';

/** What reading a feed now would come to, with nothing stored and nothing sent. */
export type FeedCheck = {
  readonly end: ReadingEnd;
  /** Rows that would not be published, with where they begin. */
  readonly errors: readonly FeedError[];
  /** Listings of today: those that would be published, where a target wants them. */
  readonly current: number;
  readonly expired: number;
  /** Share of listings that have each field, 0 to 1. */
  readonly covered: Readonly<Record<string, number>>;
  readonly quality: FeedQuality;
  /** How often each warning was given. */
  readonly warnings: Readonly<Record<string, number>>;
  /** Against what is stored of the feed. */
  readonly changes?: FeedChanges;
};

export type FeedError = {
  readonly item: number;
  /** Of the document, from 1; absent where there are pages. */
  readonly line?: number;
  readonly reason: string;
};

export type FeedChanges = {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly missing: number;
};

export type CheckInput = {
  readonly steps: AsyncIterable<ReadingStep>;
  readonly terms: FeedTerms;
  readonly now: Date;
  /** In which line an item begins. */
  readonly lineOf?: (item: number) => number | undefined;
  /** Fingerprints of the feed's live listings by job id. */
  readonly stored?: ReadonlyMap<string, string>;
};

/** Reads a feed to its end and gathers what it would come to. */
export async function checkFeed({
  steps,
  terms,
  now,
  lineOf = () => undefined,
  stored,
}: CheckInput): Promise<FeedCheck> {
  const gathered = newGathered();
  for await (const step of steps) {
    if (step.kind === 'chunk') {
      for (const { raw, index } of step.chunk.listings) {
        const outcome = normaliseRow(raw, terms);
        if (outcome.kind === 'rejected')
          gathered.rejected.push({ item: index, reason: outcome.reasons.join('; ') });
        else gather(gathered, outcome.listing, now, stored);
      }
      continue;
    }
    const { listings, covered, lacking, warnings, rejected } = gathered;
    const errors = [...step.end.rejected, ...rejected].toSorted((a, b) => a.item - b.item);
    return {
      end: step.end,
      errors: errors.map(({ item, reason }) => ({
        item,
        line: isOneDocument(step.end) ? lineOf(item) : undefined,
        reason,
      })),
      current: listings - gathered.expired,
      expired: gathered.expired,
      covered: Object.fromEntries(
        Object.entries(covered).map(([field, count]) => [field, count / Math.max(1, listings)]),
      ),
      quality: feedQuality(lacking),
      warnings,
      changes: stored && changesOf(gathered, stored),
    };
  }
  throw new Error('a reading ended without saying how');
}

type Gathered = {
  listings: number;
  expired: number;
  readonly covered: Record<string, number>;
  readonly warnings: Record<string, number>;
  readonly lacking: (readonly QualityReason[])[];
  /** Of the listings found, against what is stored: a job is found once in a reading. */
  changed: number;
  same: number;
  readonly rejected: { readonly item: number; readonly reason: string }[];
};

function newGathered(): Gathered {
  return {
    listings: 0,
    expired: 0,
    covered: {},
    warnings: {},
    lacking: [],
    changed: 0,
    same: 0,
    rejected: [],
  };
}

function gather(
  gathered: Gathered,
  listing: Listing,
  now: Date,
  stored: ReadonlyMap<string, string> | undefined,
): void {
  gathered.listings += 1;
  if (listing.expiryInstant !== undefined && Date.parse(listing.expiryInstant) <= now.getTime())
    gathered.expired += 1;
  for (const [field, has] of Object.entries(fieldsOf(listing)))
    gathered.covered[field] = (gathered.covered[field] ?? 0) + (has ? 1 : 0);
  for (const warning of listing.warnings) gathered.warnings[warning] = (gathered.warnings[warning] ?? 0) + 1;
  gathered.lacking.push(qualityReasons(listing));
  const print = stored?.get(listing.jobId);
  if (print !== undefined) gathered[print === fingerprint(listing) ? 'same' : 'changed'] += 1;
}

function fieldsOf(listing: Listing): Readonly<Record<string, boolean>> {
  const { job, employer, places, workplace } = listing;
  return {
    title: (job.job_title ?? '') !== '',
    description: listing.descriptionText !== '',
    employer: (employer.empname ?? '') !== '',
    place: places.length > 0 || workplace === 'remote',
    'address to apply': listing.applyUrl !== undefined,
    'employment type': (job.job_type ?? []).length > 0,
    function: (job.job_function ?? []).length > 0,
    pay: listing.salary !== undefined,
    'posting date': listing.postedAt !== undefined,
    'closing date': listing.expiresAt !== undefined,
  };
}

function isOneDocument({ proof }: ReadingEnd): boolean {
  return (proof.pages ?? 1) === 1;
}

function changesOf({ listings, changed, same }: Gathered, stored: ReadonlyMap<string, string>): FeedChanges {
  return { added: listings - changed - same, changed, same, missing: stored.size - changed - same };
}
