import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Db } from '../../src/db/db.ts';
import { deliverMails } from '../../src/platform/mail/deliver.ts';
import { smtpMailer } from '../../src/platform/mail/smtp.ts';
import type { Answers } from '../../src/submissions/submission-answers.ts';
import { createWeb } from '../../src/web-app.ts';
import type { WebDeps } from '../../src/faces/web/env.ts';
import { formPages } from '../../src/faces/form/form-routes.ts';
import { nodeStaticFiles } from '../../src/faces/web/static-node.ts';
import { anSmtpServer } from '../platform/mail/smtp-server.ts';
import { someAnswers } from '../submissions/answers-maker.ts';
import { launch, served } from './browser.ts';

/** The form and the pages of staff on a port of this machine, with a real mail server behind them. */
async function aFormSite(db: Db) {
  const smtp = await anSmtpServer();
  const mailer = smtpMailer({ url: smtp.url, from: 'jobs@quadwire.example' });
  const deps: WebDeps = {
    db,
    log: silentLog,
    clock: systemClock,
    random: Math.random,
    site: { secret: 'a secret of the test, long enough to be one', trustProxy: false, timeZone: 'UTC' },
    files: nodeStaticFiles(),
    ready: async () => ({ kind: 'ready' }),
  };
  const site = { secret: deps.site.secret, origin: 'http://quadwire.test', timeZone: 'UTC' };
  const server = await served(createWeb(deps, [formPages({ web: deps, site, mailSoon: () => {} })]));
  return {
    deps,
    site,
    url: server.url,
    received: smtp.received,
    /** Sends what waits, and gives the path of the newest mail's link. */
    deliver: async () => {
      smtp.received.length = 0;
      await deliverMails({ db, mailer, clock: systemClock, random: Math.random, log: silentLog });
      return /http:\/\/quadwire\.test(\/\S+)/.exec(smtp.received.at(-1)?.text ?? '')?.[1] ?? '';
    },
    close: async () => {
      await server.close();
      mailer.close();
      await smtp.close();
    },
  };
}

/** A browser and the form for the tests of a file; both end with them. */
export function formInBrowser(db: Db) {
  let both: { readonly browser: Browser; readonly form: Awaited<ReturnType<typeof aFormSite>> } | undefined;
  beforeAll(async () => {
    const [browser, form] = await Promise.all([launch(), aFormSite(db)]);
    both = { browser, form };
  });
  afterAll(async () => {
    await both?.browser.close();
    await both?.form.close();
  });
  return () => {
    if (both === undefined) throw new Error('the browser is asked for before the tests have begun');
    return both;
  };
}

/**
 * Waits until the page's script has done the proof of work. A locator waits here because the policy of the
 * page refuses the string that `waitForFunction` would evaluate again.
 */
export async function workDone(page: Page): Promise<void> {
  await page.locator('[name=work][value]:not([value=""])').waitFor({ state: 'attached' });
}

/** Presses Send, once script has done its work where there is script. */
export async function pressSend(page: Page, script = true, name = 'Send'): Promise<void> {
  if (script) await workDone(page);
  await page.getByRole('button', { name, exact: true }).click();
}

/** Answers whose last day is a month from now. */
export function answersNow(overrides: Parameters<typeof someAnswers>[0] = {}): Answers {
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  return someAnswers({ until: [until], ...overrides });
}

/** Fills in what the page asks for, as somebody with a mouse does. */
export async function fill(page: Page, answers: Answers = answersNow()): Promise<void> {
  await page.waitForLoadState();
  for (const [name, values] of Object.entries(answers)) {
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

/** What a page says that it should not; refusals of a form are said by its page. */
export function listen(page: Page, url: string): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (!/status of 4(?:04|10|22)/.test(message.text())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  page.on('dialog', (dialog) => said.push(dialog.message()));
  page.on('response', (response) => {
    if (response.status() >= 500)
      said.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) said.push(`a request left for ${request.url()}`);
  });
  return said;
}
