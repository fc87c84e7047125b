import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ListingState } from '../../src/db/schema/listings.ts';
import { listingTable } from '../../src/listings/listing-state.ts';
import { type ListingEvent, type ListingRow, stepListing } from '../lifecycle/listing-steps.ts';
import { rowsOf } from '../setup/rows.ts';
import { testDatabase } from '../setup/database.ts';
import { aPublishedRoad } from '../setup/road.ts';

/** Rows that no publication and no listing may have, and the constraint that refuses each. The row before is shown, met and idle. */
const db = await testDatabase();

const shown = `intent_fingerprint = null, shown_listing_id = null, shown_listing_fingerprint = null`;
const hides = (more: string) => `intent = 'hide', ${shown}, call = 'due', next_at = now(), ${more}`;
const out = (more: string) => `belief = 'maybe', belief_fingerprint = null, call = 'out', ${more}`;
const bad: readonly (readonly [constraint: string, set: string])[] = [
  ['belief_known', `belief_fingerprint = null, call = 'due', next_at = now()`],
  ['belief_known', `belief = 'perhaps', call = 'due', next_at = now()`],
  ['intent_show', `shown_listing_id = null`],
  ['intent_show', `intent = 'leave'`],
  ['intent_hide', hides(`cause = 'expired', verdict = 'stated', intended_at = null`)],
  ['intent_hide', hides(`cause = null, verdict = null`)],
  ['verdict_known', hides(`cause = 'missing', verdict = 'stated', intended_at = now()`)],
  ['verdict_known', hides(`cause = 'expired', verdict = 'guard', intended_at = now()`)],
  ['verdict_known', hides(`cause = 'a mood', verdict = 'stated', intended_at = now()`)],
  ['verdict_hold', hides(`cause = 'missing', verdict = 'hold', intended_at = now()`)],
  ['verdict_hold', `hold_id = 1`],
  ['call_known', `call = 'later'`],
  ['leave_retracts', `intent = 'leave', ${shown}, call = 'due', next_at = now()`],
  ['idle_is_met', `intent_fingerprint = 'another'`],
  ['idle_is_met', `belief = 'maybe', belief_fingerprint = null`],
  ['out_is_leased', out(`call_op = 'delete', call_before = 'none'`)],
  ['out_is_leased', `call = 'out', call_op = 'delete', call_before = 'none', lease_until = now()`],
  ['out_is_known', out(`call_op = 'process', call_before = 'none', lease_until = now()`)],
  ['due_has_time', `call = 'due'`],
  ['due_has_time', `next_at = now()`],
  ['parked_has_reason', `call = 'parked'`],
  ['parked_has_reason', `parked = 'refused'`],
  ['judged_first', `shown_listing_fingerprint = 'not judged'`],
];

const ended = (cause: string, verdict: string, at = 'now()') =>
  `state = 'ended', cause = '${cause}', verdict = '${verdict}', ended_at = ${at}`;
const lives = `missing_since = null, miss_runs = 0, cause = null, verdict = null, ended_at = null`;
const badListings: readonly (readonly [constraint: string, set: string])[] = [
  ['listings_state', `state = 'lost'`],
  ['listings_missing_since', `state = 'missing', miss_runs = 1`],
  ['listings_missing_since', `state = 'missing', missing_since = now()`],
  ['listings_missing_since', `miss_runs = 1`],
  ['listings_ended_why', `state = 'ended', ended_at = now()`],
  ['listings_ended_why', `cause = 'withdrawn', verdict = 'stated'`],
  ['listings_ended_why', ended('withdrawn', 'stated', 'null')],
  ['listings_verdict', ended('missing', 'stated')],
  ['listings_verdict', ended('withdrawn', 'guard')],
  ['listings_verdict_hold', ended('missing', 'hold')],
  ['listings_announced', `closes_announced = true`],
];

const constraintOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
};

const refusalOf = (set: string, table = 'publications') =>
  db.execute(sql.raw(`update ${table} set ${set}`)).then(() => 'it was written', constraintOf);

