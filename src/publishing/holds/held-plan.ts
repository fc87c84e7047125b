import type { Db } from '../../db/db.ts';
import { changeTarget } from '../../targets/targets.repository.ts';
import type { HoldKind } from '../../db/schema/publishing.ts';
import { isInferred } from '../publication.ts';
import { removalCounts, isOrphan, isUpgrade, planFingerprint } from '../guard.ts';
import { statusByFeed } from '../decisions.repository.ts';
import { keptSendings, SAMPLE, sampleOf, heldSets, type HeldSet, pastHolds } from './holds.queries.ts';
import { recordOfAll } from './hold-of-all.repository.ts';
import { nextHolds, type PastHold, withholds } from './holds.ts';
import { recordHolds, touchSubjects } from './holds.repository.ts';
import type { TargetPlan } from '../reconcile.ts';
import type { Change, HeldReason } from '../publishing-types.ts';

export type HeldPlan = {
  readonly target: { readonly id: number; readonly name: string; readonly reviewFirst: boolean };
  readonly plan: TargetPlan;
  /** Of mapping and normalizer: an upgrade is decided once, whatever of it is still to be sent (R19). */
  readonly version: string;
  readonly now: Date;
};

const kinds: readonly HoldKind[] = ['share', 'rekeyed', 'changed', 'review'];

/**
 * Brings the holds of a target to what its plan stopped, and gives those that were opened. A plan looks at what was touched: subjects that
 * it did not look at stay in their hold, and what is no longer stopped is looked at again by the next plan (R25).
 */
export async function holdStopped(
  tx: Db,
  { target, plan, version, now }: HeldPlan,
): Promise<readonly number[]> {
  const isUnmoved = plan.looked.size === 0 && plan.stopped.length === 0;
  // New jobs of a first plan are no publications: one that is listed no more leaves its hold.
  if (isUnmoved && !(target.reviewFirst && plan.seen.size > 0)) return [];
  const reasons = plan.verdict.kind === 'held' ? plan.verdict.holds : [];
  const held = await heldSets(tx, target.id);
  const past = await pastHolds(tx, { targetId: target.id });
  const opened = isUnmoved ? [] : [...(await holdOfAll(tx, { target, plan, version, now }, held, reasons))];
  for (const kind of isUnmoved ? (['review'] as const) : kinds) {
    const isFirst = kind === 'review' && target.reviewFirst;
    const before = past.filter((one) => one.kind === kind);
    const stopped = plan.stopped.filter((change) => isOf(kind, change, plan, version));
    const left = leftOf(held, ({ ofAll, kind: of }) => !ofAll && of === kind, plan);
    const named = kind === 'review' ? stopped.filter((change) => change.kind === 'delist') : stopped;
    const subjects = [...left, ...named.flatMap(({ sent }) => sent?.id ?? [])];
    const stated = isFirst ? { stated: [...statedOf(held, left), ...named.flatMap(statedIn)] } : {};
    const kept = isFirst ? await keptSendings(tx, target.id, await waitingFeeds(tx)) : nothing;
    const count = isFirst || kind === 'rekeyed' ? subjects.length + kept.count : 0;
    const judged = reasons.find((reason) => reason.kind === kind && reason.ofAll === undefined);
    const reason = judged ?? (count > 0 ? stays(past, kind, count) : undefined);
    // A first plan that was rejected stays so until something else is proposed.
    if (isFirst && reason === undefined && before[0]?.state === 'rejected') continue;
    const print = kind === 'changed' ? version : planFingerprint(stopped);
    const next = reason === undefined ? [] : [{ ...reason, ...(isFirst && { count }) }];
    const steps = nextHolds(next, before, print, now);
    const window = kind === 'share' ? plan.window : {};
    const sample = [...(await sampleOf(tx, subjects)), ...kept.sample].slice(0, SAMPLE);
    const content = { fingerprint: print, sample, subjects, now, window, ...stated };
    opened.push(...(await recordHolds(tx, { targetId: target.id }, steps, content)));
    if (reason === undefined) await touchSubjects(tx, left, now);
    // Whether the school only had to be compared is seen by a plan of everything.
    if (isFirst && steps.some((step) => step.kind === 'lift'))
      await changeTarget(tx, target.id, { mappingVersion: null });
  }
  return opened;
}

const statedOf = (held: readonly HeldSet[], left: readonly number[]) =>
  held.flatMap(({ stated }) => stated.filter((id) => left.includes(id)));
const statedIn = (change: Change) =>
  change.kind === 'delist' && !isInferred(change.cause) ? [change.sent.id] : [];
const nothing = { count: 0, sample: [] };
/** Feeds whose own first plan nobody has reviewed yet: what waits for them is no question of a target. */
const waitingFeeds = async (tx: Db) =>
  [...(await statusByFeed(tx))].flatMap(([id, standing]) => (standing.some(withholds) ? [id] : []));

async function holdOfAll(
  tx: Db,
  { target, plan, now }: HeldPlan,
  held: readonly HeldSet[],
  reasons: readonly HeldReason[],
): Promise<readonly number[]> {
  const kept = reasons.find(({ ofAll }) => ofAll !== undefined)?.ofAll;
  const released = kept === undefined ? leftOf(held, ({ ofAll }) => ofAll, plan) : [];
  await touchSubjects(tx, released, now);
  return recordOfAll(tx, { target, kept, looked: plan.looked, released: kept === undefined, now });
}

/** Subjects of open holds that a plan did not look at. */
function leftOf(held: readonly HeldSet[], isMine: (one: HeldSet) => boolean, { looked }: TargetPlan) {
  return held.filter(isMine).flatMap(({ subjects }) => subjects.filter((id) => !looked.has(id)));
}

/** The guard holds what belongs to no listing one by one: the others are no less in doubt. */
function stays(past: readonly PastHold[], kind: HoldKind, count: number): HeldReason | undefined {
  const open = past.find((one) => one.kind === kind && (one.state === 'open' || one.state === 'muted'));
  return open && { kind, count, reasons: open.reasons };
}

function isOf(kind: HoldKind, change: Change, { approved }: TargetPlan, version: string): boolean {
  if (kind === 'review') return true;
  if (kind === 'changed') return isUpgrade(change, version);
  const [counted] = removalCounts([change], approved);
  return counted !== undefined && isOrphan(counted) === (kind === 'rekeyed');
}
