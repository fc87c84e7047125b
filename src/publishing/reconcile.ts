import { present } from '../core/present.ts';
import type { HoldKind } from '../db/schema/publishing.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Target } from '../targets/targets.queries.ts';
import { ADOPTED } from './recovery/adopt.ts';
import { pageOf } from './queries/candidate-page.ts';
import { candidateIds } from './candidates.queries.ts';
import {
  type Approved,
  removalCounts,
  type GuardFacts,
  isOrphan,
  isPicked,
  isToReview,
  isUpgrade,
  judge,
  removedBeside,
  oldestOf,
  type RemovalFacts,
  upgradeRoom,
} from './guard.ts';
import { withholds } from './holds/holds.ts';
import { median } from './guard-run.ts';
import type { FirstPlanChoices } from './holds/first-plan.queries.ts';
import type { HeldSet } from './holds/holds.queries.ts';
import { nothingRemoved, openSubjectsOf, stillIncluded } from './holds/open-subjects.ts';
import type { Link } from './identities.ts';
import { planChanges } from './plan.ts';
import {
  employerSought,
  type Found,
  planPage,
  type Planning,
  type Stamp,
  type Unresolved,
} from './queries/plan-page.ts';
import type { Sources } from './queries/sources.queries.ts';
import { isInferred } from './publication.ts';
import { sentTo } from './sent.repository.ts';
import type { Change, HoldWindow, Sent, Verdict, Wanted } from './publishing-types.ts';
import type { Decided, TargetTerms } from './wanted.ts';

export type Reconciling = Planning & {
  readonly settings: Settings;
  readonly sources: Sources;
  /** Only listings touched since then; absent: all. */
  readonly since?: Date;
  readonly sourceId?: number;
  /** Of these feeds, those whose rules were changed since a person, or a run that changed nothing, agreed to them (rule R16). */
  readonly rerouted: (sourceIds: ReadonlySet<number>) => Promise<ReadonlySet<number>>;
  /** Holds that stand, about feeds. */
  readonly standing: ReadonlyMap<number, readonly HoldKind[]>;
  /** What persons decided about these listings in first plans. */
  readonly choices: (listingIds: readonly number[]) => Promise<FirstPlanChoices>;
  /** Open holds of the target, and of all targets. */
  readonly held: readonly HeldSet[];
  /** Listings to look at beside those touched. */
  readonly more: readonly number[];
  /** Publications without a listing are looked at too. */
  readonly orphans: boolean;
  readonly facts: Omit<GuardFacts, 'target' | 'standing' | 'now' | 'ended' | keyof RemovalFacts>;
  /** What removals are compared with, since a day before `oldest`; asked only when there are some. */
  readonly removed: (oldest: Date) => Promise<RemovalFacts>;
};

/** What a reconcile of a target found: the changes that may go, those that wait, and why each listing that is not sent is not. */
export type TargetPlan = {
  readonly changes: readonly Change[];
  readonly withheld: readonly Change[];
  /** Inferred removals of the last 24 h that the guard counted beside these, and those of a usual day there (R5). */
  readonly window: HoldWindow;
  /** Of those that wait, the ones that the guard stopped. */
  readonly stopped: readonly Change[];
  readonly verdict: Verdict;
  /** Publications that were looked at, and of them those that a person kept and that are wanted again. */
  readonly looked: ReadonlySet<number>;
  /** Listings that were looked at. */
  readonly seen: ReadonlySet<number>;
  readonly wantedAgain: readonly number[];
  readonly decided: readonly Decided[];
  /** Listings that were looked at and are sent, so that an older decision about them is void. */
  readonly sentIds: readonly number[];
  readonly unresolved: readonly Unresolved[];
  readonly links: readonly Link[];
  /** Of what postings that are there were made, where that is not written down. */
  readonly stamps: readonly Stamp[];
  /** Jobs that were taken over: what we would send counts as what their target has. */
  readonly adopted: readonly Update[];
  /** What persons approved, here or where a listing ended. */
  readonly approved: Approved;
  /** By listing: since when its removal counts, where that is not now. */
  readonly ended: ReadonlyMap<number, Date>;
  /** What targets have as it is wanted, though an earlier plan wanted something else of it. */
  readonly met: readonly { readonly sent: Sent; readonly wanted: Wanted }[];
  /** Publications that stay as they are, with nothing queued that may leave. */
  readonly left: readonly number[];
  /** There are jobs, and nothing about them would change: a review of the plan has nothing to look at. */
  readonly comparedOnly: boolean;
};

