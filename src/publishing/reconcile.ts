import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { HoldKind } from '../db/schema/publishing.ts';
import type { Sought } from '../directory/match.ts';
import type { Namer } from '../directory/namer.ts';
import type { Listing } from '../listings/listing.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { identityAt } from '../targets/target-definition.ts';
import type { Target } from '../targets/targets.repository.ts';
import { ADOPTED } from './adopt.ts';
import { type FullPage, pageOf } from './candidate-page.ts';
import { candidateIds } from './candidates-store.ts';
import {
  type Approved,
  removalCounts,
  type GuardFacts,
  isOrphan,
  isPicked,
  isUpgrade,
  judge,
  type RemovalFacts,
  upgradeRoom,
} from './guard.ts';
import { withholds } from './holds.ts';
import type { FirstPlanChoices } from './first-plan.repository.ts';
import type { HeldSet } from './holds-store.ts';
import { nothingRemoved, openSubjectsOf, stillIncluded } from './open-subjects.ts';
import { type Identity, identify, type Link } from './identities.ts';
import { identityOf, planChanges } from './plan.ts';
import { type PostingTerms, toPosting } from './posting.ts';
import type { Sources } from './sources-store.ts';
import { withoutRefused } from './refused-jobs.ts';
import { type Cause, isInferred } from './publication.ts';
import { sentTo } from './sent.repository.ts';
import type { Change, Sent, Verdict, Wanted } from './publishing-types.ts';
import {
  type Candidate,
  decide,
  type Decided,
  type Decision,
  type SourceTerms,
  type TargetTerms,
} from './wanted.ts';

export type Reconciling = {
  readonly db: Db;
  readonly target: Target;
  readonly settings: Settings;
  readonly now: Date;
  readonly sources: Sources;
  /** How postings are made for the target, by source (defaults and attribution differ). */
  readonly termsFor: (source: SourceTerms) => PostingTerms;
  /** The names of employers as the target's directory knows them. */
  readonly namer?: Namer;
  /** Only listings touched since then; absent: all. */
  readonly since?: Date;
  readonly sourceId?: number;
  /** Of these feeds, those whose rules were changed since a person, or a run that changed nothing, agreed to them (rule R16). */
  readonly rerouted: (sourceIds: ReadonlySet<number>) => Promise<ReadonlySet<number>>;
  /** Holds that stand, about feeds. */
  readonly standing: ReadonlyMap<number, readonly HoldKind[]>;
  /** What persons decided about jobs of first plans. */
  readonly choices?: FirstPlanChoices;
  /** Open holds of the target, and of all targets. */
  readonly held: readonly HeldSet[];
  /** Listings to look at beside those touched: what is left of an approved upgrade. */
  readonly more: readonly number[];
  readonly facts: Omit<GuardFacts, 'target' | 'standing' | keyof RemovalFacts>;
  /** What removals are compared with; asked only when there are some. */
  readonly removed: () => Promise<RemovalFacts>;
};

export type Unresolved = {
  readonly field: string;
  readonly label: string;
  readonly blocks: boolean;
  readonly example: string;
};

/** What a reconcile of a target found: the changes that may go, those that wait, and why each listing that is not sent is not. */
export type TargetPlan = {
  readonly changes: readonly Change[];
  readonly withheld: readonly Change[];
  /** Inferred removals of the last 24 h that the guard counted beside these (R5). */
  readonly counted: number;
  /** Of those that wait, the ones that the guard stopped. */
  readonly stopped: readonly Change[];
  readonly verdict: Verdict;
  /** Publications that were looked at, and of them those that a person kept and that are wanted again. */
  readonly looked: ReadonlySet<number>;
  readonly wantedAgain: readonly number[];
  readonly decided: readonly Decided[];
  /** Listings that were looked at and are sent, so that an older decision about them is void. */
  readonly sentIds: readonly number[];
  readonly unresolved: readonly Unresolved[];
  readonly links: readonly Link[];
  /** Jobs that were taken over: what we would send counts as what their target has. */
  readonly adopted: readonly Update[];
  /** What persons approved, here or where a listing ended. */
  readonly approved: Approved;
  /** What targets have as it is wanted, though an earlier plan wanted something else of it. */
  readonly met: readonly { readonly sent: Sent; readonly wanted: Wanted }[];
  /** Publications that stay as they are, with nothing queued that may leave. */
  readonly left: readonly number[];
  /** There are jobs, and nothing about them would change: a review of the plan has nothing to look at. */
  readonly comparedOnly: boolean;
};

