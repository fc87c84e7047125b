import { and, eq, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { anyOf } from '../../db/sql.ts';
import { holds } from '../../db/schema.ts';
import { touchListings } from '../../listings/listing-writes.repository.ts';
import {
  addHold,
  decideSubjects,
  forgetSubjects,
  keepDecided,
  otherRevision,
  proposeRemovals,
  undecided,
  writeHolds,
} from './hold-writes.repository.ts';
import { present } from '../../core/present.ts';
import { recordOwnAct } from '../../platform/audit/audit.repository.ts';
import type { HoldFacts, HoldSample } from '../../db/schema/publishing.ts';
import { lossesOf, type Hold, subjectsOf, isAbout, pastHolds, isSpent } from './holds.queries.ts';
import type { HeldReason, HoldWindow } from '../publishing-types.ts';
import { type HoldStep, type HoldSubject, removesJobs } from './holds.ts';
import { column, query } from '../../db/query.ts';

export type HoldContent = {
  readonly fingerprint: string;
  readonly sample: readonly HoldSample[];
  readonly subjects: readonly number[];
  /** The run whose document is in doubt. */
  readonly runId?: number;
  /** Removals that counted beside these when it was opened, and of a usual day: while it is open neither moves (R5). */
  readonly window?: HoldWindow;
  readonly stated?: readonly number[];
  /** Publications that changed rules of a feed would take down: who rejects the hold keeps them. */
  readonly proposed?: readonly number[] | undefined;
  readonly now: Date;
};

/** Writes the steps of a judgement down; gives the ids of holds that were opened. */
export async function recordHolds(
  tx: Db,
  subject: HoldSubject,
  steps: readonly HoldStep[],
  content: HoldContent,
): Promise<readonly number[]> {
  const opened: number[] = [];
  for (const step of steps) {
    if (step.kind === 'lift')
      for (const id of await liftHolds(tx, eq(holds.id, step.holdId), { by: 'a later run', at: content.now }))
        await recordHold(tx, 'hold lifted', { id, at: content.now });
    if (step.kind === 'stays') await renewHold(tx, subject, step, content);
    if (step.kind === 'open') opened.push(await openHold(tx, subject, step.reason, content));
    const id = step.kind === 'stays' ? step.holdId : step.kind === 'open' ? opened.at(-1) : undefined;
    if (id !== undefined && content.proposed !== undefined) await proposeRemovals(tx, id, content.proposed);
  }
  return opened;
}

async function openHold(tx: Db, subject: HoldSubject, reason: HeldReason, content: HoldContent) {
  const { now, runId, fingerprint, sample, subjects } = content;
  const { kind, count, reasons } = reason;
  const facts = await factsOf(tx, subject, reason, content);
  const about = { ...subject, kind, count, reasons, sample, subjects, facts, fingerprint, runId };
  const id = await addHold(tx, { ...about, createdAt: now });
  await recordHold(tx, 'hold opened', { id, at: now, count, reason: reasons[0] });
  return id;
}

async function recordHold(
  tx: Db,
  action: `hold ${string}`,
  { id, at, ...detail }: { id: number; at: Date; count?: number; reason?: string | undefined },
): Promise<void> {
  await recordOwnAct(tx, { at, action, subject: `hold:${id}`, detail: present(detail) });
}

/** The same incident, met again: its hold is about what is stopped now. What a person decided about stays as it was decided. */
async function renewHold(
  tx: Db,
  subject: HoldSubject,
  { holdId, reason, reopens }: Extract<HoldStep, { kind: 'stays' }>,
  content: HoldContent,
): Promise<void> {
  const { runId, fingerprint, sample, subjects } = content;
  const [row] = await tx.select().from(holds).where(eq(holds.id, holdId)).for('update');
  if (row === undefined || (row.state !== 'open' && row.state !== 'muted')) return;
  const before = new Set(row.subjects);
  const isSame =
    row.count === reason.count &&
    before.size === subjects.length &&
    subjects.every((id) => before.has(id)) &&
    String(row.facts?.stated) === String(content.stated);
  // A job that was picked out of a first plan left its count at once, and leaves its sample here.
  const picked = row.kind === 'review' ? { sample } : {};
  const changed = isSame
    ? picked
    : {
        count: reason.count,
        subjects,
        sample,
        facts: {
          ...(await factsOf(tx, subject, reason, content)),
          ...present({ counted: row.facts?.counted, usual: row.facts?.usual }),
        },
        ...otherRevision,
      };
  const asks = reopens === true ? undecided : {};
  const now = { reasons: reason.reasons, fingerprint, runId, ...changed, ...asks };
  await writeHolds(tx, eq(holds.id, holdId), now);
  if (!isSame) await recordHold(tx, 'hold merged', { id: holdId, at: content.now, count: reason.count });
}

async function factsOf(
  tx: Db,
  subject: HoldSubject,
  { kind, compared }: HeldReason,
  { subjects, window, stated }: HoldContent,
): Promise<HoldFacts> {
  const perTarget = removesJobs(kind) ? await lossesOf(tx, subject, subjects) : [];
  return { perTarget, ...present({ compared, stated }), ...window };
}

export type HoldDecision = {
  readonly state: 'approved' | 'rejected' | 'muted';
  readonly by: string;
  readonly at: Date;
  readonly until?: Date | null;
  readonly thisRunOnly?: boolean;
  /** Nothing of a first plan is left to decide. */
  readonly count?: 0;
  readonly from?: 'open' | 'approved';
  /** What the person decided about: an open hold takes in what is stopped meanwhile. */
  readonly rev: number;
};

/** Decides an open hold, or one in the state `from`; false when it is in another (a second decision is refused), or is about other jobs by now. */
export async function decideHold(
  db: Db,
  id: number,
  { rev, by, at, until = null, from = 'open', ...decision }: HoldDecision,
): Promise<boolean> {
  const isThat = and(eq(holds.id, id), eq(holds.state, from), eq(holds.rev, rev));
  const decided = { ...decision, decidedBy: by, decidedAt: at, until };
  return (await writeHolds(db, isThat, decided)).length > 0;
}

/** Mutes of a feed, or of a target, of all targets and of feeds that are not read, that ended ask again, as they were. */
export async function reopenMuted(db: Db, scope: HoldSubject, now: Date): Promise<void> {
  const mine =
    'sourceId' in scope
      ? eq(holds.sourceId, scope.sourceId)
      : or(eq(holds.targetId, scope.targetId), isNull(holds.targetId));
  await writeHolds(db, and(mine, eq(holds.state, 'muted'), lte(holds.until, now)), undecided);
}

/** Holds about what a person removed ask nobody any more; the audit log has the removal. */
export async function closeHolds(tx: Db, subject: HoldSubject, by: string, now: Date): Promise<void> {
  await liftHolds(tx, and(isAbout(subject), ne(holds.state, 'rejected')), { by, at: now });
}

/** Ends holds that ask nobody any more; gives the ids of those that did. What a person approved meanwhile stays approved. */
export async function liftHolds(
  tx: Db,
  which: SQL | undefined,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<readonly number[]> {
  const stands = and(which, inArray(holds.state, ['open', 'rejected', 'muted']));
  return writeHolds(tx, stands, { state: 'lifted', decidedAt: at, decidedBy: by });
}

/** Keeps what a person rejected at targets (R10): removals until the job is wanted again, an upgrade's postings until the content is another. */
export async function keepSubjects(tx: Db, { id, kind, sourceId }: Pick<Hold, 'id' | 'kind' | 'sourceId'>) {
  if (sourceId !== null) return keepDecided(tx, sql`k.hold_id = ${id} and k.decision is null`);
  const op = kind === 'changed' ? 'show' : 'hide';
  const kept = sql`
    select h.id, null::bigint, p.id, ${op}, case when ${op} = 'show' then l.fingerprint end, 'kept', null::timestamptz, true from holds h
      cross join jsonb_array_elements_text(h.subjects) s join publications p on p.id = s.value::bigint left join listings l on l.id = p.listing_id
    where h.id = ${id} and not coalesce(h.facts -> 'stated' @> to_jsonb(p.id), false)`;
  await decideSubjects(tx, kept);
}

/** What was decided about a removal is over once its job is wanted, or listed, again. */
export async function forgetDecided(tx: Db, of: 'id' | 'listing_id', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const theirs = sql`(select id from publications where ${anyOf(sql.raw(of), ids)})`;
  await forgetSubjects(tx, sql`k.decision is not null and k.op = 'hide' and k.publication_id in ${theirs}`);
}

/** Listings of some publications: the next plans of their targets look at them again. */
export async function touchSubjects(tx: Db, publicationIds: readonly number[], now: Date): Promise<void> {
  if (publicationIds.length === 0) return;
  const theirs = sql`(select listing_id from publications where ${anyOf(sql`id`, publicationIds)})`;
  await touchListings(tx, sql`l.id in ${theirs}`, now);
}

/** Of an approved upgrade the listings that are still to be sent, so many at most (R19). */
export async function upgradesToSend(
  db: Db,
  { targetId, version, room }: { readonly targetId: number; readonly version: string; readonly room: number },
): Promise<readonly number[]> {
  const rows = await query(db, { id: column.int })`
      select p.listing_id as id from publications p where p.target_id = ${targetId} and p.listing_id is not null and p.wanted_version <> ${version}
        and p.id in (select s.value::bigint from holds h, jsonb_array_elements_text(h.subjects) s
          where h.target_id = ${targetId} and h.kind = 'changed' and h.state = 'approved' and h.fingerprint = ${version})
      order by p.id limit ${room}`;
  return rows.map((row) => row.id);
}

/** Whether a person agreed to what a version sends again at a target; an approval limits the start, not the end (rules R11, R19). */
export async function upgradeApproved(db: Db, targetId: number, version: string): Promise<boolean> {
  const changed = (await pastHolds(db, { targetId })).find(({ kind }) => kind === 'changed');
  return changed?.state === 'approved' && changed.fingerprint === version;
}

/** Approvals of plans that did not begin in time are void (R10): what they were about is judged again. */
export async function lapseApprovals(db: Db, now: Date): Promise<void> {
  const waits = sql`${holds.id} in (select h.id from holds h where h.state = 'approved' and h.kind <> 'changed' and h.source_id is null
    and h.until <= ${now.toISOString()}::timestamptz and exists (select 1 from jsonb_array_elements_text(h.subjects) s
      join publications p on p.id = s.value::bigint where p.live and p.intent <> 'hide' and not (${isSpent})))`;
  await db.transaction(async (tx) => {
    for (const id of await writeHolds(tx, and(eq(holds.state, 'approved'), waits), { state: 'lapsed' })) {
      await touchSubjects(tx, await subjectsOf(tx, id), now);
      await recordHold(tx, 'hold lapsed', { id, at: now });
    }
  });
}