const PAGE = 1_000;

/** What a person refused of a first plan, as it is, is left out, and what the school has stays. */
const keptBack = {
  kind: 'skip',
  step: 'refused',
  cause: 'operator',
  reason: 'a person decided to keep it back',
} as const;

/** Compares what is wanted at a target with what was sent, and judges the difference. Changes nothing. */
export async function planTarget(reconciling: Reconciling): Promise<TargetPlan> {
  const found = await compared(reconciling);
  const adopted = found.changes.filter(isAdopted);
  const proposed = found.changes.filter((change) => !isAdopted(change));
  const listings = proposed.flatMap((change) => (change.kind === 'delist' ? [] : [change.wanted.listingId]));
  const choices = await reconciling.choices(listings);
  const facts = { ...reconciling.facts, picked: choices.ofTarget };
  const isRefused = (change: Change) => !change.underway && isPicked(change, choices.refused);
  const { taken: refused, rest: changes } = split(proposed, isRefused);
  const byFeed = split(changes, await waitingForFeeds(reconciling, changes, choices));
  const judged = await judgedBy({ ...reconciling, facts }, found, byFeed.rest);
  const { approved, verdict } = judged;
  const byVerdict = split(byFeed.rest, (change) => isHeld(change, verdict, { ...facts, approved }));
  const byPace = split(byVerdict.rest, aboveRoom(reconciling));
  const withheld = [...byFeed.taken, ...byVerdict.taken, ...byPace.taken];
  const refusals = refused.flatMap((change): Decided[] => {
    if (change.kind === 'delist') return [];
    const { listingId, unlisted } = change.wanted;
    return [{ listingId, unlisted, decision: keptBack }];
  });
  const refusedIds = new Set(refusals.map(({ listingId }) => listingId));
  const kept = [...withheld, ...refused].flatMap(({ sent }) =>
    sent === undefined || sent.intent === 'leave' ? [] : [sent.id],
  );
  return {
    ...found,
    ...judged,
    left: [...found.left, ...kept],
    decided: [...found.decided, ...refusals],
    sentIds: found.sentIds.filter((id) => !refusedIds.has(id)),
    adopted,
    changes: byPace.rest,
    withheld,
    stopped: byVerdict.taken,
    comparedOnly: facts.live > 0 && changes.length === 0 && refused.length === 0,
  };
}

/** Every listing to look at beside what was sent of it, page by page. */
async function compared(reconciling: Reconciling): Promise<Found> {
  const { db, target, settings, facts, sources, now } = reconciling;
  const found: Found = {
    changes: [],
    decided: [],
    sentIds: [],
    unresolved: [],
    links: [],
    stamps: [],
    seen: new Set(),
    met: [],
    left: [],
    looked: new Set(),
    wantedAgain: [],
    keys: new Set(),
    approved: new Map(facts.approved.listings),
    ended: new Map(),
  };
  const ids = [...new Set([...(await idsOf(reconciling)), ...reconciling.more])];
  const terms = targetTerms(target, settings);
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = await pageOf(db, ids.slice(at, at + PAGE), sources, terms, now);
    await reconciling.namer?.prepare(page.candidates.flatMap(({ listing }) => employerSought(listing) ?? []));
    await planPage(reconciling, terms, page, found);
  }
  if (reconciling.orphans) await planOrphans(reconciling, found);
  return found;
}

