import { DAY } from '../core/clock.ts';
import { fingerprint } from '../core/fingerprint.ts';
import { grouped, percent } from '../core/numbers.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { median } from './guard-run.ts';
import { reasonOfAll } from './holds/hold-of-all.ts';
import { isInferred } from './publication.ts';
import type { Change, HeldReason, Sent, Verdict } from './publishing-types.ts';

/** What the guard knows about a target beside the changes. */
export type GuardFacts = RemovalFacts & {
  readonly target: string;
  /** Live publications there, and everywhere, before the changes. */
  readonly live: number;
  readonly liveEverywhere: number;
  /** Version of mapping and normalizer that makes postings now (rule R19). */
  readonly version: string;
  /** The target is new, or its database was restored: its first plan is reviewed. */
  readonly awaitsReview: boolean;
  readonly approved: Approved;
  readonly now: Date;
  /** By listing: when it ended by inference, within the limits of its feed. A school that was paused owes its removal since then. */
  readonly ended: ReadonlyMap<number, Date>;
  /** Jobs of the target's first plan that a person let go, with the content that was seen. */
  readonly picked?: ReadonlyMap<number, string>;
  /** Subjects of open holds that this plan does not look at: they count with what it proposes (R25). */
  readonly standing: { readonly share: number; readonly everywhere: number; readonly upgrades: number };
  /** A person agreed to what this version sends again; it goes out spread over days (rule R19). */
  readonly upgradeApproved: boolean;
  /** Where a person agreed: jobs of such an upgrade in the last 24 h. */
  readonly resentLately: number;
};

/** What removals by absence are compared with. */
export type RemovalFacts = {
  /** Those of the last 24 h: there, and everywhere. */
  readonly removedLately: number;
  readonly removedLatelyEverywhere: number;
  /** On the days that say what is usual (`usualDays`): there, and everywhere. */
  readonly usualThere: readonly number[];
  readonly usualRemovals: readonly number[];
  /** Those there since a day before the oldest that is proposed, by the instant at which they count. */
  readonly removed: readonly { readonly at: Date; readonly count: number }[];
};

/** What persons approved, by ids of publications and of listings, and in which hold: not counted again. */
export type Approved = {
  readonly publications: ReadonlyMap<number, number>;
  readonly listings: ReadonlyMap<number, number>;
};

/** Whether a target's changes may go out without a person: its own blast radius, that of everything, and our upgrades (R5, R19). */
export function judge(changes: readonly Change[], facts: GuardFacts, settings: Settings): Verdict {
  const held = [
    // Where too much goes everywhere, a target's own share says nothing new: one incident, one hold.
    everywhere(changes, facts, settings) ?? targetShare(changes, facts, settings),
    orphans(changes, facts),
    upgrade(changes, facts, settings),
    review(changes, facts),
  ];
  const holds = held.flatMap((reason) => reason ?? []);
  return holds.length === 0 ? { kind: 'safe' } : { kind: 'held', holds };
}

/** The removals that the guard counts: inferred, not intended before, not approved. */
export function removalCounts(changes: readonly Change[], approved: Approved): readonly Sent[] {
  return changes.flatMap((change) =>
    change.kind === 'delist' &&
    change.sent.live &&
    change.sent.intent !== 'hide' &&
    isInferred(change.cause) &&
    change.sent.kept !== 'hide' &&
    approvedIn(change.sent, approved) === undefined
      ? [change.sent]
      : [],
  );
}

/** The hold in which a person approved a removal. */
export function approvedIn(sent: Sent, { publications, listings }: Approved): number | undefined {
  const { id, listingId } = sent;
  return publications.get(id) ?? (listingId === undefined ? undefined : listings.get(listingId));
}

/** Of them those of known listings: the others are held whatever their share is, and one incident is one hold. */
function vanished(changes: readonly Change[], approved: Approved): readonly Sent[] {
  return removalCounts(changes, approved).filter((sent) => !isOrphan(sent));
}

function targetShare(
  changes: readonly Change[],
  facts: GuardFacts,
  settings: Settings,
): HeldReason | undefined {
  const place = { target: facts.target };
  const gone = vanished(changes, facts.approved);
  const removals = gone.length + facts.standing.share;
  const total = inADay(gone, facts);
  const base = facts.live + facts.removedLately;
  const share = settings.get('delist.targetShare', place) * base;
  const most = Math.max(share, Math.min(2 * share, 3 * median(facts.usualThere)));
  if (removals === 0 || total <= most || total <= settings.get('delist.targetCount', place)) return undefined;
  const reason = `${grouped(total)} of ${grouped(base)} jobs at ${facts.target} would be gone within 24 h. The guard is at ${percent(most / base)}.`;
  return { kind: 'share', count: removals, reasons: [reason] };
}

function everywhere(
  changes: readonly Change[],
  facts: GuardFacts,
  settings: Settings,
): HeldReason | undefined {
  const removals = vanished(changes, facts.approved);
  const lately = facts.removedLatelyEverywhere;
  const usual = median(facts.usualRemovals);
  const atMost =
    facts.liveEverywhere >= 20_000 ? settings.get('delist.allShare') * facts.liveEverywhere : Infinity;
  const limit = Math.floor(Math.min(atMost, Math.max(settings.get('delist.maxPerDay'), 3 * usual)));
  const count = removals.length + facts.standing.everywhere;
  if (count === 0 || count + lately <= limit) return undefined;
  const reasons = [reasonOfAll({ lately, limit })];
  return { kind: 'share', count, reasons, ofAll: { lately, limit, usual, removals } };
}

/**
 * The most removals that fall into one day at a target (rule R5): each counts when its listing ended, else now. What a school that was paused
 * owes is no more at once than what it would have taken down day by day.
 */
