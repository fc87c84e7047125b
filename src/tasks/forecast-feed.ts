import type { FeedDefinition } from '../db/schema/feeds.schema.ts';
import type { Listing } from '../listings/listing.ts';
import { toPosting } from '../publishing/posting.ts';
import { targetTerms } from '../publishing/reconcile.ts';
import { decide, type SourceTerms } from '../publishing/wanted.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { identityAt } from '../targets/target-definition.ts';
import type { Target } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';
import { termsOfTarget } from '../publishing/posting-terms.ts';

/** What would become of some listings at a target, were their feed added. */
export type Forecast = {
  readonly target: string;
  readonly publish: number;
  /** Addressed there, and kept back: most often by a label without a key. */
  readonly held: number;
  /** By rule, date or choice not for this target. */
  readonly skipped: number;
  /** Why jobs are held or skipped, the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly jobs: number }[];
};

type Drafted = { readonly name: string; readonly definition: FeedDefinition };

/**
 * What each target would get. Nothing is stored: screening and copies from other sources, which only the first run sees, are not in
 * these numbers.
 */
export async function forecastFeed(
  { db, clock }: Pick<TaskContext, 'db' | 'clock'>,
  draft: Drafted,
  listings: readonly Listing[],
  targets: readonly Target[],
  settings: Settings,
): Promise<readonly Forecast[]> {
  const source = sourceOf(draft, settings);
  const foreseen: Forecast[] = [];
  for (const target of targets) {
    const terms = await termsOfTarget(db, target, settings, new Map());
    const outcomes = listings.map((listing) => {
      const now = clock.now();
      const decision = decide(candidateOf(source, listing, now), targetTerms(target, settings), now);
      if (decision.kind !== 'send') return decision;
      const identity = identityAt(target.definition, source, listing.jobId);
      const made = toPosting(listing, terms.termsFor(source), identity);
      return made.kind === 'waiting' ? { kind: 'wait' as const, reason: made.reason } : decision;
    });
    foreseen.push(summed(target.name, outcomes));
  }
  return foreseen;
}

type Outcome = { readonly kind: 'send' } | { readonly kind: 'skip' | 'wait'; readonly reason: string };

function summed(target: string, outcomes: readonly Outcome[]): Forecast {
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const reasons = Map.groupBy(
    outcomes.flatMap((outcome) => (outcome.kind === 'send' ? [] : [outcome.reason])),
    (reason) => reason,
  );
  return {
    target,
    publish: of('send'),
    held: of('wait'),
    skipped: of('skip'),
    reasons: [...reasons]
      .map(([reason, all]) => ({ reason, jobs: all.length }))
      .toSorted((a, b) => b.jobs - a.jobs),
  };
}

function candidateOf(source: SourceTerms, listing: Listing, now: Date) {
  const { expiryInstant } = listing;
  return {
    listingId: 0,
    fingerprint: '',
    cleared: true,
    listing,
    source,
    state: 'listed' as const,
    firstSeenAt: now,
    expiresAt: expiryInstant === undefined ? undefined : new Date(expiryInstant),
  };
}

function sourceOf({ name, definition }: Drafted, settings: Settings): SourceTerms {
  const { right, targets, routing = [], defaults = {}, multiEmployer = false } = definition;
  return {
    id: 0,
    name,
    kind: 'feed',
    multiEmployer,
    externalSourceId: name,
    sample: false,
    mayRepublish: right !== undefined,
    routing,
    defaults,
    maxAgeDays: settings.get('publish.maxAgeDays', { feed: name }),
    targets,
    ...(typeof right === 'object' ? { attribution: right.attribution } : {}),
  };
}
