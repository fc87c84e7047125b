import type { Clock } from '../../core/clock.ts';
import { didYouMean } from '../../core/nearest.ts';
import { present } from '../../core/present.ts';
import type { Db } from '../../db/db.ts';
import { allSources } from '../../feeds/feeds.queries.ts';
import { qualityReasons, type QualityReason } from '../../listings/quality.ts';
import type { StoredListing } from '../../listings/listings.queries.ts';
import type { Resolution } from '../../picklists/resolve.ts';
import { kindOfCall } from '../../publishing/allowance.ts';
import { candidatesById } from '../../publishing/candidates.queries.ts';
import { sourceTerms } from '../../publishing/queries/sources.queries.ts';
import { decisionsOf, publicationsOf, placesOf } from '../../publishing/queries/job-states.queries.ts';
import { toPosting } from '../../publishing/posting.ts';
import { nameAt } from '../../publishing/queries/plan-page.ts';
import { listingNamed } from '../../publishing/queries/publications.queries.ts';
import { targetTerms } from '../../publishing/reconcile.ts';
import type { Posting } from '../../publishing/publishing-types.ts';
import { type Candidate, decide, type TargetTerms } from '../../publishing/wanted.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { type ComposedCall, composeCall } from '../../targets/compose-call.ts';
import { identityAt } from '../../targets/target-definition.ts';
import { allTargets, type Target, targetNamed } from '../../targets/targets.queries.ts';
import { type JobSteps, jobSteps } from './job-steps.ts';
import { type Hold, holdsOfJob } from '../../publishing/holds/holds.queries.ts';
import { termsOfTarget } from '../../publishing/posting-terms.ts';
import { nextOf, type SendStatuses, sendStatuses } from './send-status.ts';

/** One job's whole way: what was found, understood, decided, mapped, sent and answered. */
export type Explanation = {
  readonly source: string;
  readonly listing: StoredListing;
  /** What the listing lacks, with the way to fix it, most points first. */
  readonly lacking: readonly QualityReason[];
  readonly targets: readonly TargetStatus[];
};

