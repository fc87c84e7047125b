import { HOUR } from '../../../src/core/clock.ts';
import type { HoldState } from '../../../src/db/schema/publishing.ts';
import { removalCounts, judge, upgradeRoom, usualDays } from '../../../src/publishing/guard.ts';
import { nextOfAll } from '../../../src/publishing/holds/hold-of-all.ts';
import { nextHolds } from '../../../src/publishing/holds/holds.ts';
import { planChanges } from '../../../src/publishing/plan.ts';
import { isInferred, type Publication } from '../../../src/publishing/publication.ts';
import { planFingerprint } from '../../../src/publishing/guard.ts';
import type { Change, HeldReason } from '../../../src/publishing/publishing-types.ts';
import { defaultSettings } from '../../../src/platform/settings/settings.ts';
import { aSent, aWanted, facts } from '../../publishing/makers.ts';
import type { FeedView, YearHold } from './feed-view.ts';
import type { YearJob } from './history.ts';

/** A target as our rows show it: what its feeds list is there, and what has ended waits to be taken down. */
export type TargetView = {
  readonly name: string;
  readonly at: number;
  readonly feeds: readonly FeedView[];
  waiting: YearJob[];
  holds: YearHold[];
  /** All removals by absence, hour by hour. */
  readonly removedAt: number[];
  /** Those that the guard counts, by the hour at which their listing ended. */
  removed: { readonly hour: number; readonly count: number }[];
  approved: Set<number>;
  /** Rows whose call is due, out or parked; what the others say is there, by the version that sent it; and what truly is. */
  readonly rows: Map<YearJob, Publication>;
  readonly has: Map<YearJob, number>;
  readonly board: Set<YearJob>;
  downUntil: number;
  pausedUntil: number;
  /** The version of ours that makes postings, and what became of its hold (rule R19). */
  version: number;
  upgrade: 'none' | 'open' | 'approved' | 'done';
  resent: { readonly hour: number; readonly count: number }[];
};

/** All removals by absence of the installation, hour by hour: all of them, and those that nobody had approved. */
export type Everywhere = {
  readonly removedAt: number[];
  readonly countedAt: number[];
  live: number;
  /** Listings that ended on a person's word. */
  readonly approvedListings: Set<number>;
  /** Holds about all targets (rule R5). */
  holds: HoldOfAll[];
};

export type HoldOfAll = {
  readonly id: number;
  state: HoldState;
  readonly until: null;
  subjects: readonly number[];
  /** The jobs that its publications are of. */
  readonly jobs: Map<number, YearJob>;
};

/** Plans and judges what waits at a target, as the product does; gives what is taken down now and the holds that were opened. */
export function planAt(target: TargetView, everywhere: Everywhere, hour: number) {
  const jobs = new Map(target.waiting.map((job) => [publicationOf(job.serial, target), job]));
  const sent = target.waiting.map(({ serial }) =>
    aSent({
      id: publicationOf(serial, target),
      listingId: serial,
      jobId: String(serial),
      externalSourceId: 'year',
    }),
  );
  const unwanted = new Map(
    target.waiting.map(({ serial, stated }) => [serial, stated === true ? 'expired' : 'missing'] as const),
  );
  const changes = planChanges({ wanted: [], sent, unwanted });
  const approved = {
    publications: holdOf(target.approved),
    listings: holdOf(everywhere.approvedListings),
  };
  target.removed = target.removed.filter((one) => one.hour > hour - 24 * 30);
  const lately = target.removed.filter((one) => one.hour > hour - 24);
  const ended = new Map(
    target.waiting.map(({ serial, endedAt = hour }) => [serial, new Date(endedAt * HOUR)]),
  );
  const isAsked = [...target.holds, ...everywhere.holds].some(({ state }) => state === 'open');
  const verdict = judge(
    changes,
    facts({
      target: target.name,
      live: liveAt(target),
      removedLately: lately.reduce((sum, { count }) => sum + count, 0),
      removedLatelyEverywhere: removedIn(everywhere.countedAt, hour, 0),
      now: new Date(hour * HOUR),
      // While a hold of removals is open nothing leaves it because time passed.
      ended: isAsked ? new Map() : ended,
      removed: target.removed.map(({ hour: on, count }) => ({ at: new Date(on * HOUR), count })),
      liveEverywhere: everywhere.live,
      usualThere: usualDays(hour / 24).map((days) => removedIn(target.removedAt, hour, days)),
      usualRemovals: usualDays(hour / 24).map((days) => removedIn(everywhere.removedAt, hour, days)),
      approved,
    }),
    defaultSettings,
  );
  const reasons = verdict.kind === 'held' ? verdict.holds : [];
  const isHeld = (change: Change) => reasons.length > 0 && removalCounts([change], approved).length > 0;
  const withheld = changes.filter(isHeld);
  const counted = removalCounts(
    changes.filter((change) => !isHeld(change)),
    approved,
  );
  const jobsOf = (some: readonly Change[]) =>
    some.flatMap((change) => (change.kind === 'delist' ? (jobs.get(change.sent.id) ?? []) : []));
  const { removedAt, countedAt } = everywhere;
  countedAt[hour] = (countedAt[hour] ?? 0) + counted.length;
  for (const { listingId } of counted)
    target.removed.push({ hour: (ended.get(listingId ?? 0)?.getTime() ?? hour * HOUR) / HOUR, count: 1 });
  for (const at of [removedAt, target.removedAt])
    at[hour] = (at[hour] ?? 0) + changes.filter(isAbsence).length - withheld.length;
  target.waiting = jobsOf(withheld);
  const fingerprint = planFingerprint(withheld);
  const ofTarget = reasons.filter(({ ofAll }) => ofAll === undefined);
  const steps = nextHolds(ofTarget, target.holds, fingerprint, new Date(hour * HOUR));
  return {
    down: jobsOf(changes.filter((change) => !isHeld(change))),
    opened: [
      ...keep(target, steps, fingerprint, hour),
      ...keepOfAll(
        everywhere,
        jobs,
        reasons.find(({ ofAll }) => ofAll !== undefined),
        hour,
      ),
    ],
  };
}

