import { describe, expect, test } from 'vitest';
import { addToken, addUser, enterByLink, firstOperatorLink } from '../../../src/platform/accounts/people.ts';
import { findUser, listUsers, listTokens } from '../../../src/platform/accounts/accounts.queries.ts';
import { apiTokens, entryLinks } from '../../../src/db/schema.ts';
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
