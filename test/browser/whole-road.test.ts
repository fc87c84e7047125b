import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anSmtpServer } from '../platform/mail/smtp-server.ts';
import { password } from '../faces/web/support/web.ts';
import { hasChromium, launch, sidewaysOf } from './browser.ts';
import { textsIn } from '../../src/submissions/words/form-texts.ts';
import { englishPhrases } from '../tools/english-types.ts';
import { answersNow, fill, workDone } from './form-site.ts';
import type { Answers } from '../../src/submissions/submission-answers.ts';
import { listQuestions } from '../../src/submissions/terms.ts';
import { anInstallation } from './installation.ts';

/** Everything as `up` starts it: web, worker, the practice school with its board, and a real mail server. */
describe.skipIf(!hasChromium)('a job of the form on its whole road', () => {
  let browser: Browser;
  let smtp: Awaited<ReturnType<typeof anSmtpServer>>;
  let house: Awaited<ReturnType<typeof anInstallation>>;
  beforeAll(async () => {
    [browser, smtp] = await Promise.all([launch(), anSmtpServer()]);
    house = await anInstallation({ SMTP_URL: smtp.url, MAIL_FROM: 'jobs@quadwire.example' });
    const page = await browser.newPage();
    await page.goto(`${house.url}${house.operatorLink}`);
    await page.fill('#name', 'Dana Whitfield');
    await page.fill('#email', 'dana@northfield.example');
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    await page.close();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await house.stop();
    await smtp.close();
  }, 60_000);

  test.each([
    { script: true, language: 'en', title: 'Harbor Archivist' },
    { script: false, language: 'en', title: 'Lighthouse Clerk' },
    { script: true, language: 'es', title: 'Archivista del puerto' },
    { script: true, language: 'fr', title: 'Archiviste du port' },
  ] as const)(
    'is posted, confirmed, approved, shown on the board, edited, extended and closed; with script: $script, in $language',
    async ({ script, language, title }) => {
      const { pages, mails, states } = textsIn(language);
      const context = await browser.newContext({ javaScriptEnabled: script, locale: language });
      const page = await context.newPage();
      const mail = `maria.${language}${script ? '' : '.two'}@harborfinch.example`;
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      await page.goto(`${house.url}/post`);
      await page.getByRole('link', { name: pages.start.now }).click();
      const answers = answersNow({ email: mail, schools: ['instance'] });
      await writeOn(page, { ...answers, job_title: [title] }, pages.continue);
      // Nobody writes a job in no time; who does is looked at by two people.
      await page.waitForTimeout(5_000);
      if (script) await workDone(page);
      await press(pages.check.send);
      await page.goto(await linkTo(mail, mails.confirm.subject({ title })));
      await press(pages.confirm.button);
      await page.getByText(pages.manage.done.confirmed.title).waitFor();
      const manage = page.url().replace(/\?.*/, '');
      expect(await onBoard(page, title)).toBe(false);

      await approve(title);
      await until(async () => onBoard(page, title));
      await page.goto(manage);
      await until(async () => {
        await page.reload();
        return (await page.getByText(states.names.accepted, { exact: true }).count()) > 0;
      });
      expect(await sidewaysOf(page).catch(() => 0)).toBeLessThanOrEqual(0);

      await press(pages.manage.change);
      await page.goto(`${house.url}/post/job`);
      await writeOn(page, { ...answers, job_title: [`${title} II`] }, pages.continue);
      if (script) await workDone(page);
      await press(pages.check.sendChange);
      await page.getByText(pages.manage.done.changed.title).waitFor();
      await until(async () => onBoard(page, `${title} II`));

      await page.goto(manage);
      await press(pages.manage.extend);
      await page.getByText(pages.manage.done.extended.title({ day: '' }).trim()).waitFor();
      await page.goto(manage);
      await page.getByRole('link', { name: pages.manage.close }).click();
      await press(pages.close.button);
      await page.getByText(pages.manage.done.closed.title).waitFor();
      await until(async () => !(await onBoard(page, `${title} II`)));

      // The letter of the acceptance follows within five minutes; test/submissions/letters.test.ts holds the words of each.
      await until(async () => mailTo(mail, mails.received.subject({ title })) !== undefined);
      const letters = smtp.received.filter(({ to }) => to.includes(mail));
      const english = language === 'en' ? [] : englishPhrases(language);
      for (const { subject, text } of letters)
        expect([subject, ...english.filter((phrase) => `${subject}\n${text}`.includes(phrase))]).toEqual([
          subject,
        ]);
      await context.close();
    },
    240_000,
  );

  /** The link of the newest letter with that subject to an address. */
  async function linkTo(to: string, subject: string): Promise<string> {
    await until(async () => mailTo(to, subject) !== undefined);
    return new RegExp(`${house.url}/\\S+`).exec(mailTo(to, subject)?.text ?? '')?.[0] ?? '';
  }

  function mailTo(to: string, subject: string) {
    return smtp.received.findLast((one) => one.to.includes(to) && one.subject.startsWith(subject));
  }

  /** A person of the staff looks at it and approves. */
  async function approve(title: string): Promise<void> {
    const page = await browser.newPage();
    await page.goto(`${house.url}/sign-in`);
    await page.fill('#email', 'dana@northfield.example');
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    await page.goto(`${house.url}/review`);
    await page.getByRole('link', { name: title }).click();
    await page.locator('input[name=decision][value=approve]').check();
    await page.getByRole('button', { name: 'Save decision' }).click();
    await page.waitForURL('**/review');
    await page.close();
  }

  async function onBoard(page: Page, title: string): Promise<boolean> {
    const board = await page.context().request.get(`${house.board}/?q=${encodeURIComponent(title)}`);
    return new RegExp(`>\\s*${title}\\s*<`).test(await board.text());
  }
});

/** Fills in page after page up to the check. The school's lists may come meanwhile: then a page is asked once more. */
async function writeOn(page: Page, answers: Answers, button: string): Promise<void> {
  for (let pages = 0; pages < 14; pages += 1) {
    await fill(page, unlisted(answers));
    await chooseFirst(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    if (new URL(page.url()).pathname.endsWith('/check')) return;
  }
  throw new Error(`it never came to the check, but to ${page.url()}`);
}

/** Answers but for those that the school's own lists offer. */
function unlisted(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).filter(([name]) => listQuestions.every((question) => question !== name)),
  );
}

/** Of each of the school's lists the first entry. */
async function chooseFirst(page: Page): Promise<void> {
  for (const question of listQuestions) {
    const list = page.locator(`main select[name="${question}"]`).first();
    const box = page.locator(`main input[name="${question}"]`).first();
    if ((await list.count()) > 0) await list.selectOption({ index: 1 });
    else if ((await box.count()) > 0) await box.check();
  }
}

/** Workers take their time: asks twice a second, for at most a minute and a half. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let time = 0; time < 180; time += 1) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('it did not come about in time');
}
