import type { claimDue } from '../src/publishing/claims.repository.ts';

type Claim = Parameters<typeof claimDue>[1];

/** A claim of fifty due calls that nothing holds back. */
export function fiftyCalls(of: Pick<Claim, 'targetId' | 'now' | 'worker'>): Claim {
  return {
    ...of,
    leaseMs: 10_000,
    atMost: 50,
    pacedRemovals: 50,
    room: { removals: 50, forms: 50, updates: 50 },
    sourceRoom: [],
    removalsStopped: false,
    publishingStopped: false,
    stoppedSources: [],
    silentSources: [],
    paused: false,
    belonging: async (_, listingIds) => new Set(listingIds),
  };
}