test('the database refuses each publication that no state of the machine has', async () => {
  await aPublishedRoad(db, 1);
  for (const [constraint, set] of bad) {
    const refusal = await refusalOf(set);
    expect(refusal.includes(`"${constraint}"`) ? constraint : `${set}: ${refusal}`).toBe(constraint);
  }
  await expect(
    db.execute(sql`insert into publications (target_id, source_id, external_source_id, job_id, job_key, belief, intent, call)
      select target_id, source_id, external_source_id, 'other', job_key, 'none', 'leave', 'idle' from publications`),
  ).rejects.toThrow();
  const rows = rowsOf(await db.execute(sql`select belief, intent, call from publications`));
  expect(rows).toEqual([{ belief: 'has', intent: 'show', call: 'idle' }]);
});

test('the database refuses each listing that no state of the machine has', async () => {
  await aPublishedRoad(db, 1);
  for (const [constraint, set] of badListings) {
    const refusal = await refusalOf(set, 'listings');
    expect(refusal.includes(`"${constraint}"`) ? constraint : `${set}: ${refusal}`).toBe(constraint);
  }
  expect(rowsOf(await db.execute(sql`select state, cause from listings`))).toEqual([
    { state: 'listed', cause: null },
  ]);
});

test('the database refuses a second open hold of one kind about one feed', async () => {
  const { feed } = await aPublishedRoad(db, 1);
  const open = (kind: string, state: string) =>
    db.execute(sql`insert into holds (kind, source_id, state, count, reasons, sample, fingerprint, created_at, decided_at)
      values (${kind}, ${feed.id}, ${state}, 1, '[]', '[]', 'f', now(), case when ${state} <> 'open' then now() end)`);
  for (const [kind, state] of [
    ['drop', 'open'],
    ['share', 'open'],
    ['drop', 'rejected'],
  ] as const)
    await open(kind, state);
  await expect(open('drop', 'open').catch(constraintOf)).resolves.toContain('one_open_hold');
});

