import { load } from 'cheerio';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../../src/core/clock.ts';
import { submissions } from '../../../src/db/schema.ts';
import { steps } from '../../../src/submissions/steps.ts';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { bad, hostileWords } from '../../submissions/hostile-words.ts';
import { aForm, aSchoolTarget, fillIn, inJob, newestMail } from './form.ts';

const db = await testDatabase();
let form = aForm(db);
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
});

/** Every field of the form, and those of the pages beside it. */
const fields: readonly string[] = steps.flatMap((step): readonly string[] => step.fields);

/** Fields of text that are not among the hostile words are of one form only: an address, a number, a day, a reference. Markup in them is refused, and shown as it was written. */
const strict = [
  'email',
  'phone',
  'website',
  'num_openings',
  'hours_per_week',
  'start-month',
  'start-day',
  'start-year',
  'until_other',
  'min',
  'max',
  'headcount',
  'apply_url',
  'resume_email',
  'req_id',
];

function expectHarmless(name: string, page: string): void {
  const $ = load(page);
  const strangers = $('script:not([src]), img, iframe, [onclick], [onerror], main b, main i')
    .not('.legend b, .group > summary b')
    .get()
    .map((one) => $.html(one).slice(0, 60));
  expect([name, ...strangers]).toEqual([name]);
  expect([name, /[\u202A-\u202E\u2066-\u2069]|\p{Cc}(?<![\t\r\n])/u.test(page)]).toEqual([name, false]);
}

describe('hostile words', () => {
  test('hostile words are refused and shown harmlessly in every field of the form', async () => {
    const browser = form.browser();
    await fillIn(browser);
    const all = Object.fromEntries(fields.map((field) => [field, bad]));
    for (const { name } of steps) {
      const refused = await browser.post(`/post/${name}`, all);
      expect([name, refused.status]).toEqual([name, 422]);
      expectHarmless(name, await refused.text());
      expectHarmless(name, await browser.text(`/post/${name}?check=1`));
    }
    const saved = await browser.post('/post/save', all, { from: '/post/employer' });
    expectHarmless('saved', await saved.text());
  });

  test('hostile words in every field stay words on every page and in every mail', async () => {
    const browser = form.browser();
    await browser.post('/post/email', someAnswers());
    const texts = new Set<string>();
    for (const { name } of steps) {
      const $ = load(await browser.text(`/post/${name}`));
      const controls = $(
        'main textarea, main input[name]:not([type=hidden]):not([type=radio]):not([type=checkbox])',
      );
      for (const one of controls.get()) texts.add($(one).attr('name') ?? '');
    }
    expect([...texts].filter((name) => name !== 'fax2').toSorted()).toEqual(
      [...Object.keys(hostileWords), ...strict].toSorted(),
    );
    const ways: Readonly<Record<string, string>>[] = [
      { third: 'yes', mode: 'site' },
      { third: 'no', mode: 'remote', remote_country: 'US', no_site: 'yes', website: '' },
      { third: 'yes', mode: 'site', paid: 'uncovered', uncovered_why: 'other', no_site: 'yes', website: '' },
    ];
    for (const way of ways) await walk(someAnswers({ ...hostileWords, ...way }));
  });
});

/** Sends a job, lets staff ask and refuse, and looks at every page on its way. */
async function walk(answers: ReturnType<typeof someAnswers>): Promise<void> {
  const browser = form.browser();
  const look = async (path: string, by = browser) => expectHarmless(path, await by.text(path));
  expect(await fillIn(browser, answers)).toMatch(inJob('check'));
  form.clock.advance(5 * MINUTE);
  for (const path of [...steps.map(({ name }) => name), 'check', 'preview']) await look(`/post/${path}`);
  await browser.post('/post/check', {});
  await look('/post/sent');
  const { link, html, subject } = await newestMail(db);
  expectHarmless('mail', html);
  expect(subject).not.toMatch(/[\r\n]/);
  await look(link);
  const manage = (await browser.post(link, {})).headers.get('location')?.replace(/\?.*/, '') ?? '';
  const [row] = (await db.select().from(submissions)).toSorted((a, b) => b.id - a.id);
  const staff = await form.signedIn('admin');
  const review = `/review/${row?.listingId ?? 0}`;
  for (const path of [
    '/',
    '/review',
    review,
    '/jobs',
    `/jobs/form/${row?.jobId ?? ''}`,
    '/outbox',
    '/activity',
  ])
    await look(path, staff);
  const asked = { decision: 'changes', page: 'job.job_desc', reason: bad };
  await staff.post(`/reviews/${row?.listingId ?? 0}/decision`, asked, { from: review });
  for (const path of [manage, `${manage}/data`, `${manage}/extend`]) await look(path);
  await browser.post(manage, { do: 'change', step: 'job.job_desc' }, { from: manage });
  await look('/post/job');
  await staff.post(review, { decision: 'reject', reason: bad });
  for (const path of [manage, `${manage}/appeal`]) await look(path);
}
