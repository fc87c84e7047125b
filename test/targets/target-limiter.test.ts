import { expect, test } from 'vitest';
import { limiterOver } from '../../src/rest/rest-limiter.ts';
import { postgresStore, tokenKey } from '../../src/targets/limiter.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { manualClock } from '../setup/clock.ts';

const db = await testDatabase();
const key = tokenKey('https://school.test/api/public', 'secret-token');
const noon = '2026-11-20T12:00:00Z';

test('processes that share a token share its bucket and its day', async () => {
  const clock = manualClock(noon);
  const processes = [1, 2, 3, 4].map(() => postgresStore(db, key, clock));
  const granted = await Promise.all(
    processes.map(
      async (store) => (await store.grant({ people: 50, publishing: 0, mirrors: 0 })).granted.people,
    ),
  );
  expect(granted.reduce((sum, count) => sum + count, 0)).toBe(95);
});

test('another token, or the same one elsewhere, has a bucket of its own', async () => {
  const clock = manualClock(noon);
  for (const other of [
    key,
    tokenKey('https://school.test/api/public', 'x'),
    tokenKey('https://b.test/api', 'secret-token'),
  ]) {
    const { granted } = await postgresStore(db, other, clock).grant({
      people: 95,
      publishing: 0,
      mirrors: 0,
    });
    expect(granted.people).toBe(95);
  }
});

test('a 429 that one process hears holds the others', async () => {
  const clock = manualClock(noon);
  const [one, two] = [postgresStore(db, key, clock), postgresStore(db, key, clock)];
  await one.hear({ holdUntil: new Date('2026-11-20T12:00:09Z') });
  const waits: number[] = [];
  const limiter = limiterOver(two, async (ms) => {
    waits.push(ms);
    clock.advance(ms);
  });
  expect(await limiter.take('people')).toEqual({ kind: 'go' });
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(9_000);
});

test('one process at a time holds the place for batches, and a dead one loses it', async () => {
  const clock = manualClock(noon);
  const [one, two] = [postgresStore(db, key, clock), postgresStore(db, key, clock)];
  expect([await one.holdBatch('one'), await two.holdBatch('two'), await one.holdBatch('one')]).toEqual([
    true,
    false,
    true,
  ]);
  clock.advance(61_000);
  expect([await two.holdBatch('two'), await one.holdBatch('one')]).toEqual([true, false]);
  await two.releaseBatch('two');
  expect(await one.holdBatch('one')).toBe(true);
});

test('the table holds no token', async () => {
  await postgresStore(db, key, manualClock(noon)).grant({ people: 1, publishing: 0, mirrors: 0 });
  expect(JSON.stringify(await db.query.restTokens.findMany())).not.toContain('secret-token');
});
