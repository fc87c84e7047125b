import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { createNamer } from '../directory/namer.ts';
import type { Listing } from '../listings/listing.ts';
import { clearedAt } from '../listings/clearances.repository.ts';
import { qualityReasons, type QualityReason } from '../listings/quality.ts';
import { listingOf, type StoredListing } from '../listings/listing-rows.repository.ts';
import type { Resolution } from '../picklists/resolve.ts';
import { kindOfCall } from '../publishing/allowance.ts';
import { sourceTerms } from '../publishing/sources-store.ts';
import { decisionsOf, publicationsOf, sourceNamed } from '../publishing/explain-store.ts';
import { toPosting } from '../publishing/posting.ts';
import { employerSought, targetTerms } from '../publishing/reconcile.ts';
import type { Posting } from '../publishing/publishing-types.ts';
import { closing, decide, type SourceTerms, type TargetTerms } from '../publishing/wanted.ts';
import { loadSettings } from '../platform/settings/settings.repository.ts';
import { identityAt } from '../targets/target-definition.ts';
import { allTargets, type Target, targetNamed } from '../targets/targets.repository.ts';
import type { TaskContext } from './context.ts';
import { termsOfTarget } from './posting-terms.ts';
import { nextOf, sendStatuses } from './send-status.ts';

/** One job's whole way: what was found, understood, decided, mapped, sent and answered. */
export type Explanation = {
  readonly source: string;
  readonly listing: StoredListing;
  /** What the listing lacks, with the way to mend it, the dearest first. */
  readonly lacking: readonly QualityReason[];
  readonly targets: readonly TargetStatus[];
};

export type TargetStatus = {
  readonly target: string;
  readonly decision: { readonly outcome: string; readonly step: string; readonly reason: string };
  readonly mapping: readonly Resolution[];
  /** What would be sent now; absent where nothing would. */
  readonly posting?: Posting;
  readonly publication?: {
    readonly external_source_id: string;
    readonly job_id: string;
    readonly state: string;
    readonly answer: string | null;
    readonly reason: string | null;
    readonly attempts: number;
    readonly first_sent_at: string | null;
    readonly sent_at: string | null;
    readonly next_at: string | null;
    /** What the next call waits for, beside its own time. */
    readonly waits_for: string | null;
  };
};

export type Explained =
  | { readonly kind: 'explained'; readonly explanation: Explanation }
  | { readonly kind: 'unknown'; readonly reason: string };

export async function explain(
  { db, clock, timeZone }: Pick<TaskContext, 'db' | 'clock'> & { readonly timeZone: string },
  sourceName: string,
  jobId: string,
  onlyTarget?: string,
): Promise<Explained> {
  const source = await sourceNamed(db, sourceName);
  if (source === undefined) return { kind: 'unknown', reason: `There is no source ${sourceName}.` };
  const listing = await listingOf(db, source.id, jobId);
  if (listing === undefined) return { kind: 'unknown', reason: `${sourceName} has had no job ${jobId}.` };
  const settings = await loadSettings(db);
  const sources = await sourceTerms(db, settings, { ids: [source.id] });
  const terms = sources.get(source.id);
  const publications = await publicationsOf(db, listing.id);
  const decisions = await decisionsOf(db, listing.id);
  const targets = await targetsAsked(db, onlyTarget);
  const cleared = (await clearedAt(db, [listing.id])).get(listing.id)?.has(listing.fingerprint) === true;
  const standing = await sendStatuses(db, timeZone, clock.now(), targets);
  const ways: TargetStatus[] = [];
  for (const target of targets) {
    if (terms === undefined) continue;
    const publication = publications.find((one) => one.targetId === target.id);
    const decision = decisions.find((one) => one.targetId === target.id);
    const said =
      decision ??
      decidedNow(listing, terms, targetTerms(target, settings), {
        now: clock.now(),
        sent: publication !== undefined,
        cleared,
      });
    const identity = publication ?? identityAt(target.definition, source, jobId);
    const { termsFor } = await termsOfTarget(db, target, settings, sources);
    const employerName = await nameAt(db, target.id, listing.listing, clock.now());
    const made = toPosting(listing.listing, { ...termsFor(terms), ...present({ employerName }) }, identity);
    const next =
      publication === undefined
        ? {}
        : nextOf(
            {
              ...publication,
              dueAt: publication.nextAt,
              source: sourceName,
              kind: kindOfCall(publication),
            },
            standing,
            clock.now(),
          );
    ways.push({
      target: target.name,
      decision: said,
      mapping: made.resolutions,
      ...(made.kind === 'posting' && said.outcome === 'wanted' ? { posting: made.posting } : {}),
      ...(publication === undefined
        ? {}
        : {
            publication: {
              external_source_id: publication.externalSourceId,
              job_id: publication.jobId,
              state: publication.state,
              answer: publication.answer,
              reason: publication.reason,
              attempts: publication.tries,
              first_sent_at: publication.firstSentAt?.toISOString() ?? null,
              sent_at: publication.sentAt?.toISOString() ?? null,
              next_at: next.at?.toISOString() ?? null,
              waits_for: next.why ?? null,
            },
          }),
    });
  }
  return {
    kind: 'explained',
    explanation: { source: sourceName, listing, lacking: qualityReasons(listing.listing), targets: ways },
  };
}

/** What nothing is written down about: a job that is sent, by which rule; or one whose source is for other targets. */
function decidedNow(
  {
    id,
    listing,
    fingerprint,
    state,
    cause,
    firstSeenAt,
    expiresAt,
    closesAnnounced,
    endedBecause,
  }: StoredListing,
  source: SourceTerms,
  target: TargetTerms,
  { now, sent, cleared }: { readonly now: Date; readonly sent: boolean; readonly cleared: boolean },
): TargetStatus['decision'] {
  const candidate = {
    listingId: id,
    cleared,
    listing,
    fingerprint,
    source,
    state,
    firstSeenAt,
    ...present({
      ...closing(expiresAt ?? undefined, closesAnnounced),
      cause: cause ?? undefined,
      endedBecause: endedBecause ?? undefined,
      chosenTargets: listing.chosenTargets,
    }),
  };
  const decision = decide(candidate, target, now);
  if (decision.kind !== 'send')
    return {
      outcome: decision.kind === 'skip' ? 'skipped' : 'waiting',
      step: decision.step,
      reason: decision.reason,
    };
  const rule = decision.rule === undefined ? '' : ` by the rule ${decision.rule}`;
  return {
    outcome: 'wanted',
    step: 'routing',
    reason: `it belongs there${rule}${sent ? '' : '; nothing was sent yet'}`,
  };
}

async function targetsAsked(db: Db, name: string | undefined): Promise<readonly Target[]> {
  if (name === undefined) return allTargets(db);
  const target = await targetNamed(db, name);
  return target === undefined ? [] : [target];
}

async function nameAt(db: Db, targetId: number, listing: Listing, now: Date): Promise<string | undefined> {
  const sought = employerSought(listing);
  if (sought === undefined) return undefined;
  const namer = createNamer(db, targetId, now);
  await namer.prepare([sought]);
  return namer.nameFor(sought);
}