test('the database refuses each state of a hold that cannot follow the one before', async () => {
  const { feed } = await aPublishedRoad(db, 1);
  const decided: Readonly<Record<string, string>> = {
    open: 'decided_at = null, until = null',
    approved: 'decided_at = now(), until = now()',
    rejected: 'decided_at = now(), until = null',
    muted: 'decided_at = now(), until = now()',
    lifted: 'decided_at = now(), until = null',
    lapsed: 'decided_at = now(), until = now()',
  };
  const become = (from: string, to: string, set = decided[to]) =>
    db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from holds`);
        await tx.execute(sql`insert into holds (kind, source_id, state, count, reasons, sample, fingerprint, created_at, decided_at, until)
          values ('drop', ${feed.id}, ${from}, 1, '[]', '[]', 'f', now(), case when ${from} <> 'open' then now() end, case when ${from} = 'muted' then now() end)`);
        await tx.execute(sql.raw(`update holds set state = '${to}', ${set}`));
      })
      .then(() => 'taken', constraintOf);
  const taken: string[] = [];
  for (const from of Object.keys(decided))
    for (const to of Object.keys(decided).filter((one) => one !== from)) {
      const answer = await become(from, to);
      if (answer === 'taken') taken.push(`${from} ${to}`);
      else expect(answer).toContain('cannot become');
    }
  expect(taken).toEqual([
    'open approved',
    'open rejected',
    'open muted',
    'open lifted',
    'approved open',
    'approved rejected',
    'approved lapsed',
    'rejected open',
    'rejected lifted',
    'muted open',
    'muted lifted',
  ]);
  expect(await become('open', 'rejected', 'decided_at = null')).toContain('hold_open_undecided');
  expect(await become('open', 'muted', 'decided_at = now()')).toContain('hold_muted_until');
  expect(await become('open', 'decided', 'decided_at = now()')).toContain('cannot become');
  const unknown =
    db.execute(sql`insert into holds (kind, source_id, state, count, reasons, sample, fingerprint, created_at, decided_at)
    values ('drop', ${feed.id}, 'decided', 1, '[]', '[]', 'f', now(), now())`);
  await expect(unknown.catch(constraintOf)).resolves.toContain('hold_states');
});

test('the database refuses to remove a target while one of its jobs is to be sent or taken down', async () => {
  const { target } = await aPublishedRoad(db, 1);
  const removing = (set: string) =>
    db
      .transaction(async (tx) => {
        await tx.execute(sql`update targets set state = 'removed' where id = ${target.id}`);
        await tx.execute(sql.raw(`update publications set ${set}`));
      })
      .then(
        () => 'removed',
        (error: unknown) => `${String(error)} ${error instanceof Error ? String(error.cause) : ''}`,
      );
  const hidden = hides(`cause = 'operator', verdict = 'stated', intended_at = now()`);
  expect(await removing('tries = 0')).toContain('is removed while it may have jobs');
  expect(await removing(hidden)).toContain('is removed while it may have jobs');
  // Its jobs are left up, or are down.
  const down = `belief = 'none', belief_fingerprint = null, call = 'idle', next_at = null`;
  for (const set of [
    `intent = 'leave', ${shown}`,
    `${hidden.replace(`call = 'due', next_at = now(), `, '')}, ${down}`,
  ]) {
    expect(await removing(set)).toBe('removed');
    await db.execute(sql`update targets set state = 'active'`);
  }
});

/** What each state asks of its row beside itself. */
const listingIn: Readonly<Record<ListingState, string>> = {
  listed: `state = 'listed', ${lives}`,
  unread: `state = 'unread', ${lives}`,
  missing: `state = 'missing', ${lives.replace('missing_since = null, miss_runs = 0', 'missing_since = now(), miss_runs = 1')}`,
  kept: `state = 'kept', ${lives}`,
  ended: `${ended('missing', 'guard')}, missing_since = null, miss_runs = 0`,
};

test('the database lets a listing become only what an event of its table makes of it', async () => {
  const { feed } = await aPublishedRoad(db, 1);
  const states = Object.keys(listingTable.seen) as ListingState[];
  const row = { fingerprint: 'a', expiresAt: null, announced: false, jumpedAt: null } as const;
  const content = { ...row, refusedFingerprint: null, refusedExpiresAt: null };
  const at = new Date('2026-11-28T00:00:00Z');
  const ending = { cause: 'missing', verdict: { kind: 'guard' }, because: null, endedAt: at } as const;
  const rows: Readonly<Record<ListingState, ListingRow>> = {
    listed: { ...content, state: 'listed' },
    unread: { ...content, state: 'unread' },
    missing: { ...content, state: 'missing', since: at, runs: 1 },
    kept: { ...content, state: 'kept' },
    ended: { ...content, state: 'ended', ...ending },
  };
  const events: readonly ListingEvent[] = [
    { type: 'seen', at, fingerprint: 'a', expiresAt: null },
    { type: 'unread', at },
    { type: 'absent', at },
    { type: 'withdrawn', at, cause: 'withdrawn', because: 'its source says closed' },
    { type: 'closed', at },
    { type: 'inferred', at, ...ending, because: 'it is missing' },
    { type: 'kept', at },
  ];
  const mayFollow = (from: ListingState, to: ListingState) =>
    events.some(
      (event) => listingTable[event.type][from] !== 'never' && stepListing(rows[from], event).state === to,
    );
  for (const from of states)
    for (const to of states.filter((state) => state !== from)) {
      await db.execute(sql`delete from decisions`);
      await db.execute(sql`update publications set listing_id = null, intent = 'leave', ${sql.raw(shown)}`);
      await db.execute(sql`delete from listings`);
      await db.execute(sql`
        insert into listings (source_id, job_id, state, listing, fingerprint, title, first_seen_at, changed_at, touched_at)
        values (${feed.id}, 'A-1', 'listed', '{}', 'a', 'Nurse', now(), now(), now())`);
      if (from !== 'listed') expect(await refusalOf(listingIn[from], 'listings')).toBe('it was written');
      const answer = await refusalOf(listingIn[to], 'listings');
      const isRefused = answer.includes(`listing`) && answer.includes(`cannot become ${to}`);
      expect(`${from} to ${to}: ${isRefused ? 'refused' : answer}`).toBe(
        `${from} to ${to}: ${mayFollow(from, to) ? 'it was written' : 'refused'}`,
      );
    }
});

test('the end of a listing keeps its cause, and only its words may go', async () => {
  await aPublishedRoad(db, 1);
  expect(await refusalOf(listingIn.ended, 'listings')).toBe('it was written');
  for (const set of [`cause = 'jumped'`, ended('operator', 'stated'), `verdict = 'hold', hold_id = 7`])
    expect(await refusalOf(set, 'listings')).toContain('cannot become ended');
  expect(await refusalOf(`ended_because = 'its words were deleted', title = ''`, 'listings')).toBe(
    'it was written',
  );
});
