import { fingerprint } from '../core/fingerprint.ts';
import type { holds } from '../db/schema/publishing.ts';
import { holdsChanges, withholds } from './holds/holds.ts';
import type { Hold } from './holds/holds.queries.ts';
import { blockedReason, type BlockedReason } from './job-state.ts';
import type { PlaceCount } from './queries/place-counts.ts';
import type { JobPlace } from './queries/job-states.queries.ts';
import type { TargetPlan } from './reconcile.ts';
import type { Change } from './publishing-types.ts';

/** What of a plan pages and API show. */
export type PlanFound = Pick<TargetPlan, 'changes' | 'withheld' | 'decided'> & { readonly unchanged: number };

/** Names exactly the calls of a plan: the same calls have the same id. */
export function planId(target: string, changes: readonly Change[]): string {
  const calls = changes.map((change) =>
    change.kind === 'delist'
      ? `delist ${change.sent.id}`
      : `${change.kind} ${change.wanted.externalSourceId} ${change.wanted.jobId} ${change.wanted.fingerprint}`,
  );
  return `${target}@${fingerprint(calls.toSorted()).slice(0, 16)}`;
}

/** Jobs of a plan that do not go out now, alike in why. */
export type PlanGroup = { readonly listingIds: readonly number[]; readonly jobs: number } &
  /** `changes`: those that the plan has; a hold may keep jobs that the plan does not touch. */
  (
    | { readonly state: 'held'; readonly holdId: number; readonly changes: readonly Change[] }
    | { readonly state: 'look' | 'refused' }
    /** `detail`: the most common reason in words; `reasons`: that of each listing, in the order of `listingIds`. */
    | {
        readonly state: 'blocked';
        readonly reason: BlockedReason;
        readonly detail: string;
        readonly reasons: readonly string[];
      }
    | { readonly state: 'to_publish' }
    | { readonly state: 'left_out'; readonly step: string; readonly detail: string }
  );

type OpenHold = Readonly<Pick<typeof holds.$inferSelect, 'id' | 'kind' | 'sourceId' | 'targetId'>>;

/** Why jobs of a plan do not go out now: what waits for a person first, each group the largest first. */
export function groupsOf(
  plan: Pick<TargetPlan, 'changes' | 'withheld' | 'decided'>,
  targetId: number,
  holds: readonly OpenHold[],
  standing: readonly JobPlace[],
): readonly PlanGroup[] {
  const going = new Set([...plan.changes, ...plan.withheld].flatMap(listingIn));
  const decided = plan.decided.filter(({ listingId }) => !going.has(listingId));
  // As in the view `job_at_school`: a closing day in doubt is read again, or decided with its hold.
  const waits = decided.flatMap(({ listingId, decision }) =>
    decision.kind === 'wait' && decision.step !== 'ended' && decision.step !== 'window'
      ? [{ listingId, ...decision }]
      : [],
  );
  const skipped = decided.flatMap(({ listingId, decision }) =>
    decision.kind === 'skip' && decision.step !== 'ended' ? [{ listingId, ...decision }] : [],
  );
  const blocked = Map.groupBy(
    waits.filter(({ step }) => step !== 'judged'),
    ({ step }) => blockedReason(step),
  );
  const told = new Set([...going, ...waits.map(({ listingId }) => listingId)]);
  const standingIn = (one: JobPlace['state']) =>
    standing.filter(({ state, listingId }) => state === one && (listingId === null || !told.has(listingId)));
  const unjudged = waits.filter(({ step }) => step === 'judged').map(({ listingId }) => listingId);
  return [
    ...(['look', 'refused'] as const).flatMap((state) => {
      const rows = standingIn(state);
      return rows.length === 0 ? [] : [{ state, ...jobsOf(rows) }];
    }),
    ...heldIn(
      plan.withheld.filter((change) => !isOut(change)),
      standingIn('held'),
      holdOf(targetId, holds, standing),
    ),
    ...largestFirst(
      [...blocked].map(([reason, jobs]) => ({
        state: 'blocked' as const,
        reason,
        reasons: jobs.map((job) => job.reason),
        ...sumOf(jobs),
      })),
    ),
    ...(unjudged.length === 0
      ? []
      : [{ state: 'to_publish' as const, listingIds: unjudged, jobs: unjudged.length }]),
    ...largestFirst(
      [...Map.groupBy(skipped, ({ step }) => step)].map(([step, jobs]) => ({
        state: 'left_out' as const,
        step,
        ...sumOf(jobs),
      })),
    ),
  ];
}

