import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { submissions } from '../../src/db/schema.ts';
import { addSubmission } from '../../src/submissions/submissions.repository.ts';
import { type Language, languages, textsIn } from '../../src/submissions/words/form-texts.ts';
import { addTarget } from '../../src/targets/targets.repository.ts';
import { acceptSubmission } from '../../src/tasks/form/accept-submission.ts';
import { testDatabase } from '../setup/database.ts';
import { englishPhrases } from '../tools/english-types.ts';
import { faultsOfStops, hasChromium, sidewaysOf, violationsOf } from './browser.ts';
import { answersNow, formInBrowser, listen } from './form-site.ts';
import { byKeys, tabTo } from './keys.ts';

/** How often a text is on the page: a press is over before the page is there that it leads to. */
async function shown(page: Page, text: string, options?: { readonly exact: boolean }): Promise<number> {
  const found = page.getByText(text, options);
  await found.first().waitFor();
  return found.count();
}

/** Where pictures of the pages go, for people to look at; none are taken without it. */
const pictures = process.env['PICTURES'];
const email = 'maria.delgado@harborfinch.example';

describe.skipIf(!hasChromium)('an employer with several jobs', async () => {
  const db = await testDatabase();
  const opened = formInBrowser(db);
  beforeEach(async () => {
    for (let at = 0; at < 22; at += 1) {
      const name = at === 0 ? 'northfield' : `school-${at}`;
      const soap = { url: `https://${name}.example/soap`, namespace: 'urn:JobWebService' };
      const form = {
        place: at < 4 ? 'Ohio' : 'Maine',
        kind: 'College',
        students: at * 1_000,
        questions: true,
      };
      await addTarget(db, { name, definition: { soap, form }, now: new Date() });
    }
  });

  /** A job that was posted last year in that language and is over, and its number. */
  async function lastYear(language: Language): Promise<string> {
    const jobId = 'F00000000000A';
    const now = new Date();
    const draft = {
      ...answersNow(),
      'start-month': ['1'],
      'start-day': ['15'],
      'start-year': ['2025'],
      until: ['2025-06-30'],
    };
    const added = await addSubmission(db, { jobId, draft, language, now });
    const { deps, site } = opened().form;
    if (added !== undefined) await acceptSubmission({ db, clock: deps.clock, site }, added);
    await opened().form.deliver();
    return jobId;
  }

  /** The page with all of its jobs, by the link of a mail. */
  async function openAll(page: Page, language: Language): Promise<string> {
    const { form } = opened();
    const { lost } = textsIn(language).pages;
    await page.goto(`${form.url}/manage?lang=${language}`);
    await page.fill('#email', email);
    await page.getByRole('button', { name: lost.button, exact: true }).click();
    const link = await form.deliver();
    await page.goto(`${form.url}${link}`);
    return page.url();
  }

  const looks = [
    { width: 320, forced: true },
    { width: 390, forced: false },
    { width: 1440, forced: false },
  ];
  test.each(languages.flatMap((language) => looks.map((look) => ({ language, ...look }))))(
    'all of its jobs, its profile, colleagues and a table of openings in $language, $width px wide, forced colors: $forced',
    async ({ language, width, forced }) => {
      const { browser, form } = opened();
      const { pages, rules, fields } = textsIn(language);
      await lastYear(language);
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        locale: language,
        forcedColors: forced ? 'active' : 'none',
      });
      const page = await context.newPage();
      const said = listen(page, form.url);
      const phrases = language === 'en' ? [] : englishPhrases(language);
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const look = async (name: string) => {
        expect([name, ...(await violationsOf(page))]).toEqual([name]);
        expect([name, await sidewaysOf(page)]).toEqual([name, 0]);
        expect([name, ...(await page.evaluate<string[]>(faultsOfStops))]).toEqual([name]);
        expect([name, await page.locator('html').getAttribute('lang')]).toEqual([name, language]);
        const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
        expect([name, ...phrases.filter((phrase) => text.includes(phrase))]).toEqual([name]);
        if (pictures !== undefined && !forced)
          await page.screenshot({ path: `${pictures}/${language}-${width}-${name}.png`, fullPage: true });
      };

      const all = await openAll(page, language);
      await look('all');
      await page.getByRole('link', { name: pages.all.profileChange }).click();
      await look('profile');
      await page.fill('#description', '');
      await press(pages.profile.button);
      await look('profile-error');
      await page.fill(
        '#description',
        'A firm of nine attorneys that works for fishers and harbors since 1968.',
      );
      await press(pages.profile.button);
      expect(await shown(page, 'fishers and harbors')).toBe(1);
      await look('all-saved');
      await press(pages.all.another);
      await page.goto(`${page.url().replace(/email.*/, '')}employer`);
      expect(await page.locator('#description').inputValue()).toContain('fishers and harbors');

      await page.goto(all);
      await press(pages.all.copy({ title: 'Paralegal Assistant' }));
      expect(new URL(page.url()).pathname).toMatch(/\/job$/);
      await look('copy');
      expect(await page.locator('#start-day').inputValue()).toBe('');
      expect(await page.locator('#job_title').inputValue()).toBe('Paralegal Assistant');

      await page.goto(page.url().replace('/job', '/apply'));
      await page.fill('#applicant_questions', 'a\nb\nc\nd\ne\nf');
      await press(pages.continue);
      expect(await shown(page, rules.apply.questions)).toBe(2);
      await look('questions-error');
      await page.fill('#applicant_questions', 'Why here?\nWhen can you start?');
      await press(pages.continue);
      await page.goto(page.url().replace(/\/\w+(\?.*)?$/, '/schools'));
      await look('schools');
      await page.selectOption('#find_place', 'Ohio');
      await press(pages.choose.find.button);
      expect(await shown(page, pages.choose.find.found({ n: 4, all: 22 }))).toBe(1);
      expect(await page.locator('input[type=checkbox][name=schools]').count()).toBe(4);
      await look('schools-found');

      await page.goto(all);
      await press(pages.all.open({ title: 'Paralegal Assistant' }));
      await look('manage');
      const manage = page.url();
      await page.getByRole('link', { name: pages.invite.title }).click();
      await look('invite');
      await press(pages.invite.button);
      await look('invite-error');
      await page.fill('#colleague', 'ben@harborfinch.example');
      await press(pages.invite.button);
      expect(await shown(page, pages.manage.done.invited.title)).toBe(1);
      await look('invited');
      const link = await form.deliver();
      expect(form.received.map(({ to }) => to)).toEqual(['ben@harborfinch.example']);
      const colleague = await (await browser.newContext({ locale: 'de' })).newPage();
      await colleague.goto(`${form.url}${link}`);
      expect(await colleague.locator('h1').textContent()).toBe('Paralegal Assistant');
      expect(await colleague.locator('html').getAttribute('lang')).toBe(language);
      await colleague.context().close();

      await page.goto(manage);
      await page.getByRole('link', { name: pages.several.title }).click();
      await look('several');
      await press(pages.several.button);
      await look('several-error');
      const table = `${fields.job_title.label};${fields.city.label};${fields.min.label};${fields.max.label}
Dock Clerk;Boston;20;22
Night Clerk;Salem;21;
Cook $20/hour;Boston;;`;
      const file = { name: 'jobs.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
      await page.setInputFiles('#csv_file', file);
      await press(pages.several.button);
      await look('several-check');
      await press(pages.several.send({ n: 2 }));
      await look('several-check-error');
      for (const box of await page.locator('[name=declare]').all()) await box.check();
      await press(pages.several.send({ n: 2 }));
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(pages.several.sent({ n: 2 }));
      await look('several-sent');
      const rows = await db.select().from(submissions);
      expect(rows.filter(({ state }) => state === 'confirmed')).toHaveLength(3);
      expect(rows.every((one) => one.language === language)).toBe(true);
      await page.goto(all);
      expect(await page.locator('h1').textContent()).toBe(pages.all.heading({ n: 3 }));
      expect(said).toEqual([]);
      await context.close();
    },
  );

  test('saves its profile, invites a colleague and posts a table by keys only', async () => {
    await lastYear('en');
    const page = await opened().browser.newPage();
    const all = await openAll(page, 'en');
    const go = async (name: string) => {
      const before = page.url();
      await tabTo(page, name);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.toString() !== before);
    };
    await go('Change it');
    await byKeys(page, { empname: ['Harbor & Finch'] }, 'Save');
    expect(await shown(page, 'Harbor & Finch', { exact: true })).toBe(1);
    await page.goto(all);
    await go('Open “Paralegal Assistant”');
    const manage = page.url();
    await go('Invite a colleague');
    await byKeys(page, { colleague: ['ben@harborfinch.example'] }, 'Send the invitation');
    expect(await shown(page, 'The invitation is sent')).toBe(1);
    await page.goto(manage);
    await go('Post several openings');
    for (let stop = 0; (await page.evaluate('document.activeElement.id')) !== 'csv'; stop += 1) {
      expect(stop).toBeLessThan(30);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.insertText('job_title,min,max\nDock Clerk,20,22');
    await tabTo(page, 'Check the table');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check the jobs' }).waitFor();
    for (let box = 0; box < 3; box += 1) {
      do await page.keyboard.press('Tab');
      while ((await page.evaluate('document.activeElement.name')) !== 'declare');
      await page.keyboard.press('Space');
    }
    await tabTo(page, 'Post 1 job');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 job is posted' }).waitFor();
    await page.close();
  });
});
