import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '../setup/rows.ts';
import { opened, seal, unlock, unopened } from '../../src/db/vault.ts';
import { addFeed, changeFeed, sealAddresses } from '../../src/feeds/feeds.repository.ts';
import { insertDraft } from '../../src/feeds/feed-drafts.repository.ts';
import { draftById, feedNamed } from '../../src/feeds/feeds.queries.ts';
import { secretOf } from '../../src/node.ts';
import { testDatabase } from '../setup/database.ts';

const db = await testDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const url = 'https://ada:s3cret@acme.test/jobs.xml?api_key=s3cret';
const stored = async () => JSON.stringify(rowsOf(await db.execute(sql`select definition from feeds`)));
const add = (address: string) =>
  addFeed(db, {
    name: 'acme',
    externalSourceId: 'acme',
    definition: { url: address, adapter: 'auto', headers: { authorization: 's3cret' } },
    now,
  });

test('an address with a key is sealed in the database and open to its readers', async () => {
  unlock('the secret of this installation');
  const feed = await add(url);
  expect(feed?.definition).toMatchObject({ url, headers: { authorization: 's3cret' } });
  expect(await stored()).not.toContain('s3cret');
  expect((await feedNamed(db, 'acme'))?.definition.url).toBe(url);
});

test('the draft of a feed is sealed as the feed is', async () => {
  unlock('the secret of this installation');
  const definition = { url, adapter: 'auto', headers: { authorization: 's3cret' } };
  const id = await insertDraft(db, { name: 'acme', definition, createdBy: 'dana' }, now);
  expect(JSON.stringify(rowsOf(await db.execute(sql`select * from feed_drafts`)))).not.toContain('s3cret');
  expect(await draftById(db, id)).toMatchObject({ definition });
});

test('a file of the secret that a full disk left empty is no secret', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'quadwire-'));
  writeFileSync(join(dataDir, 'secret'), '');
  const made = secretOf({ dataDir });
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(secretOf({ dataDir })).toBe(made);
  expect(readdirSync(dataDir)).toEqual(['secret']);
  rmSync(dataDir, { recursive: true });
});

test('an address without one stays readable', async () => {
  unlock('the secret of this installation');
  await add('https://acme.test/jobs.xml');
  expect(await stored()).toContain('https://acme.test/jobs.xml');
});

test('what an older version stored as it was is sealed when an owner opens the database', async () => {
  unlock('the secret of this installation');
  await add('https://acme.test/jobs.xml');
  await db.execute(
    sql`update feeds set definition = jsonb_build_object('url', ${url}::text, 'adapter', 'auto')`,
  );
  await sealAddresses(db);
  expect(await stored()).not.toContain('s3cret');
  expect((await feedNamed(db, 'acme'))?.definition).toEqual({ url, adapter: 'auto' });
});

test('another secret opens nothing, and what it could not open is never written over', async () => {
  unlock('the secret of this installation');
  const feed = await add(url);
  unlock('another secret');
  const found = await feedNamed(db, 'acme');
  expect(found?.definition.url).toBe(unopened);
  await expect(
    changeFeed(db, feed?.id ?? 0, { definition: found?.definition ?? { url, adapter: 'x' } }),
  ).rejects.toThrow();
  unlock('the secret of this installation');
  expect((await feedNamed(db, 'acme'))?.definition.url).toBe(url);
});

test('a sealed text that was changed is not opened, and no two are the same', () => {
  unlock('the secret of this installation');
  const sealed = seal('a text');
  expect(opened(sealed)).toBe('a text');
  expect(seal('a text')).not.toBe(sealed);
  expect(opened(`${sealed.slice(0, -2)}AA`)).toBe(unopened);
  expect(opened('sealed:v1:')).toBe(unopened);
  expect(opened('as it is')).toBe('as it is');
});
