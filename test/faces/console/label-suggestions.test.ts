import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listings, picklists, unresolvedLabels } from '../../../src/db/schema.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus, aListing } from '../web/support/data.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('the page of a job suggests for a label what the page of labels suggests', async () => {
  const { first, calloway } = await aCampus(db);
  const { listing } = aListing(0, 'A-1', 'Junior Data Analyst');
  const job = { ...(listing['job'] as object), job_type: [{ stringvalue: 'Seasonal' }] };
  await db
    .update(listings)
    .set({ listing: { ...listing, job } })
    .where(eq(listings.id, first));
  await db
    .update(picklists)
    .set({
      entries: [
        { ikey: '7', ivalue: 'Full-Time, Seasonal' },
        { ikey: '8', ivalue: 'Part-Time, Seasonal' },
      ],
    })
    .where(eq(picklists.targetId, calloway));
  await db.update(unresolvedLabels).set({ label: 'Seasonal' });
  const viewer = await aWeb(db).signedIn('viewer');
  const labels = await viewer.text('/labels');
  const [, entry = '', score = '', next = ''] =
    /([\w, -]+)<span class="soft">(0\.\d\d), next (0\.\d\d)/.exec(labels) ?? [];
  expect(entry).toBe('Full-Time, Seasonal');
  const page = await viewer.text('/jobs/acme/A-1?target=calloway');
  expect(page).toContain(`Suggestion: 7 ${entry}</span>`);
  const row = page.slice(page.indexOf('Suggestion: 7'));
  expect(row.slice(0, row.indexOf('</tr>'))).toContain(score);
  expect(row.slice(0, row.indexOf('</tr>'))).toContain(`8 Part-Time, Seasonal, ${next}`);
});
