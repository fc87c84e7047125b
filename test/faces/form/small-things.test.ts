import { load } from 'cheerio';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '../../../src/core/clock.ts';
import { listings, submissions } from '../../../src/db/schema.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { fairMark, fairUntil } from '../../../src/submissions/limits/fair-link.ts';
import { safeMarkup } from '../../../src/submissions/text-markup.ts';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { aForm, aSchoolTarget, confirmIn, fillIn, inJob, sendIn } from './form.ts';

const db = await testDatabase();
let form: ReturnType<typeof aForm>;
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
});

const confirmed = (answers?: Parameters<typeof confirmIn>[2]) => confirmIn(db, form.browser(), answers);

const text = `You support **three** attorneys of the firm with filing and research.

- You draft letters to clients and to the court.
- You keep the calendar of the court and of the firm.

You learn how a case grows from its first letter to its last hearing. 2 < 3 & 4.`;

describe('what is written', () => {
  test('paragraphs, lists and bold words stay on the check page and in what schools get', async () => {
    const browser = form.browser();
    await fillIn(browser, someAnswers({ job_desc: text, website: 'harborfinch.example' }));
    const $ = load(await browser.text('/post/check'));
    const shown = $('.text').filter((_, one) => $(one).find('li').length > 0);
    expect(
      shown
        .find('li')
        .get()
        .map((one) => $(one).text()),
    ).toEqual([
      'You draft letters to clients and to the court.',
      'You keep the calendar of the court and of the firm.',
    ]);
    expect(shown.find('strong').text()).toBe('three');
    expect(shown.find('p')).toHaveLength(2);
    expect($('dd').text()).toContain('https://harborfinch.example');
  });

  test.each([
    ['* one\n* two', '<ul><li>one</li><li>two</li></ul>'],
    ['one\ntwo', '<p>one<br>two</p>'],
    ['1 ** 2 ** 3', '<p>1 ** 2 ** 3</p>'],
    ['a - b\n-5 degrees', '<p>a - b<br>-5 degrees</p>'],
    ['<p onclick="x()">one</p><script>2</script>', '<p>one</p>'],
  ])('the text %j is shown as %j', (written, shown) => {
    expect(safeMarkup(written).replace(/<br ?\/>/g, '<br>')).toBe(shown);
  });

  test('a suggestion is a button that chooses its entry without script', async () => {
    const browser = form.browser();
    await fillIn(browser);
    const $ = load(await browser.text('/post/job'));
    expect(
      $('[data-suggest] button')
        .get()
        .map((one) => $(one).attr('value')),
    ).toEqual(['job_function:Legal']);
    const again = await browser.post('/post/job', { job_function: 'Sales', do: 'job_function:Legal' });
    expect(again.status).toBe(200);
    const page = load(await again.text());
    const chosen = page('[name=job_function]')
      .get()
      .map((one) => page(one).val());
    expect(chosen.filter((one) => one !== '')).toEqual(['Sales', 'Legal']);
    // Enter in a field goes on; it presses no suggestion.
    expect($('form button').first().attr('value')).toBeUndefined();
  });

  test('a doubt about the pay stands on the page after it', async () => {
    const browser = form.browser();
    await fillIn(browser, someAnswers({ min: '5', max: '20' }));
    const page = await browser.text('/post/who');
    expect(page).toContain('below the federal minimum wage');
    expect(page).toContain('Change the pay');
    expect(await browser.text('/post/apply')).not.toContain('below the federal minimum wage');
  });

  test.each([
    [{ min: '24', max: '' }, 'USD 24 an hour', 'USD 24 per hour'],
    [{ min: '1,200', max: '1,400', unit: 'semimonth' }, 'USD 1,200 to USD 1,400 twice a month', undefined],
    [
      { min: '1.200', max: '1.400,50', unit: 'week' },
      'USD 1,200 to USD 1,400.50 a week',
      'USD 1,200 – 1,400.50 per week',
    ],
    [{ min: '600', max: '', unit: 'week' }, 'USD 600 a week', 'USD 600 per week'],
    [{ min: '3000', max: '', unit: 'stipend' }, 'USD 3,000 once, as a stipend', undefined],
  ])('the pay %j reads %s', async (pay, shown, stored) => {
    const { path, browser } = await confirmed(someAnswers(pay));
    expect((await browser.text(`${path}/data`)).replaceAll('\u00a0', ' ')).toContain(shown);
    const [row] = await db.select().from(listings);
    const salary = JSON.stringify(row?.listing).replaceAll('\u00a0', ' ');
    expect(salary).toContain(`"salary":"${stored ?? shown}"`);
  });

  test('a short link is asked about once at its field, and is no website', async () => {
    const browser = form.browser();
    await fillIn(browser);
    const short = { ...someAnswers(), apply_url: 'https://bit.ly/3xYz' };
    const asked = await browser.post('/post/apply', short);
    expect(await asked.text()).toContain('bit.ly hides where it leads');
    const meant = await browser.post('/post/apply', { ...short, apply_url_meant: 'https://bit.ly/3xYz' });
    expect(meant.headers.get('location')).toMatch(inJob('check'));
    const site = await browser.post('/post/employer', { ...someAnswers(), website: 'bit.ly/abc' });
    expect(await site.text()).toContain('Enter the employer’s own address: bit.ly hides where it leads');
  });

  test('a first day in the past is asked about once, and kept by who means it', async () => {
    const browser = form.browser();
    await fillIn(browser);
    const past = { ...someAnswers(), 'start-month': '11', 'start-day': '2', 'start-year': '2026' };
    const asked = await browser.post('/post/job', past);
    const $ = load(await asked.text());
    expect([asked.status, $('#start-month-error').text()]).toEqual([
      422,
      expect.stringContaining('Check the start date: it has passed.'),
    ]);
    // The page of the question carries what is meant; a page that asked nothing yet carries nothing.
    const meant = $('[name=start_meant]').val();
    expect(meant).toBe('2026-11-02');
    const kept = await browser.post('/post/job', { ...past, start_meant: String(meant) });
    expect(kept.headers.get('location')).toMatch(inJob('check'));
    const other = await browser.post('/post/job', { ...past, 'start-day': '3', start_meant: String(meant) });
    expect(other.status).toBe(422);
  });

  test('what a link or an advert filled in is asked about like what was typed', async () => {
    const browser = form.browser();
    const $ = load(await browser.text('/post/email?email=maria%40gmial.com'));
    expect($('[name=email_meant]').val()).toBe('');
    await browser.post('/post/advert', {
      advert_text: `Paralegal Assistant\nCompany: Harbor & Finch LLP\nLocation: Boston, MA\nStart date: November 2, 2026\n${someAnswers()['job_desc']?.[0] ?? ''}\nApply: https://bit.ly/3xYz`,
    });
    const job = load(await browser.text('/post/job'));
    expect([job('#start-day').val(), job('[name=start_meant]').val()]).toEqual(['2', '']);
    const apply = load(await browser.text('/post/apply'));
    expect([apply('#apply_url').val(), apply('[name=apply_url_meant]').val()]).toEqual([
      'https://bit.ly/3xYz',
      '',
    ]);
  });

  test('staff see the website that was typed, also on a host that many share', async () => {
    await confirmed(someAnswers({ website: 'https://www.linkedin.com/company/harborfinch' }));
    const [row] = await db.select().from(listings);
    expect(JSON.stringify(row?.listing)).not.toContain('linkedin');
    const staff = await form.signedIn('reviewer');
    expect(await staff.text(`/review/${row?.id ?? 0}`)).toContain(
      'https://www.linkedin.com/company/harborfinch',
    );
  });
});

