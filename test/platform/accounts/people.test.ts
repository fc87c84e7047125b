import { describe, expect, test } from 'vitest';
import { addToken, addUser, enterByLink, firstOperatorLink } from '../../../src/platform/accounts/people.ts';
import { findUser, listUsers, listTokens } from '../../../src/platform/accounts/accounts.queries.ts';
import { HOUR } from '../../../src/core/clock.ts';
import { countTry, dropEndedSignIns } from '../../../src/platform/accounts/failures.repository.ts';
import { closeUser } from '../../../src/platform/accounts/users.repository.ts';
import { apiTokens, entryLinks, sessions, signInFailures } from '../../../src/db/schema.ts';
import { testDatabase } from '../../setup/database.ts';
import { manualClock } from '../../setup/clock.ts';

const db = await testDatabase();
const clock = manualClock('2026-11-20T12:00:00Z');
const deps = { db, clock };
const password = 'three quiet brown owls';
const secretIn = (link: string | undefined) => link?.split('/').at(-1) ?? '';

describe('people', () => {
  test('people are known by their address, however it is written', async () => {
    expect(await addUser(deps, { email: 'Dana@Northfield.example', role: 'operator', password })).toEqual({
      kind: 'added',
    });
    expect(await findUser(db, { email: ' dana@northfield.EXAMPLE' })).toMatchObject({
      role: 'operator',
      name: 'Dana',
      limits: {},
    });
    expect(await addUser(deps, { email: 'dana@northfield.example', role: 'admin' })).toMatchObject({
      kind: 'refused',
    });
  });

  test('need an address and a password that is long enough', async () => {
    expect(await addUser(deps, { email: 'dana', role: 'viewer' })).toMatchObject({ kind: 'refused' });
    expect(await addUser(deps, { email: 'dana@x.example', role: 'viewer', password: 'short' })).toMatchObject(
      { kind: 'refused' },
    );
    expect(await listUsers(db)).toEqual([]);
  });

  test('who are limited stay limited', async () => {
    await addUser(deps, { email: 'kim@x.example', role: 'reviewer', limits: { targets: ['northfield'] } });
    expect(await findUser(db, { email: 'kim@x.example' })).toMatchObject({
      limits: { targets: ['northfield'] },
    });
  });
});

describe('those who leave', () => {
  test('one of two admins who close each other’s account at once stays', async () => {
    const [one, two] = ['dana@x.example', 'eve@x.example'];
    for (const email of [one, two]) await addUser(deps, { email, role: 'admin', password });
    const other = await db.transaction(async (tx) => {
      expect(await closeUser(tx, one, clock.now())).toBe('changed');
      const closing = closeUser(db, two, clock.now());
      // On a server the other one goes on meanwhile, as far as it may.
      for (let turn = 0; turn < 20; turn += 1) await listUsers(tx);
      return { closing };
    });
    expect(await other.closing).toBe('last admin');
  });
});

describe('what is over', () => {
  test('old counts of wrong passwords, ended sessions and unused links are forgotten, the others stay', async () => {
    await addUser(deps, { email: 'dana@x.example', role: 'admin' });
    const [user] = await listUsers(db);
    const session = { userId: user?.id ?? '', createdAt: clock.now(), updatedAt: clock.now() };
    const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR);
    await db.insert(sessions).values([
      { ...session, id: 'ended', token: 'a', expiresAt: at(-1) },
      { ...session, id: 'open', token: 'b', expiresAt: at(1) },
    ]);
    for (const [key, hours] of [
      ['old', -2],
      ['new', 0],
    ] as const)
      await countTry(db, key, at(hours), at(hours - 1));
    await db.update(entryLinks).set({ fingerprint: 'open' });
    await db.insert(entryLinks).values({ fingerprint: 'ended', expiresAt: at(-1) });
    await dropEndedSignIns(db, clock.now());
    const [links, counts, signedIn] = [
      await db.select().from(entryLinks),
      await db.select().from(signInFailures),
      await db.select().from(sessions),
    ];
    expect(links).toMatchObject([{ fingerprint: 'open' }]);
    expect(counts).toMatchObject([{ key: 'new' }]);
    expect(signedIn).toMatchObject([{ id: 'open' }]);
  });
});

describe('links', () => {
  test('links are kept as fingerprints, and work once', async () => {
    const link = secretIn(await firstOperatorLink(deps));
    expect(JSON.stringify(await db.select().from(entryLinks))).not.toContain(link);
    const chosen = { email: 'dana@x.example', name: 'Dana', password };
    expect(await enterByLink(deps, link, chosen)).toEqual({ kind: 'entered', email: 'dana@x.example' });
    expect(await enterByLink(deps, link, { ...chosen, email: 'eve@x.example' })).toEqual({ kind: 'used up' });
  });

  test('setup links without a user stop working once an operator exists', async () => {
    const [one, two] = [secretIn(await firstOperatorLink(deps)), secretIn(await firstOperatorLink(deps))];
    await enterByLink(deps, one, { email: 'dana@x.example', name: '', password });
    expect(await enterByLink(deps, two, { email: 'eve@x.example', name: '', password })).toEqual({
      kind: 'used up',
    });
    expect(await listUsers(db)).toHaveLength(1);
  });
});

describe('tokens', () => {
  test('tokens are kept as fingerprints, each under its own name', async () => {
    const made = await addToken(deps, { name: 'reporter', scopes: ['read'], createdBy: 'cli' });
    const token = made.kind === 'added' ? made.token : '';
    expect(token).toMatch(/^qw_[\w-]{43}$/);
    expect(JSON.stringify(await db.select().from(apiTokens))).not.toContain(token);
    expect(await addToken(deps, { name: 'reporter', scopes: ['read'], createdBy: 'cli' })).toMatchObject({
      kind: 'refused',
    });
    expect(await addToken(deps, { name: 'no name', scopes: ['read'], createdBy: 'cli' })).toMatchObject({
      kind: 'refused',
    });
    expect(await listTokens(db)).toMatchObject([{ name: 'reporter', scopes: ['read'] }]);
  });
});
