import { inArray, lt, type SQL, sql } from 'drizzle-orm';
import { pack } from '../core/pack.ts';
import type { Db } from '../db/db.ts';
import { execute } from '../db/query.ts';
import { exactCalls } from '../db/schema.ts';
import type { ExactCall } from '../soap/types.ts';

export type PackedCall = typeof exactCalls.$inferInsert;

/** Packs a call for `keepCalls`, outside its transaction. */
export async function packCall(
  publicationId: number,
  operation: PackedCall['operation'],
  { sentAt, endedAt, request, answer, reason }: ExactCall,
): Promise<PackedCall> {
  return {
    publicationId,
    operation,
    sentAt,
    endedAt,
    request: await pack(request),
    answer: answer === undefined ? null : await pack(answer),
    reason: answer === undefined ? (reason ?? 'no answer') : null,
  };
}

/** Keeps the last call of each kind about a publication. */
export async function keepCalls(db: Db, calls: readonly PackedCall[]): Promise<void> {
  if (calls.length > 0) await execute(db)`${keeping(calls)} ${replacing}`;
}

const base64 = (bytes?: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64');

/** The beginning of the statement that keeps calls, up to its `where`; `replacing` is its end. */
export function keeping(calls: readonly PackedCall[]): SQL {
  const rows = calls.map((call) => ({ ...call, request: base64(call.request), answer: base64(call.answer) }));
  return sql`
    insert into exact_calls (publication_id, operation, sent_at, ended_at, request, answer, reason)
    select "publicationId", operation, "sentAt", "endedAt", decode(request, 'base64'), decode(answer, 'base64'), reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as k(
      "publicationId" bigint, operation text, "sentAt" timestamptz, "endedAt" timestamptz, request text, answer text, reason text)`;
}

export const replacing = sql`on conflict (publication_id, operation) do update set
  sent_at = excluded.sent_at, ended_at = excluded.ended_at, request = excluded.request, answer = excluded.answer, reason = excluded.reason`;

/** Forgets calls that ended before a moment, or those about some publications. */
export async function forgetCalls(db: Db, which: Date | SQL): Promise<void> {
  const old =
    which instanceof Date
      ? lt(exactCalls.endedAt, which)
      : inArray(exactCalls.publicationId, sql`(${which})`);
  await db.delete(exactCalls).where(old);
}
