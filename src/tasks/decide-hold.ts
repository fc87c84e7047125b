import { recordAudit } from '../platform/audit/audit.repository.ts';
import { plural, grouped } from '../core/numbers.ts';
import type { Db } from '../db/db.ts';
import type { HoldState } from '../db/schema/publishing.ts';
import { approvedUntil, heldName, mustBeTyped, removesJobs } from '../publishing/holds.ts';
import {
  decideHold,
  type Hold,
  holdById,
  keepSubjects,
  subjectsOf,
  touchSubjects,
} from '../publishing/holds-store.ts';
import { approveRun, rejectRun } from '../runs/decide-run.ts';
import { touchSource } from '../listings/listings.repository.ts';
import { loadSettings } from '../platform/settings/settings.repository.ts';
import { changeFeed } from '../feeds/feeds.repository.ts';
import { changeTarget } from '../targets/targets.repository.ts';
import type { TaskContext } from './context.ts';

export type HoldAct = (
  | {
      readonly kind: 'approve';
      readonly thisRunOnly: boolean;
      readonly typed?: { readonly name: string; readonly count: number };
    }
  | { readonly kind: 'reject' }
  | { readonly kind: 'mute'; readonly until: Date }
) & {
  /** How many jobs the hold was about when the person looked: an open hold takes in what is stopped meanwhile. */
  readonly seen?: number;
};

export type HoldDecided =
  | { readonly kind: 'decided'; readonly hold: Hold }
  | { readonly kind: 'refused'; readonly reason: string };

/** Decides a hold (rule R10): the jobs of an approved one may go, those of a rejected or muted one stay as they are. */
export async function actOnHold(
  { db, clock }: Pick<TaskContext, 'db' | 'clock'>,
  id: number,
  act: HoldAct,
  by: string,
): Promise<HoldDecided> {
  const hold = await holdById(db, id);
  if (hold === undefined) return { kind: 'refused', reason: `There is no hold ${id}. \`holds\` shows all.` };
  if (hold.state !== 'open') return { kind: 'refused', reason: `Hold ${id} is ${hold.state} already.` };
  if (act.seen !== undefined && act.seen !== hold.count)
    return { kind: 'refused', reason: grownWords(hold, act.seen) };
  if (act.kind === 'mute' && act.until <= clock.now())
    return { kind: 'refused', reason: 'A hold can be muted until a moment to come, and this one is over.' };
  const settings = await loadSettings(db);
  const objection =
    act.kind === 'approve' ? typingObjection(hold, act.typed, settings.get('delist.typedAbove')) : undefined;
  if (objection !== undefined) return { kind: 'refused', reason: objection };
  const at = clock.now();
  const state = act.kind === 'approve' ? 'approved' : act.kind === 'reject' ? 'rejected' : 'muted';
  const place = hold.feed === null ? {} : { feed: hold.feed };
  const until =
    act.kind === 'mute'
      ? act.until
      : act.kind === 'approve'
        ? approvedUntil(at, settings.get('delist.approvalHours', place))
        : undefined;
  return db.transaction(async (tx): Promise<HoldDecided> => {
    const decision = {
      state,
      by,
      at,
      thisRunOnly: act.kind === 'approve' && act.thisRunOnly,
      rev: hold.rev,
      ...(until === undefined ? {} : { until }),
    } as const;
    if (!(await decideHold(tx, id, decision)))
      return {
        kind: 'refused',
        reason: `Hold ${id} was decided, or became another, just now. Look at it again.`,
      };
    const { sourceId } = hold;
    if (sourceId !== null && state !== 'muted') {
      const decided = { ...hold, sourceId, subjects: await subjectsOf(tx, hold.id) };
      await (state === 'approved' ? approveRun(tx, decided, decision) : rejectRun(tx, decided, at));
    }
    if (state === 'approved' && hold.kind === 'review') await endReview(tx, hold);
    await lookAgain(tx, hold, state, at);
    await recordAudit(tx, {
      at,
      who: by,
      action: `hold ${state}`,
      subject: `hold:${id}`,
      detail: { kind: hold.kind, feed: hold.feed, target: hold.target, count: hold.count },
    });
    const decided = await holdById(tx, id);
    return { kind: 'decided', hold: decided ?? hold };
  });
}

/** What was decided is looked at by the next plans: its own jobs, and nothing else (R25). */
async function lookAgain(tx: Db, hold: Hold, state: HoldState, at: Date): Promise<void> {
  const { sourceId, targetId, kind } = hold;
  if (state === 'muted') return;
  if (sourceId !== null) {
    if (kind === 'review' || kind === 'changed') await touchSource(tx, sourceId, at);
    return;
  }
  if (state === 'rejected' && kind !== 'review') await keepSubjects(tx, hold);
  await touchSubjects(tx, await subjectsOf(tx, hold.id), at);
  // Jobs without a listing, and what an upgrade or a first plan would send, are found by a whole plan alone.
  if (targetId !== null && kind !== 'share') await changeTarget(tx, targetId, { mappingVersion: null });
}

/** The first plan was reviewed: from now on the feed or target is judged like every other. */
async function endReview(tx: Db, { sourceId, targetId }: Hold): Promise<void> {
  if (sourceId !== null) await changeFeed(tx, sourceId, { reviewFirst: false });
  if (targetId !== null) await changeTarget(tx, targetId, { reviewFirst: false });
}

function grownWords({ id, count }: Hold, seen: number): string {
  return `Hold ${id} is about ${plural(count, 'job')}, not ${grouped(seen)}. Look at it again, then decide.`;
}

/** Above a number of jobs the approver types what would happen: the feed's (or target's) name, and how many. What is typed must be right. */
function typingObjection(
  hold: Hold,
  typed: { readonly name: string; readonly count: number } | undefined,
  typedAbove: number,
): string | undefined {
  if (typed === undefined && !mustBeTyped(hold.kind, hold.count, typedAbove)) return undefined;
  const name = heldName(hold);
  if (typed !== undefined && typed.name === name && typed.count === hold.count) return undefined;
  return `${removesJobs(hold.kind) ? 'This takes down' : 'This is about'} ${plural(hold.count, 'job')}. Confirm with the name and the number: --feed ${name} --count ${hold.count}`;
}