describe('a job that stands', () => {
  test('closing asks once, and is undone within a day', async () => {
    const { browser, path } = await confirmed();
    expect(await browser.text(`${path}/close`)).toContain('Close “Paralegal Assistant”?');
    expect(await db.select().from(submissions)).toMatchObject([{ state: 'confirmed' }]);
    await browser.post(path, { do: 'close' });
    form.clock.advance(23 * HOUR);
    expect(await browser.text(path)).toContain('Open the job again');
    await Promise.all([browser.post(path, { do: 'reopen' }), browser.post(path, { do: 'reopen' })]);
    expect(await db.select().from(submissions)).toMatchObject([{ state: 'confirmed', closedAt: null }]);
    expect(await db.select().from(listings)).toMatchObject([{ state: 'listed' }]);
    expect(await browser.text(path)).toContain('Shown until 20 December 2026.');

    await browser.post(path, { do: 'close' });
    form.clock.advance(DAY);
    expect(await browser.text(path)).not.toContain('Open the job again');
    await browser.post(path, { do: 'reopen' });
    expect(await db.select().from(listings)).toMatchObject([{ state: 'ended' }]);
  });

  test('the page says how long a job can be shown', async () => {
    const { browser, path } = await confirmed();
    expect(await browser.text(path)).toContain('A job is shown for at most 90 days from today.');
  });

  test('its last day is the same one for staff, wherever their day ends', async () => {
    await confirmed();
    const staff = await form.signedIn('operator');
    expect(await staff.text('/jobs')).toContain('20 Dec');
    const [row] = await db.select().from(submissions);
    const page = await staff.text(`/jobs/form/${row?.jobId ?? ''}?target=northfield`);
    expect(page).toContain('It ends after 20 December 2026.');
    expect(page).not.toContain('21 December 2026');
    expect(page).not.toContain('at the next run');
  });
});