function inADay(removals: readonly Sent[], { now, ended, removed, removedLately, standing }: Days): number {
  const atOf = ({ listingId }: Sent) => ended.get(listingId ?? 0)?.getTime() ?? now.getTime();
  const proposed = removals.map((one) => ({ at: atOf(one), count: 1 }));
  const recent = proposed.filter(({ at }) => at > now.getTime() - DAY);
  const lately = recent.length + standing.share + removedLately;
  if (recent.length === removals.length) return lately;
  const passed = removed.map(({ at, count }) => ({ at: at.getTime(), count }));
  const all = [...proposed, ...passed].toSorted((a, b) => a.at - b.at);
  let [most, sum, from] = [lately, 0, 0];
  for (const { at, count } of all) {
    sum += count;
    for (let first = all[from]; first !== undefined && first.at <= at - DAY; first = all[from]) {
      sum -= first.count;
      from += 1;
    }
    most = Math.max(most, sum);
  }
  return most;
}

type Days = Pick<GuardFacts, 'now' | 'ended' | 'removed' | 'removedLately' | 'standing'>;

/** Those beside the removals that are held: while the hold is open they count with what is proposed then. */
export function removedBeside(
  changes: readonly Change[],
  facts: Days & Pick<GuardFacts, 'approved'>,
): number {
  const gone = vanished(changes, facts.approved);
  return inADay(gone, facts) - gone.length - facts.standing.share;
}

/** The oldest instant at which one of these removals counts. */
export function oldestOf(removals: readonly Sent[], { now, ended }: Pick<GuardFacts, 'now' | 'ended'>): Date {
  return new Date(
    Math.min(
      ...removals.map(({ listingId }) => ended.get(listingId ?? 0)?.getTime() ?? Infinity),
      now.getTime(),
    ),
  );
}

/**
 * The days, counted back from now, that say how many removals are usual: the same weekday of the last 8 weeks (rule R5), as far as they
 * lie after the first publishing. Until there are three of them it is all days since then: one weekday may have been a holiday.
 */
export function usualDays(daysSinceFirst: number): readonly number[] {
  const isKnown = (day: number) => day + 1 <= daysSinceFirst;
  const weeks = Array.from({ length: 8 }, (_, week) => 7 * (week + 1)).filter(isKnown);
  return weeks.length >= 3 ? weeks : Array.from({ length: 21 }, (_, day) => day + 1).filter(isKnown);
}

/** Publications that no listing stands for: taken over from elsewhere, or rebuilt from the journal. They are one group for a person. */
function orphans(changes: readonly Change[], { approved, target }: GuardFacts) {
  const count = removalCounts(changes, approved).filter(isOrphan).length;
  if (count === 0) return undefined;
  const reason = `${grouped(count)} jobs at ${target} belong to no listing that we know.`;
  return { kind: 'rekeyed', count, reasons: [reason] } as const;
}

export function isOrphan({ listingId }: Sent): boolean {
  return listingId === undefined;
}

function upgrade(changes: readonly Change[], facts: GuardFacts, settings: Settings) {
  if (facts.upgradeApproved) return undefined;
  const resent =
    changes.filter((change) => isUpgrade(change, facts.version) && change.sent?.kept !== 'show').length +
    facts.standing.upgrades;
  const share = settings.get('publish.upgradeShare', { target: facts.target });
  if (resent <= LEAST || resent <= share * facts.live) return undefined;
  const reason = `An upgrade of Quadwire would send ${grouped(resent)} of ${grouped(facts.live)} jobs at ${facts.target} again. The guard is at ${percent(share)}.`;
  return { kind: 'changed', count: resent, reasons: [reason] } as const;
}

const LEAST = 10;

/** A job that another version sent, and this one would send again. */
export function isUpgrade(change: Change, version: string): boolean {
  const { sent } = change;
  return change.kind === 'update' && sent?.version !== undefined && sent.version !== version;
}

/** How many more jobs an upgrade may send again today; without an approval the guard has judged their number. */
export function upgradeRoom(
  facts: Pick<GuardFacts, 'upgradeApproved' | 'live' | 'resentLately'>,
  share: number,
): number {
  if (!facts.upgradeApproved) return Infinity;
  return Math.max(0, Math.max(LEAST, Math.floor(share * facts.live)) - facts.resentLately);
}

/** Whether a person let this very content go. */
export function isPicked(change: Change, picked: ReadonlyMap<number, string> | undefined): boolean {
  return (
    change.kind !== 'delist' && picked?.get(change.wanted.listingId) === change.wanted.listingFingerprint
  );
}

/** What is queued was agreed to before, or a person sends it again. */
export const isToReview = (
  change: Change,
  { picked, approved }: Pick<GuardFacts, 'picked' | 'approved'>,
): boolean =>
  !change.underway &&
  !isPicked(change, picked) &&
  !(change.kind === 'delist' && approvedIn(change.sent, approved) !== undefined);

function review(changes: readonly Change[], facts: GuardFacts) {
  const { awaitsReview } = facts;
  const count = changes.filter((change) => isToReview(change, facts)).length;
  if (!awaitsReview || count === 0) return undefined;
  const reasons = ['The first plan of a school, new or after a restored database, waits for a person.'];
  return { kind: 'review', count, reasons } as const;
}

/** What a hold of a target's plan is about, so that the same plan asks only once. */
export function planFingerprint(changes: readonly Change[]): string {
  return fingerprint(changes.map((change) => `${change.kind} ${subjectOf(change)}`).toSorted());
}

function subjectOf(change: Change): string {
  return change.kind === 'delist' ? `publication ${change.sent.id}` : `listing ${change.wanted.listingId}`;
}
