import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser, firstOperatorLink } from '../../src/platform/accounts/people.ts';
import { entryMeanings, picklists, unresolvedLabels } from '../../src/db/schema.ts';
import { testDatabase } from '../setup/database.ts';
import { aCampus } from '../faces/web/support/data.ts';
import { aWeb, password } from '../faces/web/support/web.ts';
import { hasChromium, launch, served, sidewaysOf, violationsOf } from './browser.ts';

const db = await testDatabase();
let browser: Browser;

describe.skipIf(!hasChromium)('operators in a browser', () => {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test('the first one comes in by the link, by keys only, and decides a hold', async () => {
    const { hold } = await aCampus(db);
    const web = aWeb(db);
    const site = await served(web.app);
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${site.url}${(await firstOperatorLink(web.deps)) ?? ''}`);
    expect(await violations(page)).toEqual([]);
    await page.focus('#name');
    await page.keyboard.type('Dana Whitfield');
    await page.keyboard.press('Tab');
    await page.keyboard.type('dana@northfield.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=things need you');
    await page.goto(`${site.url}/holds/${hold}`);
    await page.check('input[value=once]');
    await page.focus('#phrase');
    await page.keyboard.type('acme 11711');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=by dana@northfield.example');
    await page.click('text=Sign out');
    await page.waitForSelector('h1:has-text("Sign in")');
    expect(await violations(page)).toEqual([]);
    await page.goto(`${site.url}/holds`);
    expect(page.url()).toContain('/sign-in?next=%2Fholds');
    await page.close();
    await site.close();
  });

  test('a reviewer decides three entries of a school by keys, takes one back, and goes on', async () => {
    const { calloway } = await aCampus(db);
    const entries = ['Payroll Dragons', 'Nursing Unicorns', 'Library Goblins', 'Accounting'];
    await db.insert(picklists).values({
      targetId: calloway,
      field: 'job_function',
      version: 1,
      current: true,
      entries: entries.map((ivalue, at) => ({ ikey: String(at), ivalue: ivalue.replace(/^(?!Acc).* /, '') })),
      readAt: new Date('2026-11-20T12:12:00Z'),
      checkedAt: new Date('2026-11-20T12:12:00Z'),
    });
    await db.insert(unresolvedLabels).values(
      ['Payroll', 'Nurse', 'Librarian'].map((label, at) => ({
        targetId: calloway,
        field: 'job_function',
        label,
        jobs: 9 - at,
        blocked: 0,
        seenAt: new Date('2026-11-20T12:12:00Z'),
      })),
    );
    const web = aWeb(db);
    const site = await served(web.app);
    await addUser(web.deps, { email: 'kim@a.example', name: 'Kim', role: 'reviewer', password });
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await db.delete(entryMeanings);
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await page.goto(`${site.url}/sign-in?next=/targets/calloway/picklists`);
      await page.fill('input[name=email]', 'kim@a.example');
      await page.fill('input[name=password]', password);
      await page.keyboard.press('Enter');
      await page.waitForSelector('text=3 entries need you');
      expect(await sidewaysOf(page)).toBe(0);
      await page.focus('.offers button');
      await page.keyboard.press('1');
      await page.waitForSelector('text=2 entries need you');
      await page.keyboard.press('2');
      await page.waitForSelector('text=1 entry needs you');
      await page.keyboard.press('1');
      await page.waitForSelector('text=Every entry is understood');
      expect(await violations(page)).toEqual([]);
      await page.click('button:has-text("Undo")');
      await page.waitForSelector('text=1 entry needs you');
      await context.close();
    }
    await site.close();
  });
});

/** axe needs script: the page is written into one that has it, where its style sheet, and so its colors, are missing. */
async function violations(page: Awaited<ReturnType<Browser['newPage']>>): Promise<string[]> {
  const twin = await browser.newPage();
  await twin.setContent(await page.content());
  const found = await violationsOf(twin);
  await twin.close();
  return found.filter((violation) => !violation.startsWith('color-contrast'));
}
