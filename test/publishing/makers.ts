import type { RunFacts } from '../../src/publishing/guard-run.ts';
import type { GuardFacts } from '../../src/publishing/guard.ts';
import type { Change, Sent, Wanted } from '../../src/publishing/types.ts';

export function aSent(over: Partial<Sent> = {}): Sent {
  return {
    id: 1,
    source: 'acme',
    sourceId: 1,
    listingId: 1,
    externalSourceId: 'acme',
    jobId: '1',
    state: 'published',
    live: true,
    due: false,
    wantedFingerprint: 'a',
    takenFingerprint: 'a',
    title: 'Welder',
    employer: 'Acme',
    version: '1',
    ...over,
  };
}

export function aWanted(over: Partial<Wanted> = {}): Wanted {
  return {
    listingId: 1,
    source: 'acme',
    sourceId: 1,
    externalSourceId: 'acme',
    jobId: '1',
    posting: { job: {}, employer: {} },
    fingerprint: 'a',
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
    usualRemovals: [],
    version: '1',
    awaitsReview: false,
    approved: { publications: new Set(), listings: new Set() },
    upgradeApproved: false,
    resentLately: 0,
    ...over,
  };
}

export function runFacts(over: Partial<RunFacts> = {}): RunFacts {
  return {
    source: 'acme',
    found: 100,
    usual: [100, 100, 100],
    live: 100,
    added: 0,
    changed: 0,
    missing: 0,
    ending: [],
    endedLately: 0,
    emptyRuns: { runs: 0, hours: 0 },
    coverage: { title: 1 },
    usualCoverage: { title: 1 },
    definitionChanged: false,
    upgraded: false,
    awaitsReview: false,
    ...over,
  };
}
