import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { submissions } from '../../src/db/schema.ts';
import { reportPath } from '../../src/screening/reports/link.ts';
import { steps } from '../../src/submissions/steps.ts';
import { languages, textsIn } from '../../src/submissions/words/form-texts.ts';
import { aSchoolTarget } from '../faces/form/form.ts';
import { testDatabase } from '../setup/database.ts';
import { englishPhrases } from '../tools/english-types.ts';
import { faultsOfStops, hasChromium, sidewaysOf, violationsOf } from './browser.ts';
import { answersNow, fill, formInBrowser, listen, pressSend } from './form-site.ts';

/** Where pictures of the pages go, for people to look at; none are taken without it. */
const pictures = process.env['PICTURES'];
const widths = pictures === undefined ? [320] : [1440, 390];

describe.skipIf(!hasChromium)('the form in each of its languages', async () => {
  const db = await testDatabase();
  const opened = formInBrowser(db);
  beforeEach(async () => {
    await aSchoolTarget(db, 'northfield', new Date());
  });

  for (const language of languages.filter((one) => one !== 'en'))
    for (const width of widths)
      test(`a job is written, confirmed by mail and changed in ${language}, ${width} px wide, without an English sentence`, async () => {
        const { browser, form } = opened();
        const { pages, mails, rules } = textsIn(language);
        const phrases = englishPhrases(language);
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          locale: language,
          forcedColors: width === 320 && language === 'fr' ? 'active' : 'none',
        });
        const page = await context.newPage();
        const said = listen(page, form.url);
        const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
        const look = async (name: string) => {
          expect([name, ...(await violationsOf(page))]).toEqual([name]);
          expect([name, await sidewaysOf(page)]).toEqual([name, 0]);
          expect([name, ...(await page.evaluate<string[]>(faultsOfStops))]).toEqual([name]);
          expect([name, await page.locator('html').getAttribute('lang')]).toEqual([name, language]);
          expect([name, ...(await englishOn(page, phrases))]).toEqual([name]);
          if (pictures !== undefined)
            await page.screenshot({ path: `${pictures}/${language}-${width}-${name}.png`, fullPage: true });
        };

        await page.goto(`${form.url}/post`);
        await look('start');
        await page.getByRole('link', { name: pages.start.now, exact: true }).click();
        for (const { name } of steps) {
          await look(name);
          await press(pages.continue);
          if (new URL(page.url()).pathname.endsWith(`/${name}`)) await look(`${name}-error`);
          await page.goto(`${form.url}/post/${name}`);
          await fill(page, answersNow({ min: '1 024,50', max: '1 200' }));
          await press(pages.continue);
        }
        await look('check');
        expect(await page.getByText(textsIn(language).money(1_024.5, 'USD')).count()).toBe(1);
        await page.getByRole('link', { name: pages.check.preview }).click();
        await look('preview');
        await page.goBack();
        await pressSend(page, true, pages.check.send);
        await look('sent');
        await press(pages.sent.confirm);
        await look('sent-error');
        expect(await page.getByText(rules.code.digits).count()).toBe(2);

        const confirmation = await form.deliver();
        const [mail] = form.received;
        expect(mail?.subject).toBe(mails.confirm.subject({ title: 'Paralegal Assistant' }));
        expect(mail?.text).toContain(mails.confirm.button);
        for (const phrase of phrases) expect(mail?.text).not.toContain(phrase);

        await page.goto(`${form.url}${confirmation}`);
        await look('confirm');
        await press(pages.confirm.button);
        await look('manage');
        const manage = page.url().replace(/\?.*/, '');
        expect((await db.select().from(submissions)).map((one) => one.language)).toEqual([language]);
        const later = await form.deliver();
        expect(later).not.toBe('');
        expect(form.received.at(-1)?.subject).toBe(mails.received.subject({ title: 'Paralegal Assistant' }));

        // The link of a mail opens in the language of its job, in a browser that wants another one.
        const elsewhere = await browser.newPage({ locale: 'en-US' });
        await elsewhere.goto(manage);
        expect(await elsewhere.locator('html').getAttribute('lang')).toBe(language);
        await elsewhere.close();

        for (const [name, path] of [
          ['data', `${manage}/data`],
          ['extend', `${manage}/extend`],
          ['lost', `${form.url}/manage`],
          ['spent', `${form.url}/confirm/nothing`],
          ['advert', `${form.url}/post/advert`],
          [
            'report',
            `${form.url}${reportPath(form.site.secret, (await db.select().from(submissions))[0]?.listingId ?? 0)}`,
          ],
        ] as const) {
          await page.goto(path);
          await look(name);
        }
        await page.goto(manage);
        await page.getByRole('link', { name: pages.manage.close, exact: true }).click();
        await look('close');
        await press(pages.close.button);
        await look('manage-closed');
        expect(said).toEqual([]);
        await context.close();
      });

  test('the links to the other languages keep the page and what is written, without script', async () => {
    const { browser, form } = opened();
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(`${form.url}/post`);
    await page.getByRole('link', { name: 'Start now' }).click();
    await fill(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    const { pathname } = new URL(page.url());
    await page.getByRole('link', { name: 'Français' }).click();
    expect(new URL(page.url()).pathname).toBe(pathname);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      textsIn('fr').pages.steps.employer,
    );
    const [draft] = await db.select().from(submissions);
    expect(draft?.language).toBe('fr');
    await page.getByRole('link', { name: textsIn('fr').pages.back, exact: true }).click();
    expect(await page.locator('#fullname').inputValue()).toBe('Maria Delgado');
    expect(await page.locator('html').getAttribute('lang')).toBe('fr');
    await page.getByRole('link', { name: 'English' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await context.close();
  });
});

/** The English phrases that a reader of the page sees. */
async function englishOn(page: Page, phrases: readonly string[]): Promise<readonly string[]> {
  const text = (await page.locator('body').innerText()).replace(/\s+/g, ' ');
  return phrases.filter((phrase) => text.includes(phrase));
}
