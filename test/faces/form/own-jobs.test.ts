import { load } from 'cheerio';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit, employerProfiles, listings, outbox, submissions } from '../../../src/db/schema.ts';
import { describedFor } from '../../../src/publishing/publishing-description.ts';
import { severalJobs } from '../../../src/submissions/several-jobs.ts';
import { toListing } from '../../../src/submissions/to-listing.ts';
import { writeSetting } from '../../../src/platform/settings/settings.repository.ts';
import { previewSubmission } from '../../../src/tasks/form/preview-submission.ts';
import { textsIn } from '../../../src/submissions/words/form-texts.ts';
import { addTarget } from '../../../src/targets/targets.repository.ts';
import { DAY } from '../../../src/core/clock.ts';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers, someTerms } from '../../submissions/answers-maker.ts';
import { csrfOf, origin } from '../web/support/web.ts';
import { aForm, aSchoolTarget, confirmIn, fillIn, inJob, newestMail } from './form.ts';

const db = await testDatabase();
let form: ReturnType<typeof aForm>;
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
});

const confirmed = (answers?: Parameters<typeof confirmIn>[2]) => confirmIn(db, form.browser(), answers);

/** The page with all jobs of an address, by the link that its mail has. */
async function allOf(email: string) {
  await form.browser().post('/manage', { email });
  const { link, subject } = await newestMail(db);
  expect([subject, link]).toEqual(['Links to your jobs', expect.stringMatching(/^\/manage\/all\//)]);
  return link;
}

describe('all jobs of an address', () => {
  test('one page lists them by a link of a mail, opens each, and begins new ones with the employer', async () => {
    await confirmed();
    await confirmed(someAnswers({ job_title: 'Court Clerk' }));
    const link = await allOf('maria.delgado@harborfinch.example');
    const browser = form.browser();
    const $ = load(await browser.text(link));
    expect($('h1').text()).toBe('2 jobs');
    expect(
      $('dl')
        .first()
        .find('dt')
        .get()
        .map((one) => $(one).text().trim()),
    ).toEqual(['Court Clerk', 'Paralegal Assistant']);
    expect($('dl').text()).toContain('Harbor & Finch LLP');
    expect($('dl').text()).toContain('https://harborfinch.example');

    const rows = await db.select().from(submissions);
    const job =
      rows.find(({ answers }) => answers?.['job_title']?.[0] === 'Paralegal Assistant')?.jobId ?? '';
    const opened = (await browser.post(link, { do: 'open', job })).headers.get('location') ?? '';
    expect(await browser.text(opened)).toContain('Paralegal Assistant');
    const begun = (await browser.post(link, { do: 'new' })).headers.get('location') ?? '';
    expect(begun).toMatch(inJob('email'));
    expect(await browser.text(begun.replace('email', 'employer'))).toContain(
      'value="Harbor &amp; Finch LLP"',
    );
    // A number of somebody else's job opens nothing.
    expect((await browser.post(link, { do: 'open', job: 'F0123456789AB' })).headers.get('location')).toBe(
      link,
    );
  });

  test('a job of last year is copied without its days', async () => {
    await confirmed(someAnswers({ 'start-month': '1', 'start-day': '15', 'start-year': '2027' }));
    form.clock.advance(400 * DAY);
    const link = await allOf('maria.delgado@harborfinch.example');
    const browser = form.browser();
    const [row] = await db.select().from(submissions);
    const led = await browser.post(link, { do: 'copy', job: row?.jobId ?? '' });
    expect(led.headers.get('location')).toMatch(inJob('job'));
    const copy = (await db.select().from(submissions)).find(({ id }) => id !== row?.id);
    expect(
      Object.keys(row?.answers ?? {})
        .filter((name) => copy?.draft[name] === undefined)
        .toSorted(),
    ).toEqual([
      'declare',
      'email_meant',
      'hide_name',
      'start-day',
      'start-month',
      'start-year',
      'start_meant',
      'until',
    ]);
  });

  test('the employer of new jobs is saved by its owner, shown, and deleted with its data', async () => {
    const { path } = await confirmed();
    const link = await allOf('maria.delgado@harborfinch.example');
    const browser = form.browser();
    expect(await browser.text(link)).toContain('Taken from the job you confirmed last.');
    const page = load(await browser.text(`${link}/employer`));
    expect([page('#empname').val(), page('#empcity').val()]).toEqual(['Harbor & Finch LLP', 'Boston']);
    const wrong = await browser.post(`${link}/employer`, { ...someAnswers(), description: 'Short' });
    expect([wrong.status, await wrong.text()]).toEqual([
      422,
      expect.stringContaining('Describe the employer in at least 50 characters'),
    ]);
    const description = 'A firm of nine attorneys that works for fishers and harbors since 1968.';
    const own = { ...someAnswers(), empname: 'Harbor & Finch', website: 'finch.example', description };
    await browser.post(`${link}/employer`, own);
    const all = await browser.text(link);
    expect(all).toContain('Saved on 20 November 2026.');
    for (const part of ['Harbor &amp; Finch<', 'https://finch.example', description])
      expect(all).toContain(part);

    const begun = (await browser.post(link, { do: 'new' })).headers.get('location') ?? '';
    const next = load(await browser.text(begun.replace('email', 'employer')));
    expect([next('#empname').val(), next('#website').val(), next('#description').val()]).toEqual([
      'Harbor & Finch',
      'https://finch.example',
      description,
    ]);
    // The job that was sent stays as it is.
    const sent = (await db.select().from(submissions)).find(({ answers }) => answers !== null);
    expect(sent?.answers?.['empname']).toEqual(['Harbor & Finch LLP']);
    expect(await browser.text(`${path}/data`)).toContain(description);
    expect(await browser.text(`${path}/data.json`)).toContain(description);
    await browser.post(`${path}/data`, {});
    expect(await db.$count(employerProfiles)).toBe(0);
  });

  test('days are those of the place where the installation stands', async () => {
    form.clock.set(new Date('2026-11-21T03:30:00Z'));
    const { browser, path } = await confirmed();
    expect((await db.select().from(listings))[0]?.listing['postedAt']).toBe('2026-11-20');
    const [row] = await db.select().from(submissions);
    const site = { timeZone: 'America/Chicago' };
    const previewed = await previewSubmission({ ...form.accepting, site }, 'F1', row?.draft ?? {}, 1);
    expect(previewed.schools[0]?.listing.postedAt).toBe('2026-11-20');
    await browser.post(path, { do: 'copy' });
    const link = await allOf('maria.delgado@harborfinch.example');
    await browser.post(`${link}/employer`, someAnswers());
    for (const page of [path, `${path}/data`, '/post', link]) {
      const text = await browser.text(page);
      expect([page, text]).toEqual([page, expect.stringContaining('20 November 2026')]);
      expect([page, text]).toEqual([page, expect.not.stringContaining('21 November 2026')]);
    }
  });

  test('the link of a job opens no other job', async () => {
    const { path } = await confirmed();
    const token = path.split('/').at(-1) ?? '';
    expect((await form.browser().get(`/manage/all/${token}`)).status).toBe(410);
  });
});

describe('colleagues', () => {
  test('one of the same domain is invited by mail, and finds the job among its own', async () => {
    const { browser, path } = await confirmed();
    expect(await browser.text(path)).toContain('Invite a colleague');
    const wrong = await browser.post(`${path}/invite`, { colleague: 'eve@elsewhere.example' });
    expect([wrong.status, await wrong.text()]).toEqual([
      422,
      expect.stringContaining('Enter an address of harborfinch.example: only colleagues can be invited'),
    ]);
    const sent = await browser.post(`${path}/invite`, { colleague: 'Ben@harborfinch.example' });
    expect(await browser.text(sent.headers.get('location') ?? '')).toContain('The invitation is sent');
    const mail = await newestMail(db);
    expect([mail.to, mail.kind]).toEqual(['ben@harborfinch.example', 'form invited']);
    expect(await form.browser().text(mail.link)).toContain('Paralegal Assistant');
    // Staff see that somebody else may change the job, and not whose address it is.
    expect((await db.select().from(audit)).filter(({ action }) => action.includes('invited'))).toMatchObject([
      { who: 'form', action: 'form colleague invited', subject: expect.stringMatching(/^listing:\d+$/) },
    ]);
    expect(await form.browser().text(await allOf('ben@harborfinch.example'))).toContain(
      'Paralegal Assistant',
    );
  });

  test('nobody is invited where everybody can have an address', async () => {
    const { browser, path } = await confirmed(someAnswers({ email: 'maria@gmail.com' }));
    expect(await browser.text(path)).not.toContain('Invite a colleague');
    await browser.post(`${path}/invite`, { colleague: 'eve@gmail.com' });
    expect((await db.select().from(outbox)).map(({ kind }) => kind)).not.toContain('form invited');
  });
});

describe('several openings of one table', () => {
  const csv = 'job_title';
  const table =
    'job_title,city,min,max\nDock Clerk,Boston,20,22\nNight Clerk,Salem,21,\n"$$$ Clerk $20/hour",Boston,,';

  test('a table of Excel in windows-1252 keeps its accents', async () => {
    const { browser, path } = await confirmed();
    const body = new FormData();
    body.set('csrf', csrfOf(await browser.text(`${path}/several`)));
    body.set('csv_file', new File([Buffer.from('job_title\nCaf\u00e9 Cook', 'latin1')], 'jobs.csv'));
    const read = await browser.send(`${path}/several`, { method: 'POST', body, headers: { origin } });
    expect(await read.text()).toContain('Caf\u00e9 Cook');
  });

  test('each line is checked before anything is posted, and the ready ones are posted once', async () => {
    const { browser, path } = await confirmed();
    expect(await browser.text(`${path}/several`)).toContain('Each line is a job like “Paralegal Assistant”');
    const bad = await browser.post(`${path}/several`, { csv });
    expect([bad.status, await bad.text()]).toEqual([422, expect.stringContaining('Enter a table')]);
    const check = await (await browser.post(`${path}/several`, { csv: table })).text();
    expect(check).toContain('Job title must not include pay or place');
    expect(check).toContain('1 line needs a change. It is left out.');
    expect(check.replaceAll('\u00a0', ' ')).toContain(
      'Salem, Massachusetts. USD 21 to USD 29.50 an hour. Shown until 20 December 2026.',
    );
    expect(check).toContain('Post 2 jobs');
    expect(await db.$count(submissions)).toBe(1);

    const send = { csv: table, do: 'send' };
    expect((await browser.post(`${path}/several`, send)).status).toBe(422);
    for (let press = 0; press < 2; press += 1)
      expect(
        await (await browser.post(`${path}/several`, { ...send, declare: ['real', 'fee', 'equal'] })).text(),
      ).toContain('2 jobs are posted');
    const titles = (await db.select().from(listings)).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Dock Clerk', 'Night Clerk', 'Paralegal Assistant']);
    expect((await db.select().from(submissions)).every(({ state }) => state === 'confirmed')).toBe(true);
  });

  test('a line without words in its title needs a change', async () => {
    const { browser, path } = await confirmed();
    const sent = { csv: 'job_title\n<b></b>\nDock Clerk' };
    const check = await (await browser.post(`${path}/several`, sent)).text();
    expect(check).toContain('1 line needs a change. It is left out.');
    expect(check).toContain('Enter a job title');
  });

  test('a line that fails is not there, and is posted when the table is sent again', async () => {
    let looked = 0;
    const riskList = async () => {
      // The confirmed job is the first, the second line the third.
      if (++looked === 3) throw new Error('the disk is full');
      return new Set<string>();
    };
    form = aForm(db, {}, { riskList });
    const { browser, path } = await confirmed();
    const sent = { csv: 'job_title\nDock Clerk\nNight Clerk', do: 'send', declare: ['real', 'fee', 'equal'] };
    expect((await browser.post(`${path}/several`, sent)).status).toBe(500);
    expect(await db.$count(submissions)).toBe(2);
    const again = await browser.post(`${path}/several`, sent);
    expect(await again.text()).toContain('2 jobs are posted');
    expect(await db.$count(listings)).toBe(3);
  });

  test('a job that was closed since is not counted when its line is sent again', async () => {
    const { browser, path } = await confirmed();
    const sent = { csv: 'job_title\nDock Clerk', do: 'send', declare: ['real', 'fee', 'equal'] };
    await browser.post(`${path}/several`, sent);
    await db.update(submissions).set({ state: 'closed' });
    expect(await (await browser.post(`${path}/several`, sent)).text()).toContain('0 jobs are posted');
  });

  test('lines beyond the limit of a day are left out, and the page says how many', async () => {
    const { browser, path } = await confirmed();
    const at = form.clock.now();
    await writeSetting(db, { scope: 'global', key: 'limits.jobsPerMail', value: 2, by: 'test', at });
    const sent = { csv: table, do: 'send', declare: ['real', 'fee', 'equal'] };
    const page = await (await browser.post(`${path}/several`, sent)).text();
    expect(page).toContain('1 job is posted');
    expect(page).toContain('1 job is left out: that is more than we take in a day.');
    expect(await db.$count(submissions)).toBe(2);
  });

  test.each([
    ['Berufsbezeichnung\nx', 'Name columns of the list: “Berufsbezeichnung” is not in it'],
    [`job_title\n${'Clerk\n'.repeat(26)}`, 'Table must have 25 jobs or fewer'],
    ['', 'Enter a table with a first line of column names and a line for each job'],
    ['job_title\n"open', 'Enter a table with a first line of column names and a line for each job'],
  ])('the table %j is refused', (text, message) => {
    expect(severalJobs(text, someAnswers(), someTerms())).toEqual({ kind: 'wrong', message });
  });

  test('columns have the names of the questions too, and tabs and semicolons part them', () => {
    for (const mark of ['\t', ';', ','])
      expect(
        severalJobs(`Job title${mark}Lowest pay\nClerk${mark}20`, someAnswers(), someTerms()),
      ).toMatchObject({
        kind: 'jobs',
        jobs: [{ answers: { job_title: ['Clerk'], min: ['20'] }, problem: undefined }],
      });
  });
});

test.each([
  ['en', 'state,country,unit,until', 'NH,United States,an hour,12/18/2026'],
  ['es', 'Estado;País;unit;until', 'New Hampshire;Estados Unidos;por hora;12/18/2026'],
  ['fr', 'state;country;unit;until', 'US-NH;États-Unis;par heure;18.12.2026'],
] as const)('the cells of a table in %s are read like the words of its page', (language, head, cells) => {
  const terms = someTerms({ words: textsIn(language) });
  const read = severalJobs(`${head}\n${cells}`, someAnswers({ unit: 'year' }), terms);
  expect(read).toMatchObject({
    jobs: [{ answers: { state: ['US-NH'], country: ['US'], unit: ['hour'], until: ['2026-12-18'] } }],
  });
  expect(read.kind === 'jobs' && read.jobs[0]?.problem).toBeUndefined();
});

describe('questions for applicants', () => {
  const asked = someAnswers({ applicant_questions: 'Why here?\n\nWhen can you <start>?' });
  const listing = toListing({ jobId: 'F1', answers: asked, postedAt: '2026-11-20' });
  const terms = { maxDescription: 0, closingLine: false } as const;

  test('only schools that take them get them, at the end of the description', () => {
    expect(describedFor(listing, { ...terms, description: 'html', questions: true })).toContain(
      '<p><strong>Questions for applicants</strong></p><ol><li>Why here?</li><li>When can you &lt;start&gt;?</li></ol>',
    );
    expect(describedFor(listing, { ...terms, description: 'text', questions: true })).toContain(
      'Questions for applicants\n1. Why here?\n2. When can you <start>?',
    );
    expect(describedFor(listing, { ...terms, description: 'html' })).not.toContain('Why here?');
    expect(
      describedFor(listing, { ...terms, description: 'text', questions: true, maxDescription: 200 }),
    ).toContain('Why here?');
  });

  test('the form asks for five at most, and only where a school takes them', async () => {
    const browser = form.browser();
    await fillIn(browser);
    expect(await browser.text('/post/apply')).not.toContain('Questions for applicants');
    const soap = { url: 'https://calloway.example/soap', namespace: 'urn:JobWebService' };
    await addTarget(db, {
      name: 'calloway',
      definition: { soap, form: { questions: true } },
      now: form.clock.now(),
    });
    expect(await browser.text('/post/apply')).toContain('Questions for applicants');
    const six = { ...someAnswers(), applicant_questions: 'a\nb\nc\nd\ne\nf' };
    expect((await browser.post('/post/apply', six)).status).toBe(422);
    await browser.post('/post/apply', { ...someAnswers(), applicant_questions: 'a\nb' });
    expect((await db.select().from(submissions))[0]?.draft['applicant_questions']).toEqual(['a\nb']);
  });
});

/** The schools that a page offers. */
const shown = (page: string) => {
  const $ = load(page);
  return $('input[type=checkbox][name=schools]')
    .get()
    .map((one) => $(one).val());
};

test('more than 20 schools are found by place, kind and size, and chosen ones stay chosen', async () => {
  const soap = { url: 'https://one.example/soap', namespace: 'urn:JobWebService' };
  for (let at = 0; at < 21; at += 1)
    await addTarget(db, {
      name: `school-${at}`,
      definition: {
        soap,
        form: {
          place: at < 4 ? 'Ohio' : 'Maine',
          kind: at % 2 ? 'College' : 'University',
          students: 1_000 + at * 1_000,
        },
      },
      now: form.clock.now(),
    });
  const browser = form.browser();
  await fillIn(browser);
  expect(shown(await browser.text('/post/schools'))).toHaveLength(22);
  const found = await browser.post('/post/schools', {
    schools: ['northfield', 'school-0'],
    do: 'find',
    find_place: 'Ohio',
    find_kind: 'University',
    find_size: 'small',
  });
  const page = await found.text();
  expect([found.status, shown(page)]).toEqual([200, ['school-0', 'school-2']]);
  expect(page).toContain('2 of 22 schools fit.');
  expect(load(page)('input[type=hidden][name=schools]').val()).toBe('northfield');
});
