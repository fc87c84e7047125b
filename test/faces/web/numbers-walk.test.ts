// @module-tag slow
import { expect, test } from 'vitest';
import type { Limits } from '../../../src/platform/accounts/permissions.ts';
import { testDatabase } from '../../setup/database.ts';
import { aBusyRoad } from './support/busy-road.ts';
import { everyPage, kindOf, numbersOf, rowsBehind } from './support/numbers.ts';
import { aWeb } from './support/web.ts';

const db = await testDatabase();

/** Numbers that open nothing, by page and by what they are called there. */
const countNoRows: Readonly<Record<string, string>> = {
  '* Items': 'items of a document are not kept, only their fingerprints',
  '/runs/* Listings': 'the same',
  '/feeds/* Jobs': 'the chart of runs, in numbers',
  '/targets/* Jobs': 'the chart of weeks, in numbers',
  '/holds/* Live now': 'as it was when the hold was opened',
  '/holds/* Left': 'the same',
  '/holds/* At schools': 'of one job, whose way says which',
  '* Default': 'a value',
  '* Value': 'a value',
  '* Version': 'a number of a version',
  '* Key': 'a key of a list',
  '* Entries': 'the field beside it opens the list',
  '* Calls': 'a measure',
  '* Job-days': 'a measure',
};

const mayOpenNothing = (page: string, label: string) =>
  // `12 jobs shown`: a heading or sentence about the page’s own rows.
  label.startsWith('N ') || `* ${label}` in countNoRows || `${kindOf(page)} ${label}` in countNoRows;

/** The numbers of every page that somebody sees: those that open rows, and those that open others than they say. */
async function walked(limits: Limits) {
  const road = await aBusyRoad(db);
  const web = aWeb(db);
  web.clock.set(road.clock.now());
  const viewer = await web.signedIn('viewer', limits);
  const said: string[] = [];
  const wrong: string[] = [];
  const counted = new Map<string, number>();
  for (const [path, text] of await everyPage(viewer.text, 2))
    for (const { page, label, number, href } of numbersOf(path, text)) {
      const name = `${kindOf(page)} ${label}`;
      if (href === undefined) {
        if (!mayOpenNothing(page, label)) wrong.push(`${page}: ${label} ${number} opens nothing`);
        continue;
      }
      // How many items a document had is told by its run.
      if (label === 'N found') continue;
      const rows = counted.get(href) ?? (await rowsBehind(viewer.text, page, href));
      counted.set(href, rows);
      said.push(name);
      if (rows !== number) wrong.push(`${page}: ${label} ${number} opens ${rows} rows at ${href}`);
    }
  return { said, wrong };
}

test.each<Limits>([{ targets: ['northfield'] }, { targets: ['northfield'], sources: ['acme'] }])(
  'so it is for who sees a part: %j',
  { timeout: 240_000 },
  async (limits) => {
    const { said, wrong } = await walked(limits);
    expect(wrong).toEqual([]);
    expect(said).toContain('/ Live');
  },
);

test('every number of every page opens exactly as many rows as it says', { timeout: 240_000 }, async () => {
  const { said, wrong } = await walked({});
  expect(wrong).toEqual([]);
  expect(new Set(said)).toEqual(
    new Set([
      ...said,
      '/ Jobs',
      '/ Live',
      '/ State',
      '/ Published',
      '/ Updated',
      '/ Taken down',
      '/employers Jobs',
      '/employers Live',
      '/batches Jobs',
      '/batches Can come back',
      '/feeds/* Routed',
      '/feeds/* Label unmapped',
      '/holds Jobs',
      '/holds/* Removed',
      '/labels Jobs',
      '/runs New',
      '/runs Changed',
      '/runs Missing',
      '/targets/* N held',
    ]),
  );
});