export type TargetStatus = {
  readonly target: string;
  readonly decision: { readonly outcome: string; readonly step: string; readonly reason: string };
  /** The answer, the step where the job stands, and one line a step. */
  readonly way: JobSteps;
  readonly mapping: readonly Resolution[];
  /** Under what the job is known there. */
  readonly identity: { readonly externalSourceId: string; readonly jobId: string };
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

type Explaining = {
  readonly db: Db;
  readonly clock: Clock;
  readonly timeZone: string;
  /** Holds that the asker sees; absent: all. */
  readonly seesHold?: (hold: Hold) => boolean;
};

export type Explained =
  | { readonly kind: 'explained'; readonly explanation: Explanation }
  | { readonly kind: 'unknown'; readonly reason: string };

export async function explain(
  { db, clock, timeZone, seesHold }: Explaining,
  sourceName: string,
  jobId: string,
  onlyTarget?: string,
): Promise<Explained> {
  const names = new Map((await allSources(db)).map((one) => [one.name, one]));
  const source = names.get(sourceName);
  const reason = `There is no source ${sourceName}.${didYouMean(sourceName, [...names.keys()])}`;
  if (source === undefined) return { kind: 'unknown', reason };
  const listing = await listingNamed(db, source.id, jobId);
  if (listing === undefined)
    return { kind: 'unknown', reason: `${sourceName} has no job with the id ${jobId}.` };
  const at = await jobAt(db, source.id, listing, seesHold);
  const targets =
    at.terms === undefined || at.candidate === undefined ? [] : await targetsAsked(db, onlyTarget);
  const standing = await sendStatuses(db, timeZone, clock.now(), targets);
  const ways: TargetStatus[] = [];
  for (const target of targets)
    ways.push(await statusAt({ ...at, db, standing, source: sourceName, listing, now: clock.now() }, target));
  return {
    kind: 'explained',
    explanation: { source: sourceName, listing, lacking: qualityReasons(listing.listing), targets: ways },
  };
}

/** What is known of a job at all schools. */
async function jobAt(db: Db, sourceId: number, listing: StoredListing, seesHold: Explaining['seesHold']) {
  const settings = await loadSettings(db);
  const sources = await sourceTerms(db, settings, { ids: [sourceId] });
  const places = await placesOf(db, [listing.id], {});
  const publications = await publicationsOf(db, listing.id);
  const holds = await holdsOfJob(
    db,
    places.flatMap(({ holdId }) => holdId ?? []),
    { listingId: listing.id, publicationIds: publications.map(({ id }) => id) },
  );
  return {
    settings,
    sources,
    terms: sources.get(sourceId),
    publications,
    decisions: await decisionsOf(db, listing.id),
    candidate: (await candidatesById(db, [listing.id], { of: async () => sources }))[0],
    places,
    holds: seesHold === undefined ? holds : holds.filter(({ hold }) => seesHold(hold)),
  };
}

type JobAt = Awaited<ReturnType<typeof jobAt>> & {
  readonly db: Db;
  readonly standing: SendStatuses;
  readonly source: string;
  readonly listing: StoredListing;
  readonly now: Date;
};

/** The way of a job to one school. */
async function statusAt(job: JobAt, target: Target): Promise<TargetStatus> {
  const { db, settings, sources, terms, candidate, listing, source, now } = job;
  if (terms === undefined || candidate === undefined)
    throw new Error(`the source ${source} has no terms, or no such job`);
  const publication = job.publications.find(({ targetId }) => targetId === target.id);
  const sent = { now, sent: publication !== undefined };
  const decision =
    job.decisions.find(({ targetId }) => targetId === target.id) ??
    decidedNow(candidate, targetTerms(target, settings), sent);
  const identity = publication ?? identityAt(target.definition, terms, listing.jobId);
  const { termsFor } = await termsOfTarget(db, target, settings, sources);
  const employerName = await nameAt(db, target.id, listing.listing, now);
  const made = toPosting(listing.listing, { ...termsFor(terms), ...present({ employerName }) }, identity);
  const place = job.places.find(({ targetId }) => targetId === target.id);
  const kept = job.holds.find(({ hold: { id, sourceId }, subjects }) =>
    place?.holdId
      ? id === place.holdId
      : subjects.includes((sourceId === null ? publication?.id : listing.id) ?? 0),
  );
  return {
    target: target.name,
    decision,
    way: jobSteps({
      source,
      stored: listing,
      target: target.name,
      isPaused: target.state === 'paused',
      mapping: made.resolutions,
      ...present({ place, publication, hold: kept?.hold }),
      ...(decision.outcome === 'skipped' && { skipped: decision.reason }),
    }),
    mapping: made.resolutions,
    identity: { externalSourceId: identity.externalSourceId, jobId: identity.jobId },
    ...(made.kind === 'posting' && isToSend(decision) ? { posting: made.posting } : {}),
    publication: publication && sentAt(job, publication),
  };
}

function sentAt(
  { source, standing, now }: JobAt,
  publication: JobAt['publications'][number],
): TargetStatus['publication'] {
  const { nextAt, answer, reason, state } = publication;
  const due = { ...publication, dueAt: nextAt, source, kind: kindOfCall(publication) };
  const next = nextOf(due, standing, now);
  return {
    external_source_id: publication.externalSourceId,
    job_id: publication.jobId,
    state,
    answer,
    reason,
    attempts: publication.tries,
    first_sent_at: publication.firstSentAt?.toISOString() ?? null,
    sent_at: publication.sentAt?.toISOString() ?? null,
    next_at: next.at?.toISOString() ?? null,
    waits_for: next.why ?? null,
  };
}

/** A held job is sent when its hold is approved. */
function isToSend({ outcome, step }: TargetStatus['decision']): boolean {
  return outcome === 'wanted' || (outcome === 'held' && step !== 'delist');
}

/** What nothing is written down about: a job that is sent, by which rule; or one whose source is for other targets. */
function decidedNow(
  candidate: Candidate,
  target: TargetTerms,
  { now, sent }: { readonly now: Date; readonly sent: boolean },
): TargetStatus['decision'] {
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

/** The next call about one job at a target, as it would be sent now. */
export async function nextCalls(
  context: Explaining,
  source: string,
  jobId: string,
  target: string,
): Promise<readonly WouldCall[]> {
  const explained = await explain(context, source, jobId, target);
  return explained.kind === 'explained' ? wouldSend(context.db, explained.explanation) : [];
}

export type WouldCall = { readonly target: string } & ComposedCall;

/** The next call about a job at each target, as it would be sent now: nothing is sent. Of a job that is to come down, its `deleteJob`. */
export async function wouldSend(
  db: Db,
  { targets }: Pick<Explanation, 'targets'>,
): Promise<readonly WouldCall[]> {
  const settings = await loadSettings(db);
  const made: WouldCall[] = [];
  for (const { target: name, posting, publication, identity } of targets) {
    const target = await targetNamed(db, name);
    if (target === undefined || (posting ?? publication) === undefined) continue;
    const { externalSourceId, jobId } = identity;
    const composed = await composeCall(target, settings, (service, take) =>
      posting === undefined
        ? service.deleteJob(jobId, externalSourceId, take)
        : service.processJob(posting.job, posting.employer, externalSourceId, take),
    );
    made.push({ target: name, ...composed });
  }
  return made;
}