const PAGE = 1_000;

/** Compares what is wanted at a target with what was sent, and judges the difference. Changes nothing. */
export async function planTarget(reconciling: Reconciling): Promise<TargetPlan> {
  const { db, target, settings, facts, standing: reviewed, sources, now } = reconciling;
  const found: Found = {
    changes: [],
    decided: [],
    sentIds: [],
    unresolved: [],
    links: [],
    seen: new Set(),
    met: [],
    left: [],
    looked: new Set(),
    wantedAgain: [],
    keys: new Set(),
    approved: new Map(facts.approved.listings),
  };
  const ids = [...new Set([...(await idsOf(reconciling)), ...reconciling.more])];
  const terms = targetTerms(target, settings);
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = await pageOf(db, ids.slice(at, at + PAGE), sources, terms, now);
    await reconciling.namer?.prepare(page.candidates.flatMap(({ listing }) => employerSought(listing) ?? []));
    await planPage(reconciling, page, found);
  }
  if (reconciling.since === undefined && reconciling.sourceId === undefined)
    await planOrphans(reconciling, found);
  const adopted = found.changes.filter(isAdopted);
  const proposed = found.changes.filter((change) => !isAdopted(change));
  const { refused, changes, decided, sentIds } = withoutRefused(proposed, found, reconciling.choices);
  const rerouted = await reroutedIn(reconciling, changes);
  const byFeed = split(
    changes,
    (change) =>
      (isWithheld(change, reviewed, facts.version) && !isPicked(change, reconciling.choices?.ofFeeds)) ||
      (isUnrouting(change) && rerouted.has(change.sent.sourceId)),
  );
  const approved = { publications: facts.approved.publications, listings: found.approved };
  const standing = openSubjectsOf(reconciling.held, found.looked);
  const isCounting =
    removalCounts(byFeed.rest, approved).length > 0 ||
    (found.looked.size > 0 && standing.share + standing.everywhere > 0);
  const removed = isCounting ? stillIncluded(await reconciling.removed(), reconciling.held) : nothingRemoved;
  const verdict = judge(
    byFeed.rest,
    { ...facts, ...removed, approved, standing, target: target.name },
    settings,
  );
  const byVerdict = split(byFeed.rest, (change) => isHeld(change, verdict, { ...facts, approved }));
  let room = upgradeRoom(facts, settings.get('publish.upgradeShare', { target: target.name }));
  const byPace = split(byVerdict.rest, (change) => {
    if (change.kind === 'delist' || change.underway || !isUpgrade(change, facts.version)) return false;
    room -= 1;
    return room < 0;
  });
  const withheld = [...byFeed.taken, ...byVerdict.taken, ...byPace.taken];
  const comparedOnly = facts.live > 0 && changes.length === 0;
  const { unresolved, links, met } = found;
  const left = [
    ...found.left,
    ...[...withheld, ...refused].flatMap(({ sent }) =>
      sent === undefined || sent.intent === 'leave' ? [] : [sent.id],
    ),
  ];
  return {
    approved,
    met,
    left,
    decided,
    sentIds,
    unresolved,
    links,
    adopted,
    changes: byPace.rest,
    withheld,
    counted: removed.removedLately,
    stopped: byVerdict.taken,
    verdict,
    looked: found.looked,
    wantedAgain: found.wantedAgain,
    comparedOnly,
  };
}

type Found = {
  readonly changes: Change[];
  readonly decided: Decided[];
  readonly sentIds: number[];
  readonly unresolved: Unresolved[];
  readonly links: Link[];
  /** Listings that were looked at: copies come with every page that has one of them. */
  readonly seen: Set<number>;
  readonly met: { readonly sent: Sent; readonly wanted: Wanted }[];
  readonly left: number[];
  readonly looked: Set<number>;
  readonly wantedAgain: number[];
  /** Identities of new jobs, as the target compares them. */
  readonly keys: Set<string>;
  /** By listing: the hold in which a person approved its end. */
  readonly approved: Map<number, number>;
};