/** The last plan took a job's queued call back; one that is out ends first, and is counted as on its way. */
const isOut = ({ sent }: Change) => sent?.due === true && sent.intent === 'leave';

/** The hold that keeps a change back: the one under which its job stands, else the oldest of its feed and school. */
function holdOf(targetId: number, holds: readonly OpenHold[], standing: readonly JobPlace[]) {
  const stands = new Map(
    standing.flatMap(({ listingId, holdId }) => (holdId === null ? [] : [[listingId, holdId] as const])),
  );
  return (change: Change): number | undefined => {
    const { sourceId, listingId } = change.kind === 'delist' ? change.sent : change.wanted;
    const known = listingId === undefined ? undefined : stands.get(listingId);
    if (known !== undefined) return known;
    const about = holds.filter(
      (hold) =>
        (hold.sourceId === sourceId && (withholds(hold.kind) || change.kind === 'delist')) ||
        (hold.sourceId === null && (hold.targetId === targetId || hold.targetId === null)),
    );
    return about.toSorted((a, b) => a.id - b.id)[0]?.id;
  };
}

/** What a hold that no longer waits keeps back was decided: it is left out. */
function heldIn(
  withheld: readonly Change[],
  standing: readonly JobPlace[],
  holdIdOf: (change: Change) => number | undefined,
): readonly PlanGroup[] {
  const groups = Map.groupBy(withheld, holdIdOf);
  const kept = Map.groupBy(standing, ({ holdId }) => holdId ?? undefined);
  return largestFirst(
    [...new Set([...groups.keys(), ...kept.keys()])].map((holdId): PlanGroup => {
      const changes = groups.get(holdId) ?? [];
      const still = jobsOf(kept.get(holdId) ?? []);
      const listingIds = [...changes.flatMap(listingIn), ...still.listingIds];
      const jobs = changes.length + still.jobs;
      return holdId === undefined
        ? {
            state: 'left_out',
            step: 'held',
            detail: 'a person decided to keep it back',
            listingIds,
            jobs,
          }
        : { state: 'held', holdId, changes, listingIds, jobs };
    }),
  );
}

const jobsOf = (rows: readonly JobPlace[]) => ({
  listingIds: rows.flatMap(({ listingId }) => listingId ?? []),
  jobs: rows.length,
});

const largestFirst = <T extends { readonly jobs: number }>(groups: readonly T[]): readonly T[] =>
  groups.toSorted((a, b) => b.jobs - a.jobs);

function sumOf(jobs: readonly { readonly listingId: number; readonly reason: string }[]) {
  const [most] = largestFirst(
    [...Map.groupBy(jobs, ({ reason }) => reason)].map(([reason, some]) => ({ reason, jobs: some.length })),
  );
  return {
    listingIds: jobs.map(({ listingId }) => listingId),
    jobs: jobs.length,
    detail: most?.reason ?? '',
  };
}

/** The listing that a change is about; what was taken over, or lost its feed, may have no listing. */
export function listingIn(change: Change): readonly number[] {
  if (change.kind !== 'delist') return [change.wanted.listingId];
  return change.sent.listingId === undefined ? [] : [change.sent.listingId];
}

/** Holds of documents that would add or change jobs of feeds that a school has jobs of: no plan is about them yet. */
export function stoppedDocuments(holds: readonly Hold[], places: readonly PlaceCount[]): readonly Hold[] {
  const sourceIds = new Set(places.map(({ sourceId }) => sourceId));
  return holds.filter((hold) => holdsChanges(hold) && hold.sourceId !== null && sourceIds.has(hold.sourceId));
}
