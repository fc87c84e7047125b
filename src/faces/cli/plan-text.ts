import { grouped } from '../../core/numbers.ts';
import { holdTitle } from '../../publishing/holds/holds.ts';
import type { Hold } from '../../publishing/holds/holds.queries.ts';
import type { BlockedReason } from '../../publishing/job-state.ts';
import { listingIn, type PlanGroup, planId, stoppedDocuments } from '../../publishing/plan-groups.ts';
import type { Change } from '../../publishing/publishing-types.ts';
import type { TargetPlan } from '../../publishing/reconcile.ts';
import {
  liveOf,
  numberOf,
  type PlaceCount,
  toSend,
  waitsForYou,
} from '../../publishing/queries/place-counts.ts';
import { blockedText, causeText, placeText } from '../../publishing/state-texts.ts';
import type { Target } from '../../targets/targets.queries.ts';
import { aligned, cutTo } from '../../operations/registry/operation-text.ts';
import { plural, type Terminal } from './terminal.ts';

export type PlanOfTarget = {
  readonly target: Target;
  readonly found: TargetPlan;
  readonly groups: readonly PlanGroup[];
  /** All jobs of the target, as every page counts them. */
  readonly places: readonly PlaceCount[];
  /** The jobs that wait, by their listing. */
  readonly jobs: ReadonlyMap<
    number,
    { readonly source: string; readonly jobId: string; readonly title: string }
  >;
};

export const isWaiting = ({ state }: PlanGroup) => waitsForYou.some((one) => one === state);

const changeStates = { publish: 'to_publish', update: 'update_due', delist: 'to_remove' } as const;

/** The changes; with `--waiting` also the jobs that wait and that nothing would change. */
export function rowsIn({ target, found, groups, jobs }: PlanOfTarget, withWaiting: boolean) {
  const plan = planId(target.name, found.changes);
  const row = (change: Change, held: boolean) => {
    const { externalSourceId, jobId, title } = change.kind === 'delist' ? change.sent : change.wanted;
    const state = held ? 'held' : changeStates[change.kind];
    return {
      target: target.name,
      plan,
      change: change.kind,
      external_source_id: externalSourceId,
      job_id: jobId,
      title,
      why: change.kind === 'delist' ? change.cause : change.because,
      held,
      state,
      state_text: placeText(state).word,
      reason: null,
    };
  };
  const inPlan = new Set(found.withheld.flatMap(listingIn));
  const waiting = groups.flatMap((group) =>
    !isWaiting(group) || !withWaiting
      ? []
      : group.listingIds.flatMap((id) => {
          if (inPlan.has(id)) return [];
          const job = jobs.get(id);
          return {
            target: target.name,
            plan,
            change: 'none',
            external_source_id: job?.source ?? '',
            job_id: job?.jobId ?? '',
            title: job?.title ?? '',
            held: group.state === 'held',
            state: group.state,
            state_text: placeText(group.state).word,
            why: whyWaiting(group),
            reason: group.state === 'blocked' ? group.reason : null,
          };
        }),
  );
  return [
    ...found.changes.map((change) => row(change, false)),
    ...found.withheld.map((change) => row(change, true)),
    ...waiting,
  ];
}

function whyWaiting(group: PlanGroup): string {
  if (group.state === 'blocked') return group.detail;
  return group.state === 'held' ? `hold ${group.holdId}` : '';
}

const signs = { delist: '−', update: '~', publish: '+' } as const;
/** Rows of each kind; `--json` has all. */
const FIRST = 20;

type PlanStyle = { readonly withJobs: boolean } & Pick<Terminal, 'width'>;

const jobsIn = (groups: readonly PlanGroup[]) => groups.reduce((sum, { jobs }) => sum + jobs, 0);