function idsOf({ db, target, now, sources, since, sourceId }: Reconciling): Promise<readonly number[]> {
  const sourceIds = [...sources.addressing.keys()];
  return candidateIds(db, { targetId: target.id, now, sourceIds, ...present({ since, sourceId }) });
}

async function planPage(reconciling: Reconciling, page: FullPage, found: Found): Promise<void> {
  const { db, target } = reconciling;
  const { identities, sent, links } = await identify(db, target, page, found.keys);
  const wanted: Wanted[] = [];
  const unwanted = new Map<number, Cause>();
  const waiting = new Set<number>();
  const fresh = page.candidates.filter(({ listingId }) => !found.seen.has(listingId));
  const bearing = new Set(fresh.map(({ listingId }) => listingId));
  found.links.push(...links.filter(({ listingId }) => bearing.has(listingId)));
  for (const candidate of fresh) {
    const { listingId, source, listing } = candidate;
    found.seen.add(listingId);
    if (candidate.approvedIn !== undefined) found.approved.set(listingId, candidate.approvedIn);
    const identity = identities.get(listingId) ?? identityAt(target.definition, source, listing.jobId);
    const outcome = decideAndMake(reconciling, candidate, identity, found);
    if ('posting' in outcome) {
      wanted.push(outcome);
      found.sentIds.push(listingId);
      continue;
    }
    found.decided.push({ listingId, decision: outcome });
    if (outcome.kind === 'skip') unwanted.set(listingId, outcome.cause);
    else waiting.add(listingId);
  }
  const mine = sent.filter(({ listingId }) => listingId !== undefined && bearing.has(listingId));
  const wantedAt = new Map(wanted.map((one) => [identityOf(one), one]));
  // What waits stays as it is, unless a copy takes over under its identity.
  const waits = (one: Sent) => waiting.has(one.listingId ?? 0) && !wantedAt.has(identityOf(one));
  const publications = mine.filter((one) => !waits(one));
  const changes = planChanges({ wanted, sent: publications, unwanted });
  found.changes.push(...changes);
  const calls = new Set(changes.map(({ sent: about }) => about?.id));
  for (const one of mine) {
    found.looked.add(one.id);
    if (one.kept === 'hide' && wantedAt.has(identityOf(one))) found.wantedAgain.push(one.id);
    const posting = wantedAt.get(identityOf(one));
    if (waits(one)) {
      if (one.intent !== 'leave') found.left.push(one.id);
    } else if (posting !== undefined && !calls.has(one.id) && one.wantedFingerprint !== posting.fingerprint)
      found.met.push({ sent: one, wanted: posting });
  }
}

/** Publications whose listing is no more in the table: nothing wants them. */
async function planOrphans({ db, target }: Reconciling, found: Found): Promise<void> {
  const linked = new Set(found.links.map(({ publicationId }) => publicationId));
  const orphans = (await sentTo(db, target.id, 'orphans')).filter(({ id }) => !linked.has(id));
  for (const { id } of orphans) found.looked.add(id);
  found.changes.push(...planChanges({ wanted: [], sent: orphans, unwanted: new Map() }));
}

function decideAndMake(
  { target, settings, now, termsFor, namer }: Reconciling,
  candidate: Candidate,
  identity: Identity,
  found: Found,
): Wanted | Exclude<Decision, { kind: 'send' }> {
  const decision = decide(candidate, targetTerms(target, settings), now);
  if (decision.kind !== 'send') return decision;
  const { listing, source, listingId } = candidate;
  const sought = namer === undefined ? undefined : employerSought(listing);
  const employerName = sought === undefined ? undefined : namer?.nameFor(sought);
  if (identity.jobId.length > LONGEST_ID)
    return waiting(`its id has ${identity.jobId.length} characters, a school takes ${LONGEST_ID}`);
  const made = madeOrWhy(() =>
    toPosting(listing, { ...termsFor(source), ...present({ employerName }) }, identity),
  );
  if (typeof made === 'string') return waiting(made);
  const blocks = made.kind === 'waiting';
  for (const { field, labels } of made.resolutions) {
    for (const { label, keys, step } of labels) {
      // An alias without keys is a decision: the label means none of the entries.
      if (keys.length === 0 && step !== 'alias')
        found.unresolved.push({ field, label, blocks, example: listing.job.job_title ?? '' });
    }
  }
  if (made.kind === 'waiting') return { kind: 'wait', step: made.step, reason: made.reason };
  return {
    listingId,
    listingFingerprint: candidate.fingerprint,
    source: source.name,
    sourceId: source.id,
    externalSourceId: identity.externalSourceId,
    jobId: identity.jobId,
    ...(identity.clashes === true && { ownId: listing.jobId }),
    posting: made.posting,
    fingerprint: made.fingerprint,
    title: listing.job.job_title ?? '',
    employer: listing.employer.empname ?? '',
    fromForm: source.kind === 'form',
  };
}

