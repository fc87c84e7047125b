import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { submissions } from '../../src/db/schema.ts';
import { deliverMails } from '../../src/mail/deliver.ts';
import { smtpMailer } from '../../src/mail/smtp.ts';
import { steps } from '../../src/submissions/steps.ts';
import { createWeb } from '../../src/web/app.ts';
import type { WebDeps } from '../../src/web/env.ts';
import { formPages } from '../../src/web/form/routes.ts';
import { nodeStaticFiles } from '../../src/web/static-node.ts';
import { anSmtpServer } from '../mail/smtp-server.ts';
import { testDatabase } from '../setup/database.ts';
import { someAnswers } from '../submissions/answers-maker.ts';
import { aSchoolTarget } from '../web/form/form.ts';
import { hasChromium, launch, served, sidewaysOf, violationsOf } from './browser.ts';

describe.skipIf(!hasChromium)('the form in a browser', async () => {
  const db = await testDatabase();
  const smtp = await anSmtpServer();
  const mailer = smtpMailer({ url: smtp.url, from: 'jobs@quadwire.example' });
  const sending = { db, mailer, clock: systemClock, random: Math.random, log: silentLog };
  const deps: WebDeps = {
    db,
    log: silentLog,
    clock: systemClock,
    random: Math.random,
    site: { secret: 'a secret of the test, long enough to be one', trustProxy: false, timeZone: 'UTC' },
    files: nodeStaticFiles(),
    ready: async () => ({ kind: 'ready' }),
  };
  let browser: Browser;
  let server: Awaited<ReturnType<typeof served>> | undefined;
  beforeAll(async () => {
    browser = await launch();
    const site = { secret: deps.site.secret, origin: 'http://quadwire.test' };
    const app = createWeb(deps, [formPages({ web: deps, site, mailSoon: () => {} })]);
    server = await served(app);
  });
  afterAll(async () => {
    await browser.close();
    await server?.close();
    mailer.close();
    await smtp.close();
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
        const url = server?.url ?? '';
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
        smtp.received.length = 0;
        await deliverMails(sending);
        const link = /http:\/\/quadwire\.test(\/confirm\/\S+)/.exec(smtp.received[0]?.text ?? '')?.[1] ?? '';
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

/** Fills in what the page asks for, as somebody at the keyboard does. */
async function fill(page: Page): Promise<void> {
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  for (const [name, values] of Object.entries(someAnswers({ until: [until] }))) {
    for (const [row, value] of values.entries()) {
      const field = page.locator(`main [name="${name}"]:not([type=hidden])`);
      if ((await field.count()) === 0) continue;
      const type = await field.first().getAttribute('type');
      const isList = (await page.locator(`main select[name="${name}"]`).count()) > 0;
      if (type === 'radio' || type === 'checkbox')
        await page.locator(`main [name="${name}"][value="${value}"]`).check();
      else if (isList) await field.nth(row).selectOption(value);
      else await field.nth(row).fill(value);
    }
  }
}
