import { DAY } from '../core/clock.ts';
import { plural, grouped } from '../core/numbers.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import type { HoldState } from '../db/schema/publishing.ts';
import { approvedUntil, heldName, mustBeTyped, removesJobs } from '../publishing/holds/holds.ts';
import {
  keepChoices,
  refuseFirstPlan,
  decidedSubjects,
  forgetChoices,
  namedSubjects,
  releaseSubjects,
  reopenHold,
} from '../publishing/holds/hold-parts.repository.ts';
import {
  anyGoes,
  firstPlanBlocked,
  firstPlanJobs,
  firstPlanRevision,
} from '../publishing/holds/first-plan.queries.ts';
import { decideHold, keepSubjects, touchSubjects } from '../publishing/holds/holds.repository.ts';
import { type Hold, holdById, subjectsOf } from '../publishing/holds/holds.queries.ts';
import { keepApproved } from '../publishing/holds/batches.repository.ts';
import { takeBackQueued } from '../publishing/intents.repository.ts';
import { recordTakeDown, takeBack } from '../publishing/holds/take-downs.repository.ts';
import { approveRun, decideListings, rejectRun } from '../runs/decide-run.ts';
import { touchSource } from '../listings/listings.repository.ts';
import { loadSettings } from '../platform/settings/settings.queries.ts';
import { changeFeed } from '../feeds/feeds.repository.ts';
import { changeTarget } from '../targets/targets.repository.ts';
import { activeTargets } from '../targets/targets.queries.ts';
import type { Caller, Services } from './registry/operation.ts';

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
  /** The revision that the person saw. */
  readonly rev?: string;
  /** Of a first plan, or of removals, these jobs alone, by their ids or as `feed/id`; the others stay in the hold. */
  readonly only?: readonly string[];
};

