import type { RemovalFacts, RunFacts } from '../../src/publishing/guard-run.ts';
import type { GuardFacts } from '../../src/publishing/guard.ts';
import type { Change, Sent, Wanted } from '../../src/publishing/publishing-types.ts';
import type { Candidate, SourceTerms, TargetTerms } from '../../src/publishing/wanted.ts';
import type { Listing } from '../../src/listings/listing.ts';
import { picklistLabel } from '../../src/soap/types.ts';

export function aSent(over: Partial<Sent> = {}): Sent {
  return {
    id: 1,
    source: 'acme',
    sourceId: 1,
    listingId: 1,
    externalSourceId: 'acme',
    jobId: '1',
    state: 'published',
    intent: 'show',
    live: true,
    due: false,
    parked: false,
    takenBefore: true,
    wantedFingerprint: 'a',
    takenFingerprint: 'a',
    title: 'Welder',
    version: '1',
    ...over,
  };
}

export function aWanted(over: Partial<Wanted> = {}): Wanted {
  return {
    listingId: 1,
    listingFingerprint: 'l',
    source: 'acme',
    sourceId: 1,
    externalSourceId: 'acme',
    jobId: '1',
    posting: { job: {}, employer: {} },
    fingerprint: 'a',
    inputs: 'i',
    unlisted: [],
    title: 'Welder',
    employer: 'Acme',
    fromForm: false,
    ...over,
  };
}

export function removals(count: number, over: Partial<Sent> = {}): readonly Change[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: 'delist' as const,
    cause: 'missing' as const,
    underway: false,
    sent: aSent({ id: at + 1, listingId: at + 1, jobId: String(at + 1), ...over }),
  }));
}

export function facts(over: Partial<GuardFacts> = {}): GuardFacts {
  return {
    target: 'northfield',
    live: 100,
    removedLately: 0,
    removedLatelyEverywhere: 0,
    liveEverywhere: 100,
    usualThere: [],
    usualRemovals: [],
    removed: [],
    now: new Date('2026-11-20T12:00:00Z'),
    ended: new Map(),
    version: '1',
    awaitsReview: false,
    standing: { share: 0, everywhere: 0, upgrades: 0 },
    approved: { publications: new Map(), listings: new Map() },
    upgradeApproved: false,
    resentLately: 0,
    ...over,
  };
}

/** Listings of one employer that end, of so many that were live a day ago. */
export function endingOf(live: number, ending: number, endedLately = 0): RemovalFacts['ending'][number] {
  return { employer: 'A', live, ending, endedLately };
}

export function runFacts(over: Partial<RunFacts> = {}): RunFacts {
  return {
    source: 'acme',
    kept: 0,
    found: 100,
    usual: [100, 100, 100],
    live: 100,
    added: 0,
    changed: 0,
    missing: 0,
    renamed: 0,
    redated: 0,
    jumped: 0,
    emptyRuns: { runs: 0, hours: 0 },
    coverage: { title: 1 },
    usualCoverage: { title: 1 },
    definitionChanged: false,
    unrouted: 0,
    upgraded: false,
    awaitsReview: false,
    ...over,
  };
}

export function aListing(over: Partial<Listing> = {}): Listing {
  return {
    jobId: '1',
    postedAt: '2026-11-10',
    job: {
      job_title: 'Research assistant, biology',
      job_type: [{ stringvalue: picklistLabel('Part-time') }],
      job_function: [{ stringvalue: picklistLabel('Research') }],
      degree_level: [{ stringvalue: picklistLabel('Bachelors') }],
      class_level: [{ stringvalue: picklistLabel('Senior') }],
    },
    employer: { empname: 'Acme Tools' },
    descriptionText: 'You work in a laboratory in Köln.',
    places: [{ city: 'Boston', subdivision: 'US-MA', country: 'US' }],
    workplace: 'hybrid',
    provenance: {},
    warnings: [],
    quality: 80,
    ...over,
  };
}

export function aSource(over: Partial<SourceTerms> = {}): SourceTerms {
  return {
    id: 1,
    name: 'acme',
    kind: 'feed',
    multiEmployer: false,
    externalSourceId: 'acme',
    sample: false,
    mayRepublish: true,
    routing: [],
    defaults: {},
    maxAgeDays: 0,
    ...over,
  };
}

export function theTarget(over: Partial<TargetTerms> = {}): TargetTerms {
  return { id: 1, name: 'northfield', builtIn: false, routing: [], maxAgeDays: 0, closeHours: 72, ...over };
}

export function aCandidate(over: Partial<Candidate> = {}): Candidate {
  return {
    listingId: 1,
    listing: aListing(),
    source: aSource(),
    fingerprint: 'l',
    cleared: true,
    state: 'listed',
    firstSeenAt: new Date('2026-11-12T08:00:00Z'),
    ...over,
  };
}

/** What makes a listing one that ended by absence. */
export const goneSince = (endedAt: Date) =>
  ({ state: 'ended', cause: 'missing', verdict: 'guard', endedAt }) as const;
