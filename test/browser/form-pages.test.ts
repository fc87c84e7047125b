import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { screenings, submissions } from '../../src/db/schema.ts';
import { reportPath } from '../../src/screening/reports/link.ts';
import { steps } from '../../src/submissions/steps.ts';
import { testDatabase } from '../setup/database.ts';
import { aSchoolTarget } from '../faces/form/form.ts';
import { faultsOfStops, hasChromium, sidewaysOf, violationsOf } from './browser.ts';
import { answersNow, fill, formInBrowser, listen, pressSend, workDone } from './form-site.ts';
import { byKeys, tabTo } from './keys.ts';

const advert = `Paralegal Assistant
Company: Harbor & Finch LLP
Location: Boston, MA; Salem, MA
Employment type: Part-time
Pay: $24 - $29.50 per hour
Hours: 20
You help three attorneys with filing, research and letters to clients, keep the calendar of the court and learn how a case grows.
Apply: https://harborfinch.example/careers/118`;

/** Where pictures of the pages go, for people to look at; none are taken without it. */
const pictures = process.env['PICTURES'];

describe.skipIf(!hasChromium)('every page and state of the form', async () => {
  const db = await testDatabase();
  const opened = formInBrowser(db);
  beforeEach(async () => {
    await aSchoolTarget(db, 'northfield', new Date());
  });

  /** The pages from the start to the end of a job, each handed to `look` in its states. */
  async function walk(page: Page, look: (name: string) => Promise<void>, answers = answersNow()) {
    const { form } = opened();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${form.url}/post`);
    await look('start');
    await page.getByRole('link', { name: 'Start now' }).click();
    for (const { name } of steps) {
      await look(name);
      // Employers' places and usual answers stand there already: some pages have nothing to complain about.
      await press('Continue');
      if (new URL(page.url()).pathname.endsWith(`/${name}`)) await look(`${name}-error`);
      await page.goto(`${form.url}/post/${name}`);
      await fill(page, answers);
      await press('Continue');
    }
    await look('check');
    await page.getByRole('link', { name: 'See what each school will store' }).click();
    await look('preview');
    await page.goBack();
    await pressSend(page);
    await look('sent');
    await press('Confirm');
    await look('sent-error');
    await page.goto(`${form.url}${await form.deliver()}`);
    await look('confirm');
    await press('Confirm and send');
    await look('manage');
    const manage = page.url().replace(/\?.*/, '');
    await page.getByRole('link', { name: 'What is kept about you' }).click();
    await look('data');
    const [row] = await db.select().from(submissions);
    const listingId = row?.listingId ?? 0;
    await page.goto(`${form.url}${reportPath(form.site.secret, listingId)}`);
    await look('report');
    await press('Send the report');
    await look('report-error');
    await db
      .update(screenings)
      .set({ state: 'changes', note: 'Say who the client is', asks: 'employer', decidedAt: new Date() });
    await page.goto(manage);
    await look('manage-change');
    await db.update(screenings).set({ state: 'rejected', note: 'Not a real firm' });
    await page.goto(`${manage}/extend`);
    await look('extend');
    await page.goto(manage);
    await look('manage-refused');
    await page.getByRole('link', { name: 'Ask for another look' }).click();
    await look('appeal');
    await press('Ask for another look');
    await look('appeal-error');
    for (const [name, path] of [
      ['lost', '/manage'],
      ['spent', '/confirm/nothing'],
      ['not-reported', '/report-job/1/nothing'],
    ] as const) {
      await page.goto(`${form.url}${path}`);
      await look(name);
    }
    await page.goto(`${form.url}${reportPath(form.site.secret, listingId)}`);
    await page.check('input[name=why][value=money]');
    await page.fill('#text', 'They sent me a check.');
    await press('Send the report');
    await look('reported');
    await page.goto(`${form.url}/manage`);
    await page.fill('#email', 'nobody@elsewhere.example');
    await press('Send the links');
    await look('lost-sent');
    await page.goto(manage);
    await page.getByRole('link', { name: 'Close the job' }).click();
    await look('close');
    await press('Close it');
    await look('manage-closed');
    await press('Open the job again');
    await page.getByText('The job is open again').waitFor();
    await page.goto(`${manage}/data`);
    await press('Delete my data and close the job');
    await look('erased');
    await page.context().clearCookies();
    await page.goto(`${form.url}/post/advert`);
    await look('advert');
    await press('Read it');
    await look('advert-error');
    await page.fill('#advert_text', advert);
    await press('Read it');
    await look('advert-read');
    await page.getByRole('link', { name: 'Go on' }).click();
    await page.fill('#email', 'maria.delgado@harborfinch.example');
    await page.fill('#fullname', 'Maria Delgado');
    await page.fill('#phone', '+1 617 555 0188');
    await press('Continue');
    await look('employer-read');
    await press('Save and come back later');
    await look('saved');
    await page.goto(`${form.url}${await form.deliver()}`);
    await look('continue');
    await page.goto(`${form.url}/post`);
    await look('drafts');
    await page.goto(`${form.url}/post/F0123456789AB/job`);
    await look('elsewhere');
    return { manage, listingId };
  }

  test.each([
    { name: 'wide and light', width: 1280, colorScheme: 'light' },
    { name: 'narrow and dark', width: 390, colorScheme: 'dark' },
  ] as const)(
    'have nothing that axe objects to, reflow at 320 px, and say nothing to the console: $name',
    async ({ width, colorScheme }) => {
      const { browser, form } = opened();
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      const said = listen(page, form.url);
      const seen: string[] = [];
      await walk(page, async (name) => {
        seen.push(name);
        if (pictures !== undefined)
          await page.screenshot({ path: `${pictures}/form-${name}-${width}.png`, fullPage: true });
        expect([name, ...(await violationsOf(page))]).toEqual([name]);
        await page.setViewportSize({ width: 320, height: 256 });
        expect([name, await sidewaysOf(page)]).toEqual([name, 0]);
        await page.setViewportSize({ width, height: 900 });
        const isError = name.endsWith('-error');
        expect([name, (await page.title()).startsWith('Error: ')]).toEqual([name, isError]);
        if (isError) {
          expect(await page.evaluate('document.activeElement.className')).toBe('summary');
          const link = page.locator('.summary a').first();
          const id = ((await link.getAttribute('href')) ?? '').slice(1);
          await link.click();
          expect([name, await page.evaluate('document.activeElement.id')]).toEqual([name, id]);
          await page.emulateMedia({ forcedColors: 'active' });
          expect([name, await page.evaluate(faultsOfStops)]).toEqual([name, []]);
          await page.emulateMedia({ forcedColors: 'none' });
        }
      });
      expect(seen.length).toBeGreaterThan(40);
      expect(said).toEqual([]);
      await context.close();
    },
  );

  test('a whole job is written, sent and confirmed by keys only', async () => {
    const { browser, form } = opened();
    const page = await browser.newPage();
    await page.goto(`${form.url}/post/email`);
    for (const { name } of steps) {
      await byKeys(page, answersNow());
      expect(new URL(page.url()).pathname.split('/').at(-1)).not.toBe(name);
    }
    expect(new URL(page.url()).pathname).toMatch(/\/check$/);
    await workDone(page);
    await tabTo(page, 'Send');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sent');
    await page.goto(`${form.url}${await form.deliver()}`);
    await tabTo(page, 'Confirm and send');
    await page.keyboard.press('Enter');
    await page.getByText('Your e-mail address is confirmed').waitFor();
    await page.close();
  });
});