const isAbsence = (change: Change) => change.kind === 'delist' && isInferred(change.cause);

/** What is sent again after an upgrade of ours (rule R19): the jobs of this plan, and a hold where it asks for one. */
export function upgradeAt(target: TargetView, hour: number) {
  if (target.upgrade === 'done') return { jobs: [], opened: [] };
  const old = [...target.has].filter(([job, version]) => version < target.version && job.gone === undefined);
  const jobs = old.map(([job]) => job).filter((job) => target.feeds.some(({ known }) => known.has(job)));
  if (jobs.length === 0 && target.rows.size === 0) target.upgrade = 'done';
  if (jobs.length === 0 || target.upgrade === 'open') return { jobs: [], opened: [] };
  const of = { version: String(target.version), live: liveAt(target), target: target.name };
  const changes = jobs.map(({ serial }): Change => {
    const sent = aSent({ id: publicationOf(serial, target), listingId: serial, version: 'older' });
    return {
      kind: 'update',
      wanted: aWanted({ listingId: serial }),
      sent,
      because: 'changed',
      underway: false,
    };
  });
  target.resent = target.resent.filter((one) => one.hour > hour - 24);
  const resentLately = target.resent.reduce((sum, { count }) => sum + count, 0);
  const upgradeApproved = target.upgrade === 'approved';
  const verdict = judge(changes, facts({ ...of, upgradeApproved, resentLately }), defaultSettings);
  if (verdict.kind === 'held') {
    target.upgrade = 'open';
    const hold = { id: hour, kind: 'changed', state: 'open', fingerprint: '', thisRunOnly: false } as const;
    const [first] = verdict.holds;
    return { jobs: [], opened: [{ ...hold, subjects: [], reasons: first?.reasons ?? [], hour }] };
  }
  const share = defaultSettings.get('publish.upgradeShare');
  const sent = jobs.slice(0, upgradeRoom({ upgradeApproved, live: of.live, resentLately }, share));
  target.resent.push({ hour, count: sent.length });
  return { jobs: sent, opened: [] };
}

/** All approved in one hold. */
function holdOf(ids: ReadonlySet<number>): ReadonlyMap<number, number> {
  return new Map([...ids].map((id) => [id, 1]));
}

/** A job at a target. */
export function publicationOf(serial: number, { at }: Pick<TargetView, 'at'>): number {
  return serial * TARGETS + at;
}

/** Which target a publication is at. */
export function targetOf(publication: number): number {
  return publication % TARGETS;
}

const TARGETS = 1_000;

function keepOfAll(
  everywhere: Everywhere,
  jobs: ReadonlyMap<number, YearJob>,
  reason: HeldReason | undefined,
  hour: number,
): readonly YearHold[] {
  const keeps = reason?.ofAll?.removals.map(({ id }) => id) ?? [];
  const opened: YearHold[] = [];
  for (const step of nextOfAll(
    everywhere.holds,
    { keeps, here: new Set(jobs.keys()) },
    new Date(hour * HOUR),
  )) {
    if (step.kind === 'lift') {
      everywhere.holds = everywhere.holds.filter(({ id }) => id !== step.holdId);
      continue;
    }
    let hold = step.kind === 'open' ? undefined : everywhere.holds.find(({ id }) => id === step.holdId);
    if (hold === undefined) {
      hold = { id: hour, state: 'open', until: null, subjects: [], jobs: new Map() };
      everywhere.holds.push(hold);
      opened.push({
        id: hour,
        kind: 'share',
        state: 'open',
        fingerprint: '',
        thisRunOnly: false,
        subjects: [],
        reasons: reason?.reasons ?? [],
        hour,
      });
    }
    hold.subjects = step.subjects;
    for (const id of step.subjects) {
      const job = jobs.get(id);
      if (job !== undefined) hold.jobs.set(id, job);
    }
  }
  return opened;
}

function keep(
  target: TargetView,
  steps: ReturnType<typeof nextHolds>,
  fingerprint: string,
  hour: number,
): readonly YearHold[] {
  const opened: YearHold[] = [];
  for (const step of steps) {
    if (step.kind === 'lift')
      for (const hold of target.holds) if (hold.id === step.holdId) hold.state = 'lifted';
    if (step.kind !== 'open') continue;
    const { kind, reasons } = step.reason;
    const hold = {
      id: hour * 1_000 + target.at,
      kind,
      state: 'open' as const,
      fingerprint,
      thisRunOnly: false,
    };
    const kept = { ...hold, subjects: [...target.waiting], reasons, hour };
    target.holds = [...target.holds.filter((one) => one.kind !== kind), kept];
    opened.push(kept);
  }
  return opened;
}

export function liveAt({ feeds, waiting }: TargetView): number {
  return feeds.reduce((sum, { known }) => sum + known.size, waiting.length);
}

function removedIn(removedAt: readonly number[], hour: number, daysAgo: number): number {
  let sum = 0;
  for (let at = hour - 24 * daysAgo; at > hour - 24 * (daysAgo + 1); at -= 1) sum += removedAt[at] ?? 0;
  return sum;
}
