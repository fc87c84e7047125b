import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/core/log.ts';
import { announce, deadTasks, markDead, claimLease } from '../../../src/platform/queue/tasks.repository.ts';
import { withLease } from '../../../src/platform/queue/task-lease.ts';
import { testDatabase } from '../../setup/database.ts';
import { manualClock } from '../../setup/clock.ts';

const db = await testDatabase();
const start = new Date('2026-11-20T09:00:00Z');
const task = { name: 'apply-plan', key: 'target 1', payload: { targetId: 1 } };
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
const claim = (by: string, now = start) => ({
  ...task,
  by,
  now,
  until: new Date(now.getTime() + 10_000),
});

test('one task of a key runs at a time, and the lease of a dead holder expires', async () => {
  expect(await claimLease(db, claim('one'))).toEqual({ kind: 'mine' });
  expect(await claimLease(db, claim('two'))).toEqual({ kind: 'busy', until: later(10) });
  expect(await claimLease(db, claim('two', later(11)))).toEqual({ kind: 'mine' });
});

test('two keys do not wait for each other', async () => {
  expect(await claimLease(db, claim('one'))).toEqual({ kind: 'mine' });
  expect(await claimLease(db, { ...claim('two'), key: 'target 2' })).toEqual({ kind: 'mine' });
});

test('one of a hundred simultaneous requests gets the lease', async () => {
  const asked = await Promise.all(Array.from({ length: 100 }, () => claimLease(db, claim(randomUUID()))));
  expect(asked.filter(({ kind }) => kind === 'mine')).toHaveLength(1);
});

test('where a message waits no other one is sent, unless it is due earlier or the first is lost', async () => {
  const sent = async (id: string, at: Date, now = start) =>
    (await announce(db, [{ ...task, id, at }], now)).map((one) => one.id);
  expect(await sent('a', later(60))).toEqual(['a']);
  expect(await sent('b', later(60))).toEqual([]);
  expect(await sent('c', start)).toEqual(['c']);
  expect(await sent('d', later(30))).toEqual([]);
  expect(await sent('e', later(310), later(310))).toEqual(['e']);
});

test('a message that another one replaced does nothing', async () => {
  await announce(db, [{ ...task, id: 'late', at: later(60) }], start);
  await announce(db, [{ ...task, id: 'soon', at: start }], start);
  expect(await claimLease(db, { ...claim('one'), messageId: 'late' })).toEqual({ kind: 'superseded' });
  expect(await claimLease(db, { ...claim('one'), messageId: 'soon' })).toEqual({ kind: 'mine' });
});

const fails = () =>
  Promise.reject(
    new Error('Failed query: select …\nparams: ann@acme.example', { cause: new Error('no such column') }),
  );

test('a failure is remembered with its reason and not its values, and the next success clears it', async () => {
  const turns = { db, clock: manualClock(start), log: silentLog };
  expect((await withLease(turns, { task, run: fails })).kind).toBe('failed');
  await markDead(db, task, { now: start });
  expect(await deadTasks(db)).toEqual([{ ...task, failures: 1, error: 'no such column', deadAt: start }]);
  expect((await withLease(turns, { task, run: async () => {} })).kind).toBe('done');
  expect(await deadTasks(db)).toEqual([]);
});
