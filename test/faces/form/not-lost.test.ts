import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '../../../src/core/clock.ts';
import { submissions } from '../../../src/db/schema.ts';
import { changeTarget, targetNamed } from '../../../src/targets/targets.repository.ts';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { aForm, aSchoolTarget, fillIn, sendIn } from './form.ts';

const db = await testDatabase();
let form = aForm(db);
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
  await aSchoolTarget(db, 'calloway', form.clock.now());
});

describe('nothing that was typed is lost', () => {
  test('what was typed into a page that was open for too long is sent again by one button', async () => {
    const browser = form.browser();
    await browser.post('/post/email', someAnswers());
    const stale = (headers: Record<string, string>) =>
      browser.send('/post/employer', {
        method: 'POST',
        headers,
        body: new URLSearchParams([
          ['csrf', 'old.old'],
          ['empname', 'Harbor "&" Finch'],
          ['description', 'A line\r\nand another'],
        ]),
      });
    const page = await stale({ origin: 'http://quadwire.test' });
    expect(page.status).toBe(403);
    const text = await page.text();
    expect(text).toContain('Send it once more');
    expect(text).toContain('name="empname" value="Harbor &quot;&amp;&quot; Finch"');
    expect(text).toMatch(/name="description" value="A line\r?\nand another"/);
    expect(text).not.toContain('old.old');
    expect(await browser.text('/post/employer')).not.toContain('Harbor');
    expect(await (await stale({ origin: 'https://evil.example' })).text()).not.toContain('Harbor');
    expect(await (await stale({})).text()).not.toContain('Harbor');
  });

  test('what is typed after the link to a job has ended begins another, and nothing is lost', async () => {
    const browser = form.browser();
    await browser.post('/post/email', someAnswers());
    const typed = { ...someAnswers(), job_title: 'Night Clerk' };
    form.clock.advance(15 * DAY);
    const led = await browser.post('/post/job', typed, { from: '/post/email' });
    expect(led.headers.get('location')).toBe('/post/email?check=1');
    await browser.post('/post/email', someAnswers());
    expect(await browser.text('/post/job')).toContain('value="Night Clerk"');
  });

  test('two jobs in two windows do not get into each other', async () => {
    const browser = form.browser();
    const jobOf = async (path: string) =>
      / name="job" value="([^"]+)"/.exec(await browser.text(path))?.[1] ?? '';
    await browser.post('/post/email', someAnswers());
    const first = await jobOf('/post/job');
    await browser.post('/post/new', {}, { from: '/post' });
    const second = await jobOf('/post/job');
    expect(second).not.toBe(first);
    await browser.post('/post/job', { ...someAnswers(), job_title: 'First Job', job: first });
    expect(await jobOf('/post/employer')).toBe(first);
    await browser.post('/post/job', { ...someAnswers(), job_title: 'Second Job', job: second });
    const rows = await db.select().from(submissions);
    expect(Object.fromEntries(rows.map(({ jobId, draft }) => [jobId, draft['job_title']]))).toEqual({
      [first]: ['First Job'],
      [second]: ['Second Job'],
    });
  });

  test('a list entry and a school that are gone meanwhile are named, and the rest of the answer stays', async () => {
    const browser = form.browser();
    await fillIn(browser, someAnswers({ schools: ['northfield', 'calloway'] }));
    const target = await targetNamed(db, 'calloway');
    await changeTarget(db, target?.id ?? 0, { state: 'removed' });
    const led = await browser.get('/post/check');
    expect(led.headers.get('location')).toBe('/post/schools?check=1');
    const page = await browser.text('/post/schools?check=1');
    expect(page).toContain('Select schools from the list: Calloway takes no jobs from here any more');
    expect(page).toMatch(/value="northfield"[^>]*checked/);
    expect((await browser.post('/post/schools', someAnswers())).headers.get('location')).toBe('/post/check');
  });

  test('all of many schools are kept', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `school-${n}`);
    for (const name of names) await aSchoolTarget(db, name, form.clock.now());
    const browser = form.browser();
    expect(await fillIn(browser, someAnswers({ schools: names }))).toBe('/post/check');
    const [row] = await db.select().from(submissions);
    expect(row?.draft['schools']).toEqual(names);
  });
});

test('a job’s page says of a school that is gone that it takes nothing any more', async () => {
  const browser = form.browser();
  const { link } = await sendIn(db, browser, someAnswers({ schools: ['northfield', 'calloway'] }));
  const path = (await browser.post(link, {})).headers.get('location') ?? '';
  const target = await targetNamed(db, 'calloway');
  await changeTarget(db, target?.id ?? 0, { state: 'removed' });
  const page = await browser.text(path);
  expect(page).toContain('Not there any more');
  expect(page.match(/In review/g)).toHaveLength(1);
});