const LONGEST_ID = 200;

const waiting = (reason: string) => ({ kind: 'wait', step: 'posting', reason }) as const;

/** A job that cannot become a posting is reported and never stops the others. */
function madeOrWhy<T>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    return `no posting can be made of it: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The employer of a listing as a directory is asked for it; undefined where it has no name. */
export function employerSought({ employer }: Listing): Sought | undefined {
  const { empname, website, email } = employer;
  if (empname === undefined || empname === null || empname === '') return undefined;
  return { name: empname, website: website ?? undefined, email: email ?? undefined };
}

/** What of a target bears on whether a listing belongs there. */
export function targetTerms(target: Target, settings: Settings): TargetTerms {
  const { agreement, routing } = target.definition;
  return {
    id: target.id,
    name: target.name,
    builtIn: target.builtIn,
    routing: routing ?? [],
    maxAgeDays: settings.get('publish.maxAgeDays', { target: target.name }),
    agreementTo: agreement?.to,
  };
}

/** A removal because the rules address the job there no longer, that has not begun. */
export function isUnrouting(change: Change): change is Delisting {
  return change.kind === 'delist' && change.cause === 'unrouted' && change.sent.intent !== 'hide';
}

async function reroutedIn(
  { rerouted }: Reconciling,
  changes: readonly Change[],
): Promise<ReadonlySet<number>> {
  const sourceIds = new Set(changes.filter(isUnrouting).map(({ sent }) => sent.sourceId));
  return sourceIds.size === 0 ? sourceIds : rerouted(sourceIds);
}

/** What a person kept, or has not reviewed yet, stays; what was dated, said or decided goes anyway (R5). */
function isWithheld(change: Change, standing: Reconciling['standing'], version: string): boolean {
  const { sent, kind } = change;
  if (kind !== 'delist') {
    const isReviewed = !(standing.get(change.wanted.sourceId) ?? []).some(withholds);
    return !change.underway && (!isReviewed || (sent?.kept === 'show' && isUpgrade(change, version)));
  }
  if (!isInferred(change.cause) || change.sent.intent === 'hide') return false;
  return (
    change.sent.kept === 'hide' ||
    (change.cause === 'missing' && (standing.get(change.sent.sourceId) ?? []).some(withholds))
  );
}

function isHeld(
  change: Change,
  verdict: Verdict,
  { approved, version, picked }: Pick<GuardFacts, 'approved' | 'version' | 'picked'>,
): boolean {
  if (verdict.kind === 'safe') return false;
  const kinds = new Set(verdict.holds.map(({ kind }) => kind));
  if (kinds.has('review') && !isPicked(change, picked)) return true;
  if (change.kind !== 'delist') return kinds.has('changed') && isUpgrade(change, version);
  const counted = removalCounts([change], approved);
  return counted.length > 0 && (kinds.has('share') || counted.some(isOrphan));
}

type Update = Extract<Change, { kind: 'update' }>;
type Delisting = Extract<Change, { kind: 'delist' }>;

function isAdopted(change: Change): change is Update {
  return change.kind === 'update' && change.sent.takenFingerprint === ADOPTED;
}

function split<T>(
  items: readonly T[],
  takes: (item: T) => boolean,
): { readonly taken: readonly T[]; readonly rest: readonly T[] } {
  const taken: T[] = [];
  const rest: T[] = [];
  // Each is asked once: the answer may depend on how many were taken before.
  for (const item of items) (takes(item) ? taken : rest).push(item);
  return { taken, rest };
}
