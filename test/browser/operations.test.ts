import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOperatorLink } from '../../src/accounts/people.ts';
import { testDatabase } from '../setup/database.ts';
import { aCampus } from '../web/support/data.ts';
import { aWeb, password } from '../web/support/web.ts';
import { hasChromium, launch, served, violationsOf } from './browser.ts';

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
    await page.waitForSelector('text=things need a person');
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
});

/** axe needs script: the page is written into one that has it, where its style sheet, and so its colors, are missing. */
async function violations(page: Awaited<ReturnType<Browser['newPage']>>): Promise<string[]> {
  const twin = await browser.newPage();
  await twin.setContent(await page.content());
  const found = await violationsOf(twin);
  await twin.close();
  return found.filter((violation) => !violation.startsWith('color-contrast'));
}
