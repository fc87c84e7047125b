import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { present } from '../../core/present.ts';
import { holds } from '../../db/schema.ts';
import { lossesOf, sampleOf } from './holds.queries.ts';
import { addHold, otherRevision, writeHolds } from './hold-writes.repository.ts';
import { liftHolds } from './holds.repository.ts';
import { nextOfAll, reasonOfAll, type StepOfAll } from './hold-of-all.ts';
import type { HeldReason } from '../publishing-types.ts';
import { column, execute, query } from '../../db/query.ts';

export type KeptOfAll = {
  readonly target: { readonly id: number; readonly name: string };
  /** What the target's plan keeps by the limit over everything; absent where that has no objection. */
  readonly kept: HeldReason['ofAll'];
  /** Publications that its plan looked at; the others stay in the hold. */
  readonly looked: ReadonlySet<number>;
  /** The limit has no objection any more, to nothing that stands. */
  readonly released: boolean;
  readonly now: Date;
};

const ofAll = and(isNull(holds.sourceId), isNull(holds.targetId));

/** Brings the one hold over everything to what a target keeps; gives the id of a hold that was opened. */
export async function recordOfAll(tx: Db, about: KeptOfAll): Promise<readonly number[]> {
  const { kept, now } = about;
  const keeps = kept?.removals.map(({ id }) => id) ?? [];
  const stands = and(ofAll, inArray(holds.state, ['open', 'rejected', 'muted']));
  if (
    keeps.length === 0 &&
    (await tx.select({ id: holds.id }).from(holds).where(stands).limit(1)).length === 0
  )
    return [];
  // Plans of several targets end at the same time, and two of them must not open a hold each.
  await execute(tx)`select pg_advisory_xact_lock(7120033)`;
  const standing = await tx.select().from(holds).where(stands).orderBy(holds.id).for('update');
  const all = standing.flatMap(({ subjects }) => subjects);
  const here = about.released ? new Set(all) : about.looked;
  const opened: number[] = [];
  for (const step of nextOfAll(standing, { keeps, here }, now)) {
    const before = step.kind === 'open' ? undefined : standing.find(({ id }) => id === step.holdId);
    opened.push(...(await write(tx, about, step, before)));
  }
  return opened;
}

/** What of a removed target the hold over everything asks about leaves it. */
export async function leaveHoldOfAll(tx: Db, target: KeptOfAll['target'], now: Date): Promise<void> {
  const rows = await query(tx, { id: column.int })`
    select p.id from holds h, jsonb_array_elements_text(h.subjects) s join publications p on p.id = s.value::bigint
    where h.source_id is null and h.target_id is null and h.state in ('open', 'rejected', 'muted') and p.target_id = ${target.id}`;
  const looked = new Set(rows.map(({ id }) => id));
  if (looked.size > 0) await recordOfAll(tx, { target, kept: undefined, looked, released: false, now });
}

async function write(
  tx: Db,
  { target, kept, now }: KeptOfAll,
  step: StepOfAll,
  before: typeof holds.$inferSelect | undefined,
): Promise<readonly number[]> {
  if (step.kind === 'lift') {
    await liftHolds(tx, eq(holds.id, step.holdId), { by: 'a later run', at: now });
    return [];
  }
  const { subjects } = step;
  // What was decided keeps its number: it says what the person saw.
  if (before !== undefined && before.state !== 'open') {
    await writeHolds(tx, eq(holds.id, before.id), { subjects });
    return [];
  }
  const content = {
    subjects,
    count: subjects.length,
    reasons: kept === undefined ? (before?.reasons ?? []) : [reasonOfAll(kept)],
    sample: await sampleOf(tx, subjects),
    facts: {
      perTarget: await lossesOf(tx, { targetId: target.id }, subjects),
      ...present({
        counted: before?.facts?.counted ?? kept?.lately,
        usual: before?.facts?.usual ?? kept?.usual,
      }),
    },
  };
  if (before !== undefined) {
    await writeHolds(tx, eq(holds.id, before.id), { ...content, ...otherRevision });
    return [];
  }
  return [await addHold(tx, { ...content, kind: 'share', fingerprint: '', createdAt: now })];
}