export function planText(one: PlanOfTarget, holds: readonly Hold[], { withJobs, width }: PlanStyle): string {
  const { target, found, groups, places } = one;
  const ofKind = (kind: Change['kind']) => found.changes.filter((change) => change.kind === kind);
  const waiting = groups.filter(isWaiting);
  const unjudged = jobsIn(groups.filter(({ state }) => state === 'to_publish'));
  const told = found.changes.length + unjudged + jobsIn(waiting);
  const underway = numberOf(places, ...toSend, ...waitsForYou, 'unclear') - told;
  const stopped = stoppedText(holds, places).map((line) => `  ${line}`);
  if (found.changes.length + waiting.length + unjudged === 0 && underway <= 0)
    return [
      `${target.name} is up to date: ${plural(liveOf(places), 'job')} live${stopped.length === 0 ? ', nothing waits' : ''}`,
      ...stopped,
    ].join('\n');
  const lines = (['delist', 'update', 'publish'] as const).flatMap((kind) => {
    const changes = ofKind(kind);
    const rows = changes.slice(0, FIRST).map((change) => {
      const { source, jobId, title } = change.kind === 'delist' ? change.sent : change.wanted;
      return [`  ${signs[kind]} ${source} ${jobId}`, title.slice(0, 40), why(change)];
    });
    const more = changes.length - rows.length;
    return more === 0 ? rows : [...rows, [`  … ${plural(more, 'more', 'more')}`, '', '']];
  });
  return [
    `${target.name}   ${ofKind('publish').length} to publish   ${ofKind('update').length} to update   ${ofKind('delist').length} to take down`,
    ...(lines.length === 0 ? [] : [aligned(cutTo(lines, width))]),
    ...(underway <= 0 ? [] : [`  ${plural(underway, 'job is', 'jobs are')} on the way or not compared yet`]),
    ...(unjudged === 0
      ? []
      : [`  ${plural(unjudged, 'job is', 'jobs are')} checked for copies and fraud first, then they go`]),
    ...stopped,
    ...waitingText(waiting, one, holds, { withJobs, width }),
    ...(found.changes.length === 0
      ? []
      : [`Send exactly this: quadwire publish --plan ${planId(target.name, found.changes)}`]),
  ].join('\n');
}

/** The documents of feeds that were stopped. */
export const stoppedText = (holds: readonly Hold[], places: readonly PlaceCount[]) =>
  stoppedDocuments(holds, places).map((hold) => `stopped: ${holdTitle(hold)}    quadwire hold ${hold.id}`);

const why = (change: Change): string => (change.kind === 'delist' ? causeText(change.cause) : change.because);

/** What waits for a person: how many, why, and the command that ends it. */
function waitingText(
  waiting: readonly PlanGroup[],
  { target, jobs }: PlanOfTarget,
  holds: readonly Hold[],
  { withJobs, width }: PlanStyle,
): readonly string[] {
  if (waiting.length === 0) return [];
  const lines = waiting.flatMap((group) => {
    const feed = jobs.get(group.listingIds[0] ?? 0)?.source;
    const hold = group.state === 'held' ? holds.find(({ id }) => id === group.holdId) : undefined;
    const line =
      group.state === 'held'
        ? [
            'held',
            `hold ${group.holdId}: ${hold === undefined ? '' : holdTitle(hold)}`,
            `quadwire hold ${group.holdId}`,
          ]
        : group.state === 'blocked'
          ? ['cannot go', blockedText(group.reason), commandFor(group.reason, target.name, feed)]
          : group.state === 'look'
            ? [
                'look',
                'an answer does not say whether the job is there',
                `quadwire looks --target ${target.name}`,
              ]
            : ['refused', 'by the school', `quadwire publish --again --target ${target.name}`];
    const rows = withJobs
      ? group.listingIds.map((id) => {
          const job = jobs.get(id);
          return ['', '', `${job?.source ?? ''} ${job?.jobId ?? ''}`, (job?.title ?? '').slice(0, 40)];
        })
      : [];
    return [[String(group.jobs).padStart(5), ...line], ...rows];
  });
  return [`Waiting: ${grouped(jobsIn(waiting))}`, aligned(cutTo(lines, width, [0, 1, 3]))];
}

export function commandFor(reason: BlockedReason, target: string, feed = 'FEED'): string {
  switch (reason) {
    case 'no_entry':
      return `quadwire labels ${target}`;
    case 'no_employer':
      return `quadwire feed set ${feed} employer "…"`;
    case 'review':
      return 'quadwire reviews';
    case 'limit':
      return `quadwire target set ${target} agreement.to DATE`;
    default:
      return `quadwire plan --target ${target} --waiting`;
  }
}
