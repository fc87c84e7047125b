import { beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../src/core/clock.ts';
import { audit, listings, screenings, sources, submissions } from '../../../src/db/schema.ts';
import { waitingMails } from '../../../src/platform/mail/mail.queries.ts';
import { cleanForm, tellEmployers } from '../../../src/tasks/form/tell-employers.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { testDatabase } from '../../setup/database.ts';
import { aForm, aSchoolTarget, fillIn, inJob, newestMail, sendIn } from './form.ts';

const db = await testDatabase();
let form = aForm(db);
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
  await aSchoolTarget(db, 'calloway', form.clock.now());
});

const plain = (page: string) => page.replace(/value="[^"]*"/g, '');

describe('writing a job', () => {
  test('seven pages lead to the check, without script', async () => {
    const browser = form.browser();
    expect(await fillIn(browser)).toMatch(inJob('check'));
    const check = await browser.text('/post/check');
    for (const words of [
      'Paralegal Assistant',
      'Harbor &amp; Finch LLP',
      'Boston, Massachusetts',
      'USD\u00a024 to USD\u00a029.50',
    ])
      expect(check).toContain(words);
  });

  test('a wrong answer stays, with its words above and at the field, and a title that says so', async () => {
    const response = await form
      .browser()
      .post('/post/email', { email: 'maria', fullname: '', phone: '+1 617 555 0188' });
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('<title>Error: Who are you?');
    expect(page).toContain('There is a problem');
    expect(page).toContain('value="maria"');
    expect(page).toMatch(/href="#fullname">Enter your name</);
    expect(page).toMatch(/id="fullname-error">.*Enter your name/s);
  });

  test('days are those of the place where the installation stands', async () => {
    const site = { secret: 'a secret of the test, long enough to be one', trustProxy: false };
    const late = aForm(db, { site: { ...site, timeZone: 'America/New_York' } });
    late.clock.set(new Date('2026-11-21T03:30:00Z'));
    const browser = late.browser();
    await browser.post('/post/email', someAnswers());
    expect(await browser.text('/post/job')).toMatch(/value="2026-12-20"[^>]*checked/);
  });

  test('nobody sees a page of another browser’s job', async () => {
    const address = await fillIn(form.browser());
    const other = form.browser();
    expect((await other.get('/post/check')).headers.get('location')).toBe('/post');
    expect((await other.get('/post/job')).headers.get('location')).toBe('/post');
    for (const path of [address, address.replace('check', 'job'), address.replace('/check', '')]) {
      const page = await other.get(path);
      expect([page.status, await page.text()]).toEqual([
        410,
        expect.stringContaining('This job is not open in this browser'),
      ]);
    }
  });

  test('one more place is asked for and nothing is judged before it is sent', async () => {
    const browser = form.browser();
    await fillIn(browser);
    const page = await (
      await browser.post('/post/place', { city: 'Boston', state: 'US-MA', country: 'US', do: 'place' })
    ).text();
    expect(page).toContain('Place 2');
    expect(page).not.toContain('There is a problem');
  });

  test('a job is kept by mail, and the link leads another browser back', async () => {
    const browser = form.browser();
    await browser.post('/post/email', someAnswers());
    const saved = await browser.post('/post/save', { empname: 'Harbor' }, { from: '/post/employer' });
    expect(await saved.text()).toContain('Your job is kept');
    const { link } = await newestMail(db);
    const other = form.browser();
    await other.post(link, {});
    expect(await other.text('/post/employer')).toContain('value="Harbor"');
  });

  test('what employers write stays harmless on every page and in every mail', async () => {
    const bad = '"><script>alert(1)</script>';
    const browser = form.browser();
    const { html, body } = await sendIn(
      db,
      browser,
      someAnswers({
        empname: `A ${bad}`,
        job_title: `Clerk ${bad}`,
        fullname: `M ${bad}`,
        benefits: bad,
        client: bad,
        third: 'yes',
      }),
    );
    for (const path of ['email', 'employer', 'job', 'place', 'who', 'apply', 'schools', 'check', 'sent'])
      expect(await browser.text(`/post/${path}`)).not.toContain('<script>alert');
    expect(html).not.toContain('<script>');
    expect(body).toContain('Clerk');
  });

  test('nothing is accepted without the page’s token', async () => {
    const response = await form.app.request('http://quadwire.test/post/email', {
      method: 'POST',
      body: new URLSearchParams({ email: 'x' }),
    });
    expect(response.status).toBe(403);
  });
});

