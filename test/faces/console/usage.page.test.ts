import { expect, test } from 'vitest';
import { publications } from '../../../src/db/schema.ts';
import { addCalls } from '../../../src/publishing/queries/counts.repository.ts';
import { lastMonths, usageIn } from '../../../src/publishing/queries/usage.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus, aPublication } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();
const now = new Date('2026-11-20T15:42:00Z');

test('a month counts calls and the days for which jobs were live within it', async () => {
  await aUsedCampus();
  const lines = await usageIn(db, '2026-10', now);
  // From the 25th at noon to the 30th at noon, and from the 31st at noon to the month's end.
  expect(lines).toEqual([{ source: 'acme', target: 'northfield', month: '2026-10', calls: 5, jobDays: 5.5 }]);
  const november = (await usageIn(db, '2026-11', now)).find(({ target }) => target === 'northfield');
  expect(november?.jobDays).toBeCloseTo(19.65 + 0.15, 1);
});

test('usage is a page, a CSV and a route, each within somebody’s limits', async () => {
  await aUsedCampus();
  const web = aWeb(db);
  const viewer = await web.signedIn('viewer');
  expect(await viewer.text('/usage?month=2026-10')).toContain('5 calls, 5.5 live job-days');
  expect(await viewer.text('/usage.csv?month=2026-10')).toBe(
    'month,source,target,calls,live_job_days\r\n"2026-10","acme","northfield",5,5.5\r\n',
  );
  const limited = await web.signedIn('viewer', { targets: ['calloway'] }, 'c@quadwire.example');
  expect(await limited.text('/usage.csv')).not.toContain('northfield');
  const answer = await (await web.withToken(['read']))('/usage?month=2026-10');
  expect(await answer.json()).toMatchObject({ items: [{ calls: 5, live_job_days: 5.5 }] });
});

test('the page shows a hundred lines and leads to the rest, under the sum of all', async () => {
  const { targetId } = await aUsedCampus();
  const calls = new Map(Array.from({ length: 120 }, (_, n) => [`source-${String(n).padStart(3, '0')}`, 1]));
  await addCalls(db, { targetId, calls, at: day('2026-10-31') });
  const viewer = await aWeb(db).signedIn('viewer');
  const first = await viewer.text('/usage?month=2026-10');
  expect(first).toContain('125 calls, 5.5 live job-days');
  expect(first).toContain('source-098');
  expect(first).not.toContain('source-099');
  expect(first).toContain('href="/usage?month=2026-10&amp;after=100"');
  const rest = await viewer.text('/usage?month=2026-10&after=100');
  expect(rest).toContain('125 calls, 5.5 live job-days');
  expect(rest).not.toContain('source-098');
  expect(rest).toContain('source-119');
  expect(rest).not.toContain('after=200');
});

test('months go back over the year', () => {
  expect(lastMonths(new Date('2026-02-28T23:00:00Z'), 3)).toEqual(['2026-02', '2026-01', '2025-12']);
});

/** Two more jobs at northfield: one that came and went in October, one that came on the last of October and is live. */
async function aUsedCampus() {
  const campus = await aCampus(db);
  const { acme, northfield: targetId } = campus;
  const of = { targetId, sourceId: acme };
  await db.insert(publications).values([
    aPublication({
      ...of,
      jobId: 'O-1',
      firstSentAt: day('2026-10-25'),
      delistedAt: day('2026-10-30'),
      state: 'delisted',
    }),
    aPublication({ ...of, jobId: 'O-2', firstSentAt: day('2026-10-31') }),
  ]);
  for (const count of [2, 3])
    await addCalls(db, { targetId, calls: new Map([['acme', count]]), at: day('2026-10-31') });
  return { ...campus, targetId };
}

function day(text: string): Date {
  return new Date(`${text}T12:00:00Z`);
}