export type HoldDecided =
  /** `part`: so many jobs were decided, and the hold stands. */
  | { readonly kind: 'decided'; readonly hold: Hold; readonly part?: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** Decides a hold (rule R10): the jobs of an approved one may go, those of a rejected or muted one stay as they are. */
export async function actOnHold(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: number,
  act: HoldAct,
  by: string,
): Promise<HoldDecided> {
  const hold = await holdById(db, id);
  if (hold === undefined) return { kind: 'refused', reason: `There is no hold ${id}. \`holds\` shows all.` };
  if (hold.state !== 'open') return { kind: 'refused', reason: `Hold ${id} is ${hold.state} already.` };
  if (act.seen !== undefined && act.seen !== hold.count) return refused(grownWords(hold, act.seen));
  if (act.rev !== undefined && act.rev !== (await revisionOf(db, hold))) return refused(changedWords(hold));
  if (act.kind === 'mute' && act.until <= clock.now())
    return { kind: 'refused', reason: 'A hold can be muted until a moment to come, and this one is over.' };
  const settings = await loadSettings(db);
  const at = clock.now();
  const place = hold.feed === null ? {} : { feed: hold.feed };
  const lapses = approvedUntil(at, settings.get('delist.approvalHours', place));
  if (act.only !== undefined) return decidePart(db, hold, act, act.only, { by, at, lapses });
  const objection =
    act.kind === 'approve' ? typingObjection(hold, act.typed, settings.get('delist.typedAbove')) : undefined;
  if (objection !== undefined) return { kind: 'refused', reason: objection };
  const state = act.kind === 'approve' ? 'approved' : act.kind === 'reject' ? 'rejected' : 'muted';
  const until = act.kind === 'mute' ? act.until : act.kind === 'approve' ? lapses : undefined;
  return db.transaction(async (tx): Promise<HoldDecided> => {
    const thisRunOnly = act.kind === 'approve' && act.thisRunOnly;
    const decision = { state, by, at, thisRunOnly, rev: hold.rev, until } as const;
    const refuses = state === 'rejected' && hold.kind === 'review';
    const shown = refuses ? await firstPlanJobs(tx, hold) : [];
    if (!(await decideHold(tx, id, decision)))
      return refused(`Hold ${id} was decided, or became another, just now. Look at it again.`);
    const { sourceId } = hold;
    if (sourceId !== null && state !== 'muted') {
      const decided = { ...hold, sourceId, subjects: await subjectsOf(tx, hold.id) };
      await (state === 'approved' ? approveRun(tx, decided, decision) : rejectRun(tx, decided, at));
    }
    if (state === 'approved' && hold.kind === 'review') await endReview(tx, hold);
    if (refuses) await refuseFirstPlan(tx, hold, shown);
    if (state === 'approved' && hold.kind === 'changed' && sourceId !== null)
      await takeDownByRule(tx, { ...hold, sourceId }, { by, at });
    await lookAgain(tx, hold, state, at);
    return { kind: 'decided', hold: (await holdById(tx, id)) ?? hold };
  });
}

/** Of a hold: another one means that it is about other jobs, or other contents, by now. */
export async function revisionOf(db: Db, hold: Pick<Hold, 'id' | 'rev' | 'kind' | 'state'>): Promise<string> {
  return hold.kind === 'review' && hold.state === 'open' ? firstPlanRevision(db, hold) : String(hold.rev);
}

const refused = (reason: string) => ({ kind: 'refused', reason }) as const;

type Deciding = { readonly by: string; readonly at: Date; readonly lapses: Date };

/** Decides some jobs of a hold, exactly as they are now; the others stay in the hold. */
async function decidePart(
  db: Db,
  hold: Hold,
  { kind }: HoldAct,
  only: readonly string[],
  deciding: Deciding,
): Promise<HoldDecided> {
  if (kind === 'mute' || only.length === 0) return refused('Name at least one job.');
  const decision = kind === 'approve' ? 'approved' : 'kept';
  if (removesJobs(hold.kind))
    return db.transaction((tx) => decideRemovals(tx, hold, only, { ...deciding, decision }));
  if (hold.kind !== 'review') return refused(`Hold ${hold.id} can be decided whole only.`);
  return db.transaction(async (tx): Promise<HoldDecided> => {
    const waiting = await firstPlanJobs(tx, hold);
    const named = only.flatMap((name) =>
      waiting
        .filter(({ source, jobId }) => name === jobId || name === `${source}/${jobId}`)
        .map((job) => ({ ...job, name })),
    );
    const wrong = await misnamed(tx, hold, only, named, ' that can go now');
    if (wrong !== undefined) return wrong;
    const chosen = waiting.filter(({ listingId }) => named.some((job) => job.listingId === listingId));
    const stated = decision === 'kept' ? chosen.find(({ isStated }) => isStated) : undefined;
    if (stated !== undefined)
      return refused(
        `${stated.source}/${stated.jobId} closed, was withdrawn, or a person or a rule of the school takes it down: no plan can keep it. \`explain\` says which; change that.`,
      );
    const removals = chosen.flatMap(({ removal }) => removal ?? []);
    const release = { decision, rev: hold.rev, until: deciding.lapses } as const;
    if (removals.length > 0 && !(await releaseSubjects(tx, hold, removals, release)))
      return refused(changedWords(hold));
    await touchSubjects(tx, removals, deciding.at);
    const sendings = chosen.filter(({ removal }) => removal === undefined);
    await keepChoices(tx, hold, sendings, decision, deciding.at);
    await endPicked(tx, hold, deciding);
    return { kind: 'decided', hold: (await holdById(tx, hold.id)) ?? hold, part: chosen.length };
  });
}

/** Takes down or keeps some jobs of a hold of removals. */
async function decideRemovals(
  tx: Db,
  hold: Hold,
  only: readonly string[],
  { by, at, lapses, decision }: Deciding & { readonly decision: 'approved' | 'kept' },
): Promise<HoldDecided> {
  const { id, kind, sourceId, targetId, rev } = hold;
  const named = await namedSubjects(tx, hold, only);
  const wrong = await misnamed(tx, hold, only, named);
  if (wrong !== undefined) return wrong;
  const ids = [...new Set(named.map((job) => job.id))];
  if (!(await releaseSubjects(tx, hold, ids, { decision, rev, until: lapses })))
    return refused(changedWords(hold));
  if (sourceId === null) await touchSubjects(tx, ids, at);
  else await decideListings(tx, { id, sourceId, kind }, ids, { decision, at });
  // Jobs without a listing are found by a whole plan alone.
  if (targetId !== null && kind !== 'share') await changeTarget(tx, targetId, { mappingVersion: null });
  const rest = (await holdById(tx, id)) ?? hold;
  if (rest.count > 0) return { kind: 'decided', hold: rest, part: ids.length };
  const state = decision === 'approved' ? 'approved' : 'rejected';
  await decideHold(tx, id, { state, by, at, rev: rest.rev });
  return { kind: 'decided', hold: { ...rest, state }, part: ids.length };
}

/** A name that says no job of a hold, one that another says too, or too little: feeds may use the same id for jobs of their own. */
async function misnamed(
  tx: Db,
  { id }: Hold,
  only: readonly string[],
  named: readonly { readonly name: string; readonly source: string }[],
  which = '',
): Promise<HoldDecided | undefined> {
  const jobs = new Set<string>();
  for (const name of only) {
    const [feed, other] = new Set(named.filter((job) => job.name === name).map(({ source }) => source));
    if (feed === undefined) {
      const [decided] = await decidedSubjects(tx, { id }, [name]);
      if (decided !== undefined) return refused(`${name} of hold ${id} is ${decided.decision} already.`);
      return refused(`Hold ${id} has no job ${name}${which}.`);
    }
    if (other !== undefined)
      return refused(
        `Hold ${id} has a job ${name} of ${feed} and of ${other}. Write which: ${feed}/${name}.`,
      );
    const job = name.startsWith(`${feed}/`) ? name : `${feed}/${name}`;
    if (jobs.has(job)) return refused(`${job} is named twice.`);
    jobs.add(job);
  }
  return undefined;
}

/** Where every job of a first plan was picked nothing is left to ask: it is decided. */
async function endPicked(tx: Db, { id }: Hold, { by, at }: Pick<Deciding, 'by' | 'at'>): Promise<void> {
  const hold = await holdById(tx, id);
  if (hold === undefined || (await firstPlanJobs(tx, hold)).length > 0) return;
  if (hold.sourceId === null && (await subjectsOf(tx, id)).length > 0) return;
  if ((await firstPlanBlocked(tx, hold)).length > 0) return;
  const state = (await anyGoes(tx, hold)) ? 'approved' : 'rejected';
  await decideHold(tx, id, { state, by, at, rev: hold.rev, count: 0 });
  if (state === 'approved') await endReview(tx, hold);
  await lookAgain(tx, hold, state, at);
}

/** What was decided is looked at by the next plans: its own jobs, and nothing else (R25). */
async function lookAgain(tx: Db, hold: Hold, state: HoldState, at: Date): Promise<void> {
  const { sourceId, targetId, kind } = hold;
  if (state === 'muted') return;
  if (state === 'rejected') await keepSubjects(tx, hold);
  if (sourceId !== null) {
    if (kind === 'review' || kind === 'changed') await touchSource(tx, sourceId, at);
    return;
  }
  await touchSubjects(tx, await subjectsOf(tx, hold.id), at);
  // Jobs without a listing, and what an upgrade or a first plan would send, are found by a whole plan alone.
  if (targetId !== null && kind !== 'share') await changeTarget(tx, targetId, { mappingVersion: null });
}

/** Changed rules of a feed were agreed to: what they take down is followed until it is down. */
async function takeDownByRule(
  tx: Db,
  hold: Hold & { readonly sourceId: number },
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  const listings = await subjectsOf(tx, hold.id);
  const act = { kind: 'rule', subjects: [`hold:${hold.id}`], name: heldName(hold), by, at } as const;
  await recordTakeDown(tx, act, { unroutedOf: hold.sourceId, listings });
}

/** The first plan was reviewed: from now on the feed or target is judged like every other. */
async function endReview(tx: Db, { sourceId, targetId }: Hold): Promise<void> {
  if (sourceId !== null) await changeFeed(tx, sourceId, { reviewFirst: false });
  if (targetId !== null) await changeTarget(tx, targetId, { reviewFirst: false });
}

function grownWords({ id, count }: Hold, seen: number): string {
  return `Hold ${id} is about ${plural(count, 'job')}, not ${grouped(seen)}. Look at it again, then decide.`;
}

function changedWords({ id, count }: Hold): string {
  return `Hold ${id} has changed: it is about ${plural(count, 'job')} now. Look at it again, then decide.`;
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

/** The act that decided a hold. */
export const actOf = (state: HoldState): HoldAct['kind'] =>
  state === 'muted' ? 'mute' : state === 'rejected' ? 'reject' : 'approve';

/** Whether a decision about a hold can be taken back: contents of a feed's document that counted, or was refused, are changed already. */
export function canReopen(
  { kind, feed }: Pick<Hold, 'kind' | 'feed'>,
  act: HoldAct['kind'],
  isPart = false,
): boolean {
  if (act === 'mute' || kind === 'review') return true;
  return (feed === null && !isPart) || (act === 'approve' && removesJobs(kind));
}

/** Whether what a person let go is kept when it is taken back; else it waits again. */
export function isKeptAfterwards({ kind, feed }: Pick<Hold, 'kind' | 'feed'>, only: unknown): boolean {
  return removesJobs(kind) && (feed !== null || only !== undefined);
}

/** What the audit says of an act about a hold, or about some jobs of it. */
export function auditDetail(hold: Hold, { only }: { readonly only?: readonly string[] | undefined }) {
  const { kind, feed, target, count } = hold;
  return { kind, feed, target, count: only?.length ?? count, ...present({ only }) };
}

/** Opens a decided hold again, or lets some jobs of a first plan wait again; what has not been sent is not sent. Removals of a feed are kept. */
export async function reopen(
  { db, clock, actor: { name: by } }: Pick<Caller, 'db' | 'clock' | 'actor'>,
  hold: Hold,
  only: readonly string[] | undefined,
): Promise<HoldDecided> {
  const at = clock.now();
  const { id, kind, sourceId, targetId } = hold;
  if (only === undefined && hold.state === 'open') return refused(`Hold ${id} is open already.`);
  if (hold.state === 'lifted' || hold.state === 'lapsed')
    return refused(`Hold ${id} has ended, and its jobs were judged again. \`holds\` shows what waits now.`);
  if (only === undefined && hold.count === 0 && kind !== 'review')
    return refused(`Each job of hold ${id} was decided by itself: there is nothing left to open again.`);
  if (only !== undefined && hold.state === 'rejected' && hold.count > 0)
    return refused(`Hold ${id} was rejected whole. Open it again without naming jobs.`);
  const named = only && (await decidedSubjects(db, hold, only));
  const wrong = only && named && (await misnamed(db, hold, only, named, ' that was decided'));
  if (wrong !== undefined) return wrong;
  const isKept = isKeptAfterwards(hold, only);
  const other = isKept && named?.find(({ decision }) => decision === 'kept');
  if (other) return refused(`${other.name} of hold ${id} is kept already.`);
  if (isKept) await keepApproved(db, hold, only, at);
  if (isKept && only === undefined)
    await decideHold(db, id, { state: 'rejected', from: 'approved', by, at, rev: hold.rev });
  // Picks decided it once nothing of it was left.
  if (!isKept && hold.state !== 'open' && (only === undefined || hold.count === 0)) {
    if (!(await reopenHold(db, hold)))
      return refused(`A newer hold of this kind is open. Decide that one: \`holds\` shows all.`);
    if (kind === 'review' && sourceId !== null) await changeFeed(db, sourceId, { reviewFirst: true });
    if (kind === 'review' && targetId !== null) await changeTarget(db, targetId, { reviewFirst: true });
    if (kind === 'changed') await takeBack(db, `hold:${id}`, at);
  }
  if (!isKept && only !== undefined) {
    await forgetChoices(db, hold, only);
    // Of a removal that was let go.
    await keepApproved(db, hold, only, at);
  }
  await takeBackQueued(db, { sourceId, targetId }, at);
  if (sourceId !== null) await touchSource(db, sourceId, at);
  const schools = targetId === null ? await activeTargets(db) : [{ id: targetId }];
  for (const school of schools) await changeTarget(db, school.id, { mappingVersion: null });
  return { kind: 'decided', hold: (await holdById(db, id)) ?? hold };
}

/** Three days: over a weekend. */
export function muteUntil(now: Date): Date {
  return new Date(now.getTime() + 3 * DAY);
}
