import { expect, test } from 'vitest';
import { forgetTokens, knownToken, cachedMs } from '../../../src/platform/accounts/known-tokens.ts';
import { addToken } from '../../../src/platform/accounts/people.ts';
import { revokeToken } from '../../../src/platform/accounts/api-tokens.repository.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { sha256 } from '../../../src/core/fingerprint.ts';
import { testDatabase } from '../../setup/database.ts';
import { manualClock } from '../../setup/clock.ts';

const db = await testDatabase();
const clock = manualClock('2026-11-20T12:00:00Z');
const deps = { db, clock };

async function aToken(name: string, read: Clock = clock) {
  const added = await addToken(deps, { name, scopes: ['read'], createdBy: 'test' });
  const fingerprint = sha256(added.kind === 'added' ? added.token : '');
  let asked = 0;
  const find = () =>
    knownToken({ db, clock: read }, fingerprint, async () => {
      asked += 1;
    });
  return { find, asked: () => asked };
}

async function endToken(name: string) {
  await revokeToken(db, name, clock.now());
  forgetTokens(db);
}

test('a token that was found is not asked for again within a second', async () => {
  const { find, asked } = await aToken('steady');
  expect(await find()).toMatchObject({ name: 'steady' });
  clock.advance(cachedMs - 1);
  expect(await find()).toMatchObject({ name: 'steady' });
  expect(asked()).toBe(1);
  clock.advance(1);
  expect(await find()).toMatchObject({ name: 'steady' });
  expect(asked()).toBe(2);
});

test('a token that ends here is refused at once', async () => {
  const { find } = await aToken('ended');
  await find();
  await endToken('ended');
  expect(await find()).toBeUndefined();
});

test('a token that ends while it is looked up is not remembered', async () => {
  const ending = () => {
    forgetTokens(db);
    return clock.now();
  };
  const { find } = await aToken('crossing', { ...clock, now: ending });
  expect(await find()).toMatchObject({ name: 'crossing' });
  await revokeToken(db, 'crossing', clock.now());
  expect(await find()).toBeUndefined();
});

test('a token that another process ended is refused a second later at the latest', async () => {
  const { find } = await aToken('elsewhere');
  await find();
  await revokeToken(db, 'elsewhere', clock.now());
  expect(await find()).toMatchObject({ name: 'elsewhere' });
  clock.advance(cachedMs);
  expect(await find()).toBeUndefined();
});

test('an unknown token is asked for each time, so a new one works at once', async () => {
  const fingerprint = sha256('nobody has it');
  const ask = () => knownToken(deps, fingerprint, async () => {});
  expect([await ask(), await ask()]).toEqual([undefined, undefined]);
});
