import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { submissions } from '../../src/db/schema.ts';
import { testDatabase } from '../setup/database.ts';
import { aSchoolTarget } from '../faces/form/form.ts';
import { hasChromium } from './browser.ts';
import { answersNow, fill, formInBrowser, listen } from './form-site.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Writes from the first page, which is open, up to the page about the job. */
async function toJob(page: Page): Promise<void> {
  for (const next of ['/employer', '/job']) {
    await fill(page);
    await press(page, 'Continue');
    await page.waitForURL((url) => url.pathname.endsWith(next));
  }
}

describe.skipIf(!hasChromium)('what script adds to the form', async () => {
  const db = await testDatabase();
  const opened = formInBrowser(db);
  beforeEach(async () => {
    await aSchoolTarget(db, 'northfield', new Date());
  });

  /** A job up to its page about the job. */
  async function atJob(page: Page): Promise<void> {
    await page.goto(`${opened().form.url}/post/email`);
    await toJob(page);
  }

  test('bold words and lists are one press or key, and the text stays plain', async () => {
    const { browser, form } = opened();
    const page = await browser.newPage();
    const said = listen(page, form.url);
    await atJob(page);
    const text = page.locator('#job_desc');
    const group = page.getByRole('group', { name: 'Format the text' });
    expect(await group.isVisible()).toBe(true);
    await text.fill('You help three attorneys.\nYou file letters.\nYou keep the calendar.');
    await page.evaluate(selectIn('three', 'three'));
    await press(page, 'Bold');
    await page.evaluate(selectIn('file', 'calendar.'));
    await page.getByRole('button', { name: 'List', exact: true }).focus();
    await page.keyboard.press('Enter');
    expect(await text.inputValue()).toBe(
      'You help **three** attorneys.\n- You file letters.\n- You keep the calendar.',
    );
    // With nothing selected the marks stand around the cursor.
    await text.fill('');
    await press(page, 'Bold');
    await page.keyboard.insertText('now');
    expect(await text.inputValue()).toBe('**now**');
    expect(said).toEqual([]);
    await page.close();
  });

  test('a long list is narrowed by what is typed, keeps what is chosen, and Enter sends nothing', async () => {
    const { browser, form } = opened();
    const page = await browser.newPage();
    await page.goto(`${form.url}/post/email`);
    await fill(page);
    await press(page, 'Continue');
    const first = page.locator('select[name=industry]').first();
    const entries = async () => (await first.locator('option').allTextContents()).slice(1);
    const all = (await entries()).length;
    await first.selectOption('Legal Services');
    await page.getByLabel('Find in the list').fill('TECHN');
    expect(await entries()).toEqual(['Information Technology', 'Legal Services']);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toMatch(/\/employer$/);
    expect(await first.inputValue()).toBe('Legal Services');
    await page.getByLabel('Find in the list').fill('');
    expect(await entries()).toHaveLength(all);
    // What was left open stays open.
    const second = page.locator('select[name=industry]').nth(1);
    expect([await first.inputValue(), await second.inputValue()]).toEqual(['Legal Services', '']);
    await page.close();
  });

  test('boxes of many schools are narrowed too, and chosen ones stay in sight', async () => {
    for (let at = 1; at <= 13; at += 1) await aSchoolTarget(db, `campus-${at}`, new Date());
    const { browser } = opened();
    const page = await browser.newPage();
    await atJob(page);
    await page.goto(page.url().replace(/job$/, 'schools'));
    const seen = async () =>
      (await page.locator('.choice:visible:has([name=schools])').allTextContents()).map((text) =>
        text.trim(),
      );
    expect(await seen()).toHaveLength(14);
    await page.check('[name=schools][value=campus-2]');
    await page.getByLabel('Find in the list').fill('northf');
    expect((await seen()).toSorted()).toEqual(['Campus 2', 'Northfield']);
    await page.close();
  });

  test('what a title speaks of is a button that chooses it, also where the list is narrowed', async () => {
    const { browser } = opened();
    const page = await browser.newPage();
    await atJob(page);
    const chosen = () => page.locator('select[name=job_function]').first().inputValue();
    await page.fill('#job_title', 'Legal Assistant');
    const legal = page.getByRole('button', { name: 'Legal', exact: true });
    await legal.waitFor();
    await page.getByLabel('Find in the list').fill('Sales');
    await legal.click();
    expect(await chosen()).toBe('Legal');
    expect(new URL(page.url()).pathname).toMatch(/\/job$/);
    await page.close();
  });

  test('a page without script has no buttons that do nothing', async () => {
    const { browser } = opened();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await atJob(page);
    expect(await page.getByRole('group', { name: 'Format the text' }).count()).toBe(0);
    expect(await page.getByLabel('Find in the list').isVisible()).toBe(false);
    await context.close();
  });

  test('a first day in the past is asked about once', async () => {
    const { browser } = opened();
    const page = await browser.newPage();
    await atJob(page);
    await fill(page, answersNow({ 'start-month': '1', 'start-day': '15', 'start-year': '2025' }));
    await press(page, 'Continue');
    await page.locator('.summary a').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('start-month');
    await press(page, 'Continue');
    await page.waitForURL((url) => url.pathname.endsWith('/place'));
    await page.close();
  });

  test('two windows write two jobs: Back and Reload stay with each, and the start page lists both', async () => {
    const { browser, form } = opened();
    const context = await browser.newContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    const windows = [
      { page: first, title: 'Dock Clerk' },
      { page: second, title: 'Night Clerk' },
    ];
    for (const { page } of windows) {
      await page.goto(`${form.url}/post`);
      await page.getByRole('link', { name: 'Start now' }).click();
    }
    for (const { page } of windows) await toJob(page);
    const numbers = windows.map(({ page }) => new URL(page.url()).pathname.split('/')[2]);
    expect(numbers[0]).not.toBe(numbers[1]);
    for (const { page, title } of windows) {
      await fill(page, answersNow({ job_title: title }));
      await press(page, 'Continue');
    }
    for (const { page, title } of windows) {
      await page.goBack();
      await page.reload();
      expect(await page.locator('#job_title').inputValue()).toBe(title);
    }
    await first.goto(`${form.url}/post`);
    const listed = await first.locator('main ul').first().locator('a').allTextContents();
    expect(listed.toSorted()).toEqual(['Dock Clerk', 'Night Clerk']);
    await first.getByRole('link', { name: 'Night Clerk' }).click();
    expect(new URL(first.url()).pathname).toContain(`/${numbers[1]}/`);
    const rows = await db.select().from(submissions);
    expect(rows.map(({ draft }) => draft['job_title']?.[0] ?? '').toSorted()).toEqual([
      'Dock Clerk',
      'Night Clerk',
    ]);
    await context.close();
  });
});

/** Selects in the description from the beginning of a word to the end of another. */
function selectIn(from: string, to: string): string {
  return `(() => { const area = document.getElementById('job_desc'); area.focus();
    area.setSelectionRange(area.value.indexOf(${JSON.stringify(from)}), area.value.indexOf(${JSON.stringify(to)}) + ${to.length}); })()`;
}
