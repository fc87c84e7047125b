import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '../../src/platform/accounts/people.ts';
import { screenings, submissions } from '../../src/db/schema.ts';
import { steps } from '../../src/submissions/steps.ts';
import { tellEmployers } from '../../src/tasks/form/tell-employers.ts';
import { testDatabase } from '../setup/database.ts';
import { hostileWords } from '../submissions/hostile-words.ts';
import { aSchoolTarget } from '../faces/form/form.ts';
import { password } from '../faces/web/support/web.ts';
import { hasChromium, sidewaysOf } from './browser.ts';
import { answersNow, formInBrowser, listen } from './form-site.ts';

describe.skipIf(!hasChromium)('the form in a browser', async () => {
  const db = await testDatabase();
  const opened = formInBrowser(db);
  beforeEach(async () => {
    await aSchoolTarget(db, 'northfield', new Date());
  });

  test('hostile words in every field stay words, on every page and in every mail', async () => {
    const { browser, form } = opened();
    await addUser(form.deps, { email: 'staff@quadwire.example', role: 'admin', password });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const said = listen(page, form.url);
    const answers = answersNow({ ...hostileWords, third: 'yes' });
    const looks = async (name: string) => {
      expect([name, await page.evaluate('typeof pwned')]).toEqual([name, 'undefined']);
      expect([name, await page.evaluate(strangers)]).toEqual([name, []]);
      expect([name, await sidewaysOf(page)]).toEqual([name, 0]);
      expect([name, hides(await page.content())]).toEqual([name, false]);
    };
    await page.goto(`${form.url}/post/email`);
    for (const { name, fields } of steps) {
      await sendRaw(
        page,
        `${form.url}/post/${name}`,
        Object.fromEntries(
          fields.flatMap((field) => (answers[field] === undefined ? [] : [[field, answers[field]]])),
        ),
      );
      await page.goto(`${form.url}/post/${name}`);
      await looks(name);
    }
    await page.goto(`${form.url}/post/check`);
    expect(new URL(page.url()).pathname).toMatch(/\/check$/);
    await looks('check');
    await page.goto(`${form.url}/post/preview`);
    await looks('preview');
    await sendRaw(page, `${form.url}/post/check`, {});
    await page.goto(`${form.url}${await form.deliver()}`);
    await looks('confirm');
    await page.getByRole('button', { name: 'Confirm and send' }).click();
    await looks('manage');
    const mails = [...form.received];
    await page.goto(`${page.url().replace(/\?.*/, '')}/data`);
    await looks('data');
    await db
      .update(screenings)
      .set({ state: 'changes', note: 'Say <script>pwned=1</script><img src=x> more', decidedAt: new Date() });
    await tellEmployers({ db, clock: form.deps.clock, site: form.site });
    await form.deliver();
    mails.push(...form.received);
    expect(mails.length).toBeGreaterThan(2);
    for (const { to, subject, text, html } of mails) {
      expect(to).toBe('maria.delgado@harborfinch.example');
      expect(hides(`${subject}${text}${html}`)).toBe(false);
      expect(html).not.toMatch(/<script|<img|<b onclick/);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(subject).not.toMatch(/[\r\n]/);
    }
    await page.goto(`${form.url}/sign-in`);
    await page.fill('#email', 'staff@quadwire.example');
    await page.fill('#password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    const [row] = await db.select().from(submissions);
    for (const path of [
      '/',
      '/review',
      `/review/${row?.listingId ?? 0}`,
      '/jobs',
      `/jobs/form/${row?.jobId ?? ''}`,
      '/outbox',
      '/deliveries',
      '/activity',
    ]) {
      await page.goto(`${form.url}${path}`);
      await looks(path);
    }
    expect(said).toEqual([]);
    await context.close();
  });
});

/** Whether a text holds characters that ring, hide or turn what stands there. */
function hides(text: string): boolean {
  return /[\u202A-\u202E\u2066-\u2069]/.test(text) || text.includes('\u0007');
}

/** Elements that no page of ours has. */
const strangers = `[...document.querySelectorAll('script:not([src]), img, [onclick], [onerror], iframe, main b:not(.legend b, .group > summary b)')].map((one) => one.outerHTML.slice(0, 80))`;

/** Sends a form as no browser would: line breaks in lines, control characters and all. */
async function sendRaw(
  page: Page,
  url: string,
  fields: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const opened = await (await page.context().request.get(url)).text();
  const body = new URLSearchParams({ csrf: /name="csrf" value="([^"]+)"/.exec(opened)?.[1] ?? '' });
  for (const [name, values] of Object.entries(fields)) for (const value of values) body.append(name, value);
  const response = await page.context().request.post(url, {
    data: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    maxRedirects: 0,
  });
  expect([url, response.status()]).toEqual([url, 303]);
}
