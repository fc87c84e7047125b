import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { joinEmbedded, ownEmbedded } from '../../src/db/owner.ts';
import * as schema from '../../src/db/schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-owner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aSource = { name: 'acme', kind: 'feed', externalSourceId: 'acme', createdAt: new Date(0) } as const;

test('the embedded database has one owner, who serves it to others and lets it go', async () => {
  expect(await joinEmbedded(folder, schema)).toBeUndefined();
  const first = await ownEmbedded(folder, schema);
  if (first.kind !== 'owned') throw new Error(first.reason);
  await migrate(first.opened.db);
  await first.opened.db.insert(schema.sources).values(aSource);

  const second = await ownEmbedded(folder, schema);
  expect(second).toMatchObject({
    kind: 'taken',
    reason: expect.stringContaining('already owns the embedded database'),
  });

  const joined = await joinEmbedded(folder, schema);
  const seen = await joined?.db.transaction((tx) => tx.select().from(schema.sources));
  expect(seen).toMatchObject([{ name: 'acme', createdAt: new Date(0) }]);
  await joined?.close();

  await first.opened.close();
  const again = await ownEmbedded(folder, schema);
  if (again.kind !== 'owned') throw new Error(again.reason);
  expect(await again.opened.db.select().from(schema.sources)).toHaveLength(1);
  await again.opened.close();
});