/** What the guard says of changes that no feed holds back, and what it compared them with. */
async function judgedBy(
  { target, settings, facts, held, now, removed }: Reconciling,
  found: Found,
  changes: readonly Change[],
): Promise<Pick<TargetPlan, 'approved' | 'ended' | 'window' | 'verdict'>> {
  const approved = { publications: facts.approved.publications, listings: found.approved };
  const standing = openSubjectsOf(held, found.looked);
  // While a hold of removals is open nothing leaves it because time passed.
  const isAsked = held.some(({ kind }) => kind === 'share');
  const days = { now, ended: isAsked ? new Map<number, Date>() : found.ended };
  const counting = removalCounts(changes, approved);
  const isCounting =
    counting.length > 0 || (found.looked.size > 0 && standing.share + standing.everywhere > 0);
  const before = isCounting ? stillIncluded(await removed(oldestOf(counting, days)), held) : nothingRemoved;
  const known = { ...facts, ...before, ...days, approved, standing, target: target.name };
  const verdict = judge(changes, known, settings);
  const window = { counted: removedBeside(changes, known), usual: median(known.usualThere) };
  return { approved, ended: days.ended, window, verdict };
}

function idsOf({
  db,
  target,
  now,
  sources,
  since,
  sourceId,
  settings,
}: Reconciling): Promise<readonly number[]> {
  const closeHours = settings.get('delist.closeHours');
  const sourceIds = [...sources.addressing.keys()];
  return candidateIds(db, {
    targetId: target.id,
    now,
    sourceIds,
    closeHours,
    ...present({ since, sourceId }),
  });
}

/** Publications whose listing is no more in the table: nothing wants them. */
async function planOrphans({ db, target }: Reconciling, found: Found): Promise<void> {
  const linked = new Set(found.links.map(({ publicationId }) => publicationId));
  const orphans = (await sentTo(db, target.id, 'orphans')).filter(({ id }) => !linked.has(id));
  for (const { id } of orphans) found.looked.add(id);
  // One by one: there may be more than a call takes arguments.
  for (const change of planChanges({ wanted: [], sent: orphans, unwanted: new Map() }))
    found.changes.push(change);
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
    closeHours: settings.get('delist.closeHours'),
    agreementTo: agreement?.to,
  };
}

/** A removal because the rules address the job there no longer, that has not begun. */
export function isUnrouting(change: Change): change is Delisting {
  return change.kind === 'delist' && change.cause === 'unrouted' && change.sent.intent !== 'hide';
}

/** Whether a change waits for what a person is to say about its feed: a first plan, or rules that were changed (R16). */
async function waitingForFeeds(
  { rerouted, standing, facts }: Reconciling,
  changes: readonly Change[],
  { ofFeeds }: FirstPlanChoices,
): Promise<(change: Change) => boolean> {
  const sourceIds = new Set(changes.filter(isUnrouting).map(({ sent }) => sent.sourceId));
  const asked = sourceIds.size === 0 ? sourceIds : await rerouted(sourceIds);
  return (change) =>
    (isWithheld(change, standing, facts.version) && !isPicked(change, ofFeeds)) ||
    (isUnrouting(change) && asked.has(change.sent.sourceId));
}

/** Whether an upgrade of ours has sent its share of today already; to be asked of each change once (R19). */
function aboveRoom({ facts, settings, target: { name } }: Reconciling): (change: Change) => boolean {
  let room = upgradeRoom(facts, settings.get('publish.upgradeShare', { target: name }));
  return (change) => {
    if (change.kind === 'delist' || change.underway || !isUpgrade(change, facts.version)) return false;
    room -= 1;
    return room < 0;
  };
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
  facts: Pick<GuardFacts, 'approved' | 'version' | 'picked'>,
): boolean {
  const { approved, version } = facts;
  if (verdict.kind === 'safe') return false;
  const kinds = new Set(verdict.holds.map(({ kind }) => kind));
  if (kinds.has('review') && isToReview(change, facts)) return true;
  if (change.kind !== 'delist') return kinds.has('changed') && isUpgrade(change, version);
  const counted = removalCounts([change], approved);
  return counted.length > 0 && (kinds.has('share') || counted.some(isOrphan));
}

type Update = Extract<Change, { kind: 'update' }>;
type Delisting = Extract<Change, { kind: 'delist' }>;

function isAdopted(change: Change): change is Update {
  return change.kind === 'update' && change.sent.takenFingerprint === ADOPTED;
}

function split<T>(items: readonly T[], takes: (item: T) => boolean) {
  const taken: T[] = [];
  const rest: T[] = [];
  // Each is asked once: the answer may depend on how many were taken before.
  for (const item of items) (takes(item) ? taken : rest).push(item);
  return { taken, rest };
}