describe('limits', () => {
  test('a limit is a setting, its page is friendly, and a link of staff lifts it until it ends', async () => {
    await writeSetting(db, {
      scope: 'global',
      key: 'limits.draftsPerNetwork',
      value: 1,
      by: 'test',
      at: form.clock.now(),
    });
    await form.browser().post('/post/email', someAnswers());
    const browser = form.browser();
    const refused = await browser.post('/post/email', someAnswers());
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('That is more than we take in a day'),
    ]);
    // Nothing of it is kept, and nothing says so.
    expect(await db.$count(submissions)).toBe(1);
    expect(
      load(await (await browser.post('/post/email', someAnswers())).text())('main').text(),
    ).not.toContain('kept');

    const admin = await form.signedIn('admin');
    const made = await admin.post('/form-links', { days: '2' }, { from: '/settings' });
    const link = /\/post\?fair=[\w.-]+/.exec(await made.text())?.[0] ?? '';
    expect(link).not.toBe('');
    await browser.get(link);
    expect((await browser.post('/post/email', someAnswers())).status).toBe(303);
    form.clock.advance(2 * DAY);
    const late = form.browser();
    await late.get(link);
    expect((await late.post('/post/email', someAnswers())).status).toBe(303);
    expect((await late.post('/post/new', {}, { from: '/post' })).status).toBe(303);
    expect((await form.browser().post('/post/email', someAnswers())).status).toBe(429);
  });

  test('the page of an hourly limit says an hour, and what is kept is said where it is kept', async () => {
    const at = form.clock.now();
    const set = async (key: 'limits.linksPerNetwork' | 'limits.jobsPerNetwork') =>
      writeSetting(db, { scope: 'global', key, value: 1, by: 'test', at });
    await set('limits.linksPerNetwork');
    await set('limits.jobsPerNetwork');
    const stranger = form.browser();
    await stranger.post('/manage', { email: 'a@harborfinch.example' });
    const hour = await (await stranger.post('/manage', { email: 'a@harborfinch.example' })).text();
    expect(hour).toContain('That is more than we take in an hour');
    expect(hour).toContain('Try again in an hour.');
    expect(hour).not.toContain('tomorrow');

    await sendIn(db, form.browser());
    const browser = form.browser();
    await fillIn(browser);
    const day = await (await browser.post('/post/check', {})).text();
    expect(day).toContain('What you entered is kept for 14 days. Try again tomorrow.');
  });

  test('a mark that staff did not make lifts nothing', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const mark = fairMark('secret', new Date(now.getTime() + DAY));
    expect(fairUntil('secret', mark, now)).toEqual(new Date(now.getTime() + DAY));
    expect(fairUntil('other', mark, now)).toBeUndefined();
    expect(fairUntil('secret', mark, new Date(now.getTime() + DAY))).toBeUndefined();
    expect(fairUntil('secret', fairMark('secret', new Date(now.getTime() + 15 * DAY)), now)).toBeUndefined();
    for (const wrong of [undefined, '', 'x', `${mark}x`, mark.replace(/^./, 'z')])
      expect(fairUntil('secret', wrong, now)).toBeUndefined();
  });
});