describe('confirming', () => {
  test('opening the link does nothing; pressing its button sends the job to review, once', async () => {
    const { link, to } = await sendIn(db, form.browser());
    expect(to).toBe('maria.delgado@harborfinch.example');
    const scanner = form.browser();
    for (let time = 0; time < 3; time += 1) expect((await scanner.get(link)).status).toBe(200);
    await scanner.send(link, { method: 'HEAD' });
    expect(await db.$count(listings)).toBe(0);
    const confirmed = await form.browser().post(link, {});
    expect(confirmed.headers.get('location')).toMatch(/^\/manage\/.*done=confirmed$/);
    const [row] = await db.select().from(listings);
    const [source] = await db.select().from(sources);
    expect(source).toMatchObject({ name: 'form', kind: 'form', externalSourceId: 'form' });
    expect(row).toMatchObject({ state: 'listed', title: 'Paralegal Assistant' });
    expect(await db.select().from(screenings)).toMatchObject([
      { listingId: row?.id, state: 'open', proof: 1 },
    ]);
    expect((await newestMail(db)).kind).toBe('form received');
    expect((await form.browser().get(link)).status).toBe(410);
  });

  test('the code may be pasted with its blank, and works once', async () => {
    const browser = form.browser();
    const { code } = await sendIn(db, browser);
    const response = await browser.post('/post/sent', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(response.headers.get('location')).toMatch(/^\/manage\//);
  });

  test('after five wrong codes the right one does not help either', async () => {
    const browser = form.browser();
    const { code } = await sendIn(db, browser);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let time = 0; time < 5; time += 1)
      expect(await (await browser.post('/post/sent', { code: wrong })).text()).toContain('newest message');
    expect(await (await browser.post('/post/sent', { code })).text()).toContain('no longer works');
    expect(await db.$count(listings)).toBe(0);
  });

  test('a code works for 15 minutes and a link for 3 days', async () => {
    const browser = form.browser();
    const { code, link } = await sendIn(db, browser);
    form.clock.advance(16 * MINUTE);
    expect(await (await browser.post('/post/sent', { code })).text()).toContain('no longer works');
    form.clock.advance(3 * DAY);
    expect((await form.browser().get(link)).status).toBe(410);
  });

  test('a message is sent again after a minute, and five times a day', async () => {
    const browser = form.browser();
    await sendIn(db, browser);
    const again = () => browser.post('/post/resend', {}, { from: '/post/sent' });
    expect(await (await again()).text()).toContain('less than a minute old');
    const sent = (await browser.post('/post/check', {})).headers.get('location') ?? '';
    expect(await browser.text(sent)).toContain('less than a minute old');
    for (let time = 0; time < 4; time += 1) {
      form.clock.advance(2 * MINUTE);
      expect((await again()).status).toBe(200);
    }
    form.clock.advance(2 * MINUTE);
    expect((await again()).status).toBe(429);
  });

  test('asking for the head of the link, as scanners do, is answered and uses nothing up', async () => {
    const { link } = await sendIn(db, form.browser());
    for (let time = 0; time < 3; time += 1) {
      const head = await form.app.request(`http://quadwire.test${link}`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
    expect((await form.browser().post(link, {})).status).toBe(303);
  });

  test.each([
    ['its title was taken away', 'job', { job_title: '' }],
    ['its title says nothing', 'job', { job_title: '<b></b>' }],
    ['its text says nothing', 'job', { job_desc: '<p></p>'.repeat(50) }],
    ['it names a school that is none', 'schools', { schools: ['elsewhere'] }],
    ['a declaration was taken back', 'schools', { declare: ['real'] }],
    ['its site is inside a network', 'employer', { website: 'http://10.0.0.1' }],
  ])('what was changed after it was sent is not taken: %s', async (_, step, over) => {
    const browser = form.browser();
    const { link, code } = await sendIn(db, browser);
    await browser.post(`/post/${step}`, someAnswers(over));
    const led = inJob(`${step}?check=1`);
    expect((await browser.post('/post/sent', { code })).headers.get('location')).toMatch(led);
    const other = form.browser();
    expect((await other.post(link, {})).headers.get('location')).toMatch(led);
    expect(await other.text(`/post/${step}?check=1`)).toContain('There is a problem');
    expect(await db.$count(listings)).toBe(0);
    await other.post(`/post/${step}`, someAnswers());
    expect((await other.post(link, {})).headers.get('location')).toMatch(/^\/manage\//);
    expect(await db.$count(listings)).toBe(1);
  });

  test('a job whose last day passed before it was confirmed asks for another one', async () => {
    const { link } = await sendIn(db, form.browser(), someAnswers({ until: '2026-11-22' }));
    form.clock.advance(2 * DAY);
    const response = await form.browser().post(link, {});
    expect(response.headers.get('location')).toMatch(inJob('job?check=1'));
    expect(await db.$count(listings)).toBe(0);
  });

  test('two presses at once make one job, and the later one is told that it is with us', async () => {
    const { link } = await sendIn(db, form.browser());
    const [a, b] = await Promise.all([form.browser().post(link, {}), form.browser().post(link, {})]);
    expect([a?.status, b?.status].toSorted((x, y) => (x ?? 0) - (y ?? 0))).toEqual([303, 410]);
    const late = a?.status === 410 ? a : b;
    expect(await late?.text()).toContain('it is with us');
    expect(await db.$count(listings)).toBe(1);
  });

  test('sending twice at once, and once more by the back button, makes one job', async () => {
    const browser = form.browser();
    await fillIn(browser);
    await Promise.all([browser.post('/post/check', {}), browser.post('/post/check', {})]);
    await browser.post('/post/check', {});
    const { link, code } = await newestMail(db);
    expect((await browser.post(link, {})).status).toBe(303);
    for (const [path, fields] of [
      ['/post/check', {}],
      ['/post/sent', { code }],
    ] as const)
      expect(await (await browser.post(path, fields, { from: '/manage' })).text()).toContain('it is with us');
    expect(await db.$count(listings)).toBe(1);
  });

  test('nobody is written to without end: one address gets ten links to kept drafts a day', async () => {
    const statuses: number[] = [];
    for (let draft = 0; draft < 4; draft += 1) {
      const browser = form.browser();
      await browser.post('/post/email', someAnswers());
      for (let time = 0; time < 4; time += 1)
        statuses.push((await browser.post('/post/save', {}, { from: '/post/employer' })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  });

  test('a link to an address that was corrected since proves nothing', async () => {
    const browser = form.browser();
    const { link } = await sendIn(db, browser);
    await browser.post('/post/email', { ...someAnswers(), email: 'other@harborfinch.example' });
    expect((await form.browser().post(link, {})).status).toBe(410);
  });

  test('what nobody confirms is deleted after 14 days', async () => {
    await sendIn(db, form.browser());
    form.clock.advance(13 * DAY);
    expect(await cleanForm(form.accepting)).toBe(0);
    form.clock.advance(2 * DAY);
    expect(await cleanForm(form.accepting)).toBe(1);
    expect(await db.$count(submissions)).toBe(0);
  });
});

/** A job that was written, sent and confirmed, with the address of its page. */
const confirmed = async (answers = someAnswers()) => {
  const browser = form.browser();
  const { link } = await sendIn(db, browser, answers);
  const path = (await browser.post(link, {})).headers.get('location')?.replace(/\?.*/, '') ?? '';
  return { browser, path };
};

describe('a job’s own page', () => {
  test('the page says the state of the job at each chosen school', async () => {
    const { browser, path } = await confirmed(someAnswers({ schools: ['northfield', 'calloway'] }));
    const page = await browser.text(path);
    expect(page).toContain('Northfield');
    expect(page.match(/In review/g)).toHaveLength(2);
  });

  test('extends a job by 30 days, at most to 90 days from today', async () => {
    const { browser, path } = await confirmed();
    const press = async (from: string) => (await browser.post(path, { do: 'extend', from })).text();
    expect(await press('2026-12-20')).toContain('Open until 19 January 2027');
    expect(await press('2027-01-19')).toContain('Open until 18 February 2027');
    expect(await press('2027-02-18')).toContain('Open until 18 February 2027');
    expect(await browser.text(path)).not.toContain('Show 30 days longer');
  });

  test('a button that is pressed twice extends once, and closes once', async () => {
    const { browser, path } = await confirmed();
    for (let press = 0; press < 2; press += 1)
      expect(await (await browser.post(path, { do: 'extend', from: '2026-12-20' })).text()).toContain(
        'Open until 19 January 2027',
      );
    for (let press = 0; press < 2; press += 1) await browser.post(path, { do: 'close' });
    const acts = (await db.select().from(audit)).map(({ action }) => action);
    expect(acts.filter((action) => action === 'form job closed')).toHaveLength(1);
  });

  test('closes a job, which is then wanted nowhere', async () => {
    const { browser, path } = await confirmed();
    await browser.post(path, { do: 'close' });
    expect(await browser.text(path)).toContain('Closed.');
    expect(await db.select().from(listings)).toMatchObject([{ state: 'ended', cause: 'withdrawn' }]);
  });

  test('a change of pay counts at once, and is told to the address of the job', async () => {
    const { browser, path } = await confirmed();
    await browser.post(path, { do: 'change' });
    await browser.post('/post/place', { ...someAnswers(), max: '31' });
    const sent = await browser.post('/post/check', {});
    expect(sent.headers.get('location')).toContain('done=changed');
    const mail = await newestMail(db);
    expect(mail).toMatchObject({ kind: 'form changed', to: 'maria.delgado@harborfinch.example' });
    expect(mail.body).toContain('the pay');
  });

  test('a new address must be proven before it counts', async () => {
    const { browser, path } = await confirmed();
    await browser.post(path, { do: 'change' });
    await browser.post('/post/email', { ...someAnswers(), email: 'thief@elsewhere.example' });
    expect((await browser.post('/post/check', {})).headers.get('location')).toMatch(inJob('sent'));
    expect((await newestMail(db)).to).toBe('thief@elsewhere.example');
    expect(await db.select().from(submissions)).toMatchObject([
      { email: 'maria.delgado@harborfinch.example' },
    ]);
  });

  test('a copy is a new job that keeps all but its last day and its declarations', async () => {
    const { browser, path } = await confirmed();
    expect((await browser.post(path, { do: 'copy' })).headers.get('location')).toMatch(inJob('job'));
    expect(await browser.text('/post/job')).toContain('Paralegal Assistant');
    expect(await db.$count(submissions)).toBe(2);
  });

  test('lost links are sent to their owner, and the page does not say whether there are any', async () => {
    await confirmed();
    const before = (await waitingMails(db)).length;
    const ask = async (email: string) => (await form.browser().post('/manage', { email })).text();
    expect(plain(await ask('nobody@elsewhere.example'))).toBe(
      plain(await ask('Maria.Delgado@harborfinch.example')),
    );
    expect((await waitingMails(db)).length).toBe(before + 1);
    const { link } = await newestMail(db);
    expect((await form.browser().get(link)).status).toBe(200);
  });

  test('an employer is told of the end of a job, once', async () => {
    await confirmed();
    form.clock.advance(40 * DAY);
    expect(await tellEmployers(form.accepting)).toBe(1);
    expect((await newestMail(db)).kind).toBe('form closed');
    expect(await tellEmployers(form.accepting)).toBe(0);
  });
});

test('a filled trap sends the job to people with the reason', async () => {
  const browser = form.browser();
  await browser.post('/post/email', { ...someAnswers(), fax2: '123' });
  await fillIn(browser);
  await browser.post('/post/check', {});
  await browser.post((await newestMail(db)).link, {});
  const [screening] = await db.select().from(screenings);
  expect(screening?.score).toBeGreaterThanOrEqual(60);
  expect(screening?.state).toBe('open');
});
