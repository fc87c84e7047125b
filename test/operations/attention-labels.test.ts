import { expect, test } from 'vitest';
import { decisions, listings, unresolvedLabels } from '../../src/db/schema.ts';
import { showStatus } from '../../src/operations/health.operations.ts';
import { mapLabel } from '../../src/operations/labels.operations.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';
import { aCampus, aListing } from '../faces/web/support/data.ts';
import { aWeb } from '../faces/web/support/web.ts';

const db = await testDatabase();

test('a decided label leaves the count of status and of its page at once, before its school is compared', async () => {
  const { acme, calloway } = await aCampus(db);
  const at = new Date('2026-11-20T12:12:00Z');
  const [stored] = await db
    .insert(listings)
    .values(aListing(acme, 'A-2', 'Clerk'))
    .returning();
  const waits = { outcome: 'waiting', step: 'picklist', reason: 'job_type “Gig” has no key there' } as const;
  const listingId = stored?.id ?? 0;
  await db.insert(decisions).values({ ...waits, targetId: calloway, listingId, decidedAt: at });
  await db.update(unresolvedLabels).set({ jobs: 1, blocked: 1 });
  const gig = { field: 'job_type', label: 'Gig', jobs: 1, blocked: 1, seenAt: at };
  await db.insert(unresolvedLabels).values({ ...gig, targetId: calloway });
  const { perform } = aRoad(db);
  const viewer = await aWeb(db).signedIn('viewer');
  const heading = async () => /<h1>(.*?)<\/h1>/.exec(await viewer.text('/labels'))?.[1];
  const needed = async () => {
    const found = await perform(showStatus, {});
    if (!('value' in found)) throw new Error(found.kind);
    const { attention } = showStatus.output.parse(found.value);
    return attention.filter(({ kind }) => kind === 'labels').map(({ title }) => title);
  };
  expect(await needed()).toEqual(['2 unmapped labels block 2 jobs at 1 school']);
  const decide = (label: string) =>
    perform(mapLabel, { target: 'calloway', field: 'job_type', label, key: '7' });
  expect(await decide('Graduate Trainee')).toMatchObject({ kind: 'done' });
  expect(await needed()).toEqual(['1 unmapped label blocks 1 job at 1 school']);
  expect(await heading()).toBe('1 unmapped label blocks 1 job');
  expect(await decide('Gig')).toMatchObject({ kind: 'done' });
  expect(await needed()).toEqual([]);
});
