import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { submissions } from '../../src/db/schema.ts';
import { steps } from '../../src/submissions/steps.ts';
import { testDatabase } from '../setup/database.ts';
import { aSchoolTarget } from '../web/form/form.ts';
import { hasChromium, launch, sidewaysOf, violationsOf } from './browser.ts';
import { aFormSite, fill } from './form-site.ts';

describe.skipIf(!hasChromium)('the form in a browser', async () => {
  const db = await testDatabase();
  let browser: Browser;
  let form: Awaited<ReturnType<typeof aFormSite>>;
  beforeAll(async () => {
    [browser, form] = await Promise.all([launch(), aFormSite(db)]);
  });
  afterAll(async () => {
    await browser.close();
    await form.close();
  });

  for (const javaScriptEnabled of [true, false]) {
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ])
      test(`posts, confirms by mail and closes a job ${javaScriptEnabled ? 'with' : 'without'} script, ${viewport.width} px wide`, async () => {
        await aSchoolTarget(db, 'northfield', new Date());
        const context = await browser.newContext({ javaScriptEnabled, viewport });
        const page = await context.newPage();
        const looksRight = async () => {
          if (!javaScriptEnabled) return;
          expect([page.url(), ...(await violationsOf(page))]).toEqual([page.url()]);
          expect(await sidewaysOf(page)).toBeLessThanOrEqual(0);
        };
        const { url } = form;
        await page.goto(`${url}/post`);
        await looksRight();
        await page.getByRole('link', { name: 'Start now' }).click();
        await page.getByRole('button', { name: 'Continue' }).click();
        expect(await page.title()).toMatch(/^Error: /);
        await looksRight();
        for (const { name } of steps) {
          await fill(page);
          await looksRight();
          await page.getByRole('button', { name: 'Continue' }).click();
          expect(new URL(page.url()).pathname).not.toBe(`/post/${name}`);
        }
        await looksRight();
        if (javaScriptEnabled)
          await page.waitForFunction('document.querySelector("[name=work]").value !== ""');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await looksRight();
        const link = await form.deliver();
        await page.goto(`${url}${link}`);
        await looksRight();
        await page.getByRole('button', { name: 'Confirm and send' }).click();
        expect(await page.getByText('Your e-mail address is confirmed').count()).toBe(1);
        await looksRight();
        expect(await db.select().from(submissions)).toMatchObject([
          { state: 'confirmed', behavior: { worked: javaScriptEnabled } },
        ]);
        await page.getByRole('button', { name: 'Close the job' }).click();
        expect(await page.getByText('The job is closed').count()).toBe(1);
        await context.close();
      });
  }
});
