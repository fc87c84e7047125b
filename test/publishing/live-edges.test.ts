import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberIn, rowsOf, textIn } from '../setup/rows.ts';
import { publications } from '../../src/db/schema.ts';
import { leaveAll } from '../../src/publishing/intents.repository.ts';
import { type LedgerRow, writeLedger } from '../../src/publishing/recovery/recover.repository.ts';
import { foldDailyCounts } from '../../src/publishing/queries/daily-counts.repository.ts';
import { usageIn } from '../../src/publishing/queries/usage.queries.ts';
import { testDatabase } from '../setup/database.ts';
import { aCampus, aPublication } from '../faces/web/support/data.ts';

const db = await testDatabase();
const now = new Date('2026-11-20T15:42:00Z');
const months = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12'];

/** The same job-days by looking at every publication. */
async function lookedAt(month: string) {
  const begins = `${month}-01T00:00:00Z`;
  const rows = await db.execute(sql`
    with span as (select ${begins}::timestamptz as begins, least((${begins}::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC', ${now.toISOString()}::timestamptz) as ends)
    select s.name as source, t.name as target,
      round(extract(epoch from sum(least(case when p.live then ends else p.delisted_at end, ends) - greatest(p.first_sent_at, begins))) / 86400, 2)::float as days
    from publications p cross join span join sources s on s.id = p.source_id join targets t on t.id = p.target_id
    where begins < ends and p.first_sent_at < ends and (p.live or (p.delisted_at > begins and p.delisted_at > p.first_sent_at))
    group by 1, 2 order by 1, 2`);
  return rowsOf(rows).map((row) => ({
    source: textIn(row, 'source'),
    target: textIn(row, 'target'),
    month,
    calls: 0,
    jobDays: numberIn(row, 'days'),
  }));
}

async function expectTheSame() {
  for (const month of months) expect(await usageIn(db, month, now)).toEqual(await lookedAt(month));
}

/** A moment of three months until now, to the millisecond; the first of a month is among them. */
const moment = fc.oneof(
  fc
    .date({ min: new Date('2026-08-15T00:00:00Z'), max: now, noInvalidDate: true })
    .map((at) => at.toISOString()),
  fc.constantFrom('2026-09-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00.000Z'),
);
/** Nothing is there, and nothing is wanted. */
const nothing = {
  belief: 'none',
  beliefFingerprint: null,
  intent: 'leave',
  cause: null,
  verdict: null,
  intendedAt: null,
  intentFingerprint: null,
  shownListingId: null,
  shownListingFingerprint: null,
  call: 'idle',
  nextAt: null,
  parked: null,
} as const;
const job = fc.integer({ min: 0, max: 5 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('sent'), job, at: moment }),
  fc.record({ kind: fc.constant('never sent'), job, at: moment }),
  fc.record({ kind: fc.constant('taken down'), job, at: moment }),
  fc.record({ kind: fc.constant('put up again'), job, at: moment }),
  fc.record({ kind: fc.constant('moved'), job, at: moment }),
  fc.record({ kind: fc.constant('recovered'), job, at: moment }),
  fc.record({ kind: fc.constant('queue stopped'), job, at: moment }),
  fc.record({ kind: fc.constant('all taken down'), job, at: moment }),
  fc.record({ kind: fc.constant('forgotten'), job, at: moment }),
  fc.record({ kind: fc.constant('folded'), job, at: moment }),
);

test('job-days by kept edges are those by every publication, whatever happened to them', async () => {
  const { acme, zenith, northfield, calloway } = await aCampus(db);
  const take = async (happened: { kind: string; job: number; at: string }) => {
    const targetId = happened.job % 2 === 0 ? northfield : calloway;
    const jobId = `P-${happened.job}`;
    const at = new Date(happened.at);
    const it = eq(publications.jobId, jobId);
    switch (happened.kind) {
      case 'sent':
      case 'never sent':
        return db
          .insert(publications)
          .values(
            aPublication({
              targetId,
              sourceId: acme,
              jobId,
              ...(happened.kind === 'sent'
                ? { firstSentAt: at }
                : { ...nothing, firstSentAt: null, nextAt: null }),
            }),
          )
          .onConflictDoNothing();
      case 'taken down':
        return db
          .update(publications)
          .set({
            ...nothing,
            delistedAt: sql`greatest(${at.toISOString()}::timestamptz, first_sent_at)`,
          })
          .where(it);
      case 'put up again':
        return db
          .update(publications)
          .set({
            ...nothing,
            belief: 'maybe',
            firstSentAt: sql`coalesce(first_sent_at, ${at.toISOString()}::timestamptz)`,
            delistedAt: null,
          })
          .where(it);
      case 'moved':
        return db.update(publications).set({ sourceId: zenith }).where(it);
      case 'recovered':
        return writeLedger(db, targetId, [aLedgerRow({ sourceId: zenith, jobId, at: happened.at })]);
      case 'queue stopped':
        return leaveAll(db, targetId, now);
      case 'all taken down':
        return db.execute(
          sql`update publications set belief = 'none', belief_fingerprint = null, intent = 'leave', cause = null, verdict = null, intended_at = null, intent_fingerprint = null, shown_listing_id = null, shown_listing_fingerprint = null, call = 'idle', next_at = null, parked = null, delisted_at = greatest(${at.toISOString()}::timestamptz, first_sent_at) where live`,
        );
      case 'forgotten':
        return db.delete(publications).where(it);
      default:
        return foldDailyCounts(db);
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      for (const one of steps) await take(one);
      await expectTheSame();
      await foldDailyCounts(db);
      await expectTheSame();
    }),
    { numRuns: 40 },
  );
  const [kept] = rowsOf(await db.execute(sql`select count(*)::int as n from live_edges where not folded`));
  expect(numberIn(kept, 'n')).toBe(0);
}, 120_000);

test('a month that has not begun has no job-days, and one long ago none either', async () => {
  await aCampus(db);
  expect(await usageIn(db, '2027-03', now)).toEqual([]);
  expect(await usageIn(db, '2025-03', now)).toEqual([]);
});

function aLedgerRow({ sourceId, jobId, at }: { sourceId: number; jobId: string; at: string }): LedgerRow {
  const live = jobId !== 'P-4';
  return {
    target: '',
    source: 'zenith',
    externalSourceId: 'acme',
    jobId,
    sourceId,
    state: live ? 'published' : 'delisted',
    live,
    takenHash: 'h',
    deleteUnanswered: false,
    firstSentAt: new Date(new Date(at).getTime() - 40 * 86_400_000).toISOString(),
    at,
  };
}
