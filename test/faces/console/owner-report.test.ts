import { expect, test } from 'vitest';
import { ownerReportPath } from '../../../src/operations/reports/owner-report.ts';
import { testDatabase } from '../../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { faultsOf } from '../web/support/frame.ts';
import { aWeb } from '../web/support/web.ts';

const db = await testDatabase();

test('a feed’s owner reads what to mend without an account', async () => {
  await aCampus(db);
  const web = aWeb(db);
  const page = await (await web.signedIn('operator')).text('/feeds/acme');
  const path = /href="(\/report\/[^"]+)"/.exec(page)?.[1] ?? '';
  const report = await web.browser().text(path);
  expect(report).toContain('Items that could not be used');
  expect(report).toContain('it has no title');
  expect(report).toContain('let the source send the whole text, not its teaser');
  expect(report).not.toContain('northfield');
  expect(report).not.toContain('hunter2');
  expect(faultsOf(report)).toEqual([]);
});

test('a link opens its own feed’s report alone, and for 90 days', async () => {
  await aCampus(db);
  const web = aWeb(db);
  const path = ownerReportPath(web.deps.site, 'acme', web.clock.now());
  const statusOf = async (asked: string) => (await web.browser().get(asked)).status;
  expect(await statusOf(path)).toBe(200);
  expect(await statusOf(path.replace('acme', 'zenith'))).toBe(410);
  expect(await statusOf(path.replace(/\/(\d+)\//, (_, until: string) => `/${Number(until) + 1}/`))).toBe(410);
  expect(await statusOf(`${path}x`)).toBe(410);
  web.clock.advance(91 * 86_400_000);
  expect(await statusOf(path)).toBe(410);
});

test('a viewer is given no link, by page or API', async () => {
  await aCampus(db);
  const web = aWeb(db);
  expect(await (await web.signedIn('viewer')).text('/feeds/acme')).not.toContain('/report/');
  expect((await (await web.withToken(['read']))('/feeds/acme/report-link')).status).toBe(403);
  const answer = await (await web.withToken(['write']))('/feeds/acme/report-link');
  expect(await answer.json()).toEqual({
    path: ownerReportPath(web.deps.site, 'acme', web.clock.now()),
  });
});
