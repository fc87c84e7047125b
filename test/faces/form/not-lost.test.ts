import { beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '../../../src/core/clock.ts';
import { submissions } from '../../../src/db/schema.ts';
import { changeTarget } from '../../../src/targets/targets.repository.ts';
import { targetNamed } from '../../../src/targets/targets.queries.ts';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { aForm, aSchoolTarget, fillIn, inJob, sendIn } from './form.ts';

const db = await testDatabase();
let form = aForm(db);
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
  await aSchoolTarget(db, 'calloway', form.clock.now());
});

/** The job that an address names. */
const jobOf = (address: string) => address.split('/')[2] ?? '';

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
    expect(led.headers.get('location')).toMatch(inJob('email?check=1'));
    await browser.post('/post/email', someAnswers());
    expect(await browser.text('/post/job')).toContain('value="Night Clerk"');
  });

  test('two windows write two jobs: each page, Back and Reload stay with the job of their address', async () => {
    const browser = form.browser();
    const led = async (path: string, fields: Parameters<typeof browser.post>[1]) =>
      (await browser.post(path, fields)).headers.get('location') ?? '';
    const begin = async () => (await browser.get('/post/email?empname=Harbor')).headers.get('location') ?? '';
    const [first, second] = [await begin(), await begin()];
    expect(jobOf(second)).not.toBe(jobOf(first));
    expect(await led(first, someAnswers())).toBe(`/post/${jobOf(first)}/employer`);
    expect(await led(second, someAnswers({ fullname: 'Second' }))).toBe(`/post/${jobOf(second)}/employer`);
    // Back to the very address where the job was begun, and the same page sent once more.
    expect(await browser.text(first)).toContain('value="Maria Delgado"');
    await led(first, someAnswers({ fullname: 'First' }));
    await led(`/post/${jobOf(first)}/job`, someAnswers({ job_title: 'First Job' }));
    await led(`/post/${jobOf(second)}/job`, someAnswers({ job_title: 'Second Job' }));
    form.clock.advance(1_000);
    await led(`/post/${jobOf(first)}/place`, someAnswers({ min: '21' }));
    const rows = await db.select().from(submissions);
    expect(
      Object.fromEntries(
        rows.map(({ jobId, draft }) => [jobId, [draft['fullname'], draft['job_title'], draft['min']]]),
      ),
    ).toEqual({
      [jobOf(first)]: [['First'], ['First Job'], ['21']],
      [jobOf(second)]: [['Second'], ['Second Job'], undefined],
    });
    expect(await browser.text(`/post/${jobOf(second)}/job`)).toContain('value="Second Job"');
    const start = await browser.text('/post');
    expect(start).toMatch(/First Job<\/a>.*Second Job<\/a>/s);
    expect((await browser.get(`/post/${jobOf(second)}`)).headers.get('location')).toMatch(inJob('employer'));
  });

  test('a page that was open before addresses named the job writes into the job of its field', async () => {
    const browser = form.browser();
    const first = jobOf(await fillIn(browser));
    await browser.post('/post/new', {}, { from: '/post' });
    await browser.post('/post/job', { ...someAnswers({ job_title: 'First Job' }), job: first });
    const rows = await db.select().from(submissions);
    expect(rows.find(({ jobId }) => jobId === first)?.draft['job_title']).toEqual(['First Job']);
  });

  test('nobody chooses the number of a job: two browsers with one address begin two', async () => {
    const address = (await form.browser().get('/post/email')).headers.get('location') ?? '';
    for (const browser of [form.browser(), form.browser()])
      expect((await browser.post(address, someAnswers())).status).toBe(303);
    const chosen = '/post/FFFFFFFFFFFFF/email?new=mine';
    expect((await form.browser().get(chosen)).status).toBe(410);
    await form.browser().post(chosen, someAnswers(), { from: '/post/email' });
    const numbers = (await db.select().from(submissions)).map(({ jobId }) => jobId);
    expect(new Set(numbers).size).toBe(3);
    expect(numbers).not.toContain('FFFFFFFFFFFFF');
  });

  test('a list entry and a school that are gone meanwhile are named, and the rest of the answer stays', async () => {
    const browser = form.browser();
    const check = await fillIn(browser, someAnswers({ schools: ['northfield', 'calloway'] }));
    const target = await targetNamed(db, 'calloway');
    await changeTarget(db, target?.id ?? 0, { state: 'removed' });
    const led = await browser.get(check);
    expect(led.headers.get('location')).toMatch(inJob('schools?check=1'));
    const page = await browser.text('/post/schools?check=1');
    expect(page).toContain('Select schools from the list: Calloway takes no jobs from here any more');
    expect(page).toMatch(/value="northfield"[^>]*checked/);
    expect((await browser.post('/post/schools', someAnswers())).headers.get('location')).toMatch(
      inJob('check'),
    );
  });

  test('all of many schools are kept', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `school-${n}`);
    for (const name of names) await aSchoolTarget(db, name, form.clock.now());
    const browser = form.browser();
    expect(await fillIn(browser, someAnswers({ schools: names }))).toMatch(inJob('check'));
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
