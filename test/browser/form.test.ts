import { describe, expect, test } from 'vitest';
import { submissions } from '../../src/db/schema.ts';
import { steps } from '../../src/submissions/steps.ts';
import { testDatabase } from '../setup/database.ts';
import { aSchoolTarget } from '../faces/form/form.ts';
import { hasChromium, sidewaysOf, violationsOf } from './browser.ts';
import { fill, formInBrowser, pressSend } from './form-site.ts';

describe.skipIf(!hasChromium)('the form in a browser', async () => {
  const db = await testDatabase();
  const opened = formInBrowser(db);

  for (const javaScriptEnabled of [true, false]) {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ])
      test(`posts, confirms by mail and closes a job ${javaScriptEnabled ? 'with' : 'without'} script, ${viewport.width} px wide`, async () => {
        await aSchoolTarget(db, 'northfield', new Date());
        const { browser, form } = opened();
        const context = await browser.newContext({ javaScriptEnabled, viewport });
        const page = await context.newPage();
        const looksRight = async () => {
          await page.waitForLoadState();
          if (!javaScriptEnabled) return;
          expect([page.url(), ...(await violationsOf(page))]).toEqual([page.url()]);
          expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
        };
        const { url } = form;
        await page.goto(`${url}/post`);
        await looksRight();
        await page.getByRole('link', { name: 'Start now' }).click();
        await page.getByRole('button', { name: 'Continue' }).click();
        await looksRight();
        expect(await page.title()).toMatch(/^Error: /);
        for (const { name } of steps) {
          await fill(page);
          await looksRight();
          await page.getByRole('button', { name: 'Continue' }).click();
          expect(new URL(page.url()).pathname.split('/').at(-1)).not.toBe(name);
        }
        await looksRight();
        await pressSend(page, javaScriptEnabled);
        await looksRight();
        const link = await form.deliver();
        await page.goto(`${url}${link}`);
        await looksRight();
        await page.getByRole('button', { name: 'Confirm and send' }).click();
        await looksRight();
        expect(await page.getByText('Your e-mail address is confirmed').count()).toBe(1);
        expect(await db.select().from(submissions)).toMatchObject([
          { state: 'confirmed', behavior: { worked: javaScriptEnabled } },
        ]);
        await page.getByRole('link', { name: 'Close the job' }).click();
        await page.getByRole('button', { name: 'Close it' }).click();
        await looksRight();
        expect(await page.getByText('The job is closed').count()).toBe(1);
        await context.close();
      });
  }
});
