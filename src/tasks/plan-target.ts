import type { EmployerName } from '../directory/names.repository.ts';
import type { Db } from '../db/db.ts';
import { mirrorOf } from '../directory/directory.repository.ts';
import { createNamer } from '../directory/namer.ts';
import type { RoutingRule } from '../db/schema/targets.schema.ts';
import { liveCounts, removalCounts, resentLately, statusByFeed } from '../publishing/decisions.repository.ts';
import { upgradeRoom } from '../publishing/guard.ts';
import { firstPlanChoices } from '../publishing/holds/first-plan.queries.ts';
import { upgradeApproved, upgradesToSend } from '../publishing/holds/holds.repository.ts';
import { approvedSubjects, heldSets } from '../publishing/holds/holds.queries.ts';
import { settledAt } from '../publishing/candidates.queries.ts';
import { planTarget, type TargetPlan } from '../publishing/reconcile.ts';
import { sourcesAt } from '../publishing/queries/sources.queries.ts';
import type { SourceTerms } from '../publishing/wanted.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { comparedSince } from '../targets/target-state.ts';
import type { Target } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';
import { reroutedOf } from './rerouted-feeds.ts';
import { termsOfTarget, type TermsOfTarget } from '../publishing/posting-terms.ts';

export type Planned = {
  readonly plan: TargetPlan;
  readonly terms: TermsOfTarget;
  /** Employers' names to remember, and doubts about them. */
  readonly names: readonly EmployerName[];
  /** Every listing was compared, not only those touched since the last time. */
  readonly full: boolean;
  /** Listings whose jobs are there as they are wanted, and that were not looked at. */
  readonly settled: readonly number[];
  /** Sources that may address the target. */
  readonly sourceIds: readonly number[];
};

const isAboutAge = ({ field }: RoutingRule) => field === 'age';

/** Where a job's age matters, all are compared again each day: a job that only grows older is touched by nothing. */
function hasAged(
  { name, definition, reconciledAt }: Target,
  settings: Settings,
  sources: ReadonlyMap<number, SourceTerms>,
  now: Date,
): boolean {
  const ages =
    settings.get('publish.maxAgeDays', { target: name }) > 0 ||
    (definition.routing ?? []).some(isAboutAge) ||
    [...sources.values()].some(({ maxAgeDays, routing }) => maxAgeDays > 0 || routing.some(isAboutAge));
  return ages && reconciledAt?.toISOString().slice(0, 10) !== now.toISOString().slice(0, 10);
}

/** What a plan wants may change though no listing is touched: a school renames an employer, or its agreement ends. */
async function changesUntouched(db: Db, { id, definition }: Target, now: Date): Promise<boolean> {
  const { to } = definition.agreement ?? {};
  return (to !== undefined && now.toISOString().slice(0, 10) > to) || (await mirrorOf(db, id)) !== undefined;
}

/**
 * What a plan looks at: every listing; those touched since the last plan; or those and all that the last plan left unsettled, which
 * shows the same as every listing: what a first plan keeps and nothing touched since is read where it was written down.
 */
export type Look = 'all' | 'touched' | 'unsettled';

/** The current plan of a target; changes nothing. */
export async function planFor(
  { db, clock }: Pick<TaskContext, 'db' | 'clock'>,
  target: Target,
  settings: Settings,
  { look, sourceId }: { readonly look: Look; readonly sourceId?: number },
): Promise<Planned> {
  const now = clock.now();
  const sources = await sourcesAt(db, settings, target);
  const terms = await termsOfTarget(db, target, settings, sources.addressing);
  const isAsBefore =
    look !== 'all' &&
    target.mappingVersion === terms.mapping &&
    !hasAged(target, settings, sources.addressing, now) &&
    (look === 'touched' || !(await changesUntouched(db, target, now)));
  const since = isAsBefore ? comparedSince(target, now) : undefined;
  const sourceIds = [...sources.addressing.keys()];
  const atRest =
    look === 'unsettled' && since !== undefined
      ? await settledAt(db, { targetId: target.id, sourceIds })
      : undefined;
  const namer = createNamer(db, target.id, now);
  const upgrade = await upgradeAt(db, target.id, terms.code, now);
  const share = settings.get('publish.upgradeShare', { target: target.name });
  const upgrades = since === undefined ? [] : await upgradesWithin(db, target.id, terms.code, upgrade, share);
  const plan = await planTarget({
    db,
    target,
    settings,
    now,
    sources,
    termsFor: terms.termsFor,
    printFor: terms.printFor,
    namer,
    standing: await statusByFeed(db),
    choices: (listingIds) => firstPlanChoices(db, target.id, listingIds),
    held: await heldSets(db, target.id),
    more: [...upgrades, ...(atRest?.unsettled ?? [])],
    orphans: sourceId === undefined && (since === undefined || atRest !== undefined),
    rerouted: (sourceIds) => reroutedOf(db, sourceIds),
    removed: (oldest) => removalCounts(db, target.id, now, oldest),
    facts: {
      ...upgrade,
      version: terms.code,
      awaitsReview: target.reviewFirst,
      approved: await approvedSubjects(db, target.id, now),
    },
    since,
    sourceId,
  });
  return {
    plan,
    terms,
    names: namer.learned(),
    full: since === undefined,
    settled: (atRest?.settled ?? []).filter((id) => !plan.seen.has(id)),
    sourceIds,
  };
}

/** How far the jobs of a target may follow a new version of our code (rule R19). */
async function upgradeAt(db: Db, targetId: number, version: string, now: Date) {
  const isApproved = await upgradeApproved(db, targetId, version);
  return {
    ...(await liveCounts(db, targetId)),
    upgradeApproved: isApproved,
    // Looks at every job of the target.
    resentLately: isApproved ? await resentLately(db, targetId, version, now) : 0,
  };
}

/** The jobs that follow a new version now, as many as the share leaves room for. */
async function upgradesWithin(
  db: Db,
  targetId: number,
  version: string,
  upgrade: Awaited<ReturnType<typeof upgradeAt>>,
  share: number,
): Promise<readonly number[]> {
  const room = upgradeRoom(upgrade, share);
  return upgrade.upgradeApproved && room > 0 ? upgradesToSend(db, { targetId, version, room }) : [];
}
