import { beforeEach, expect, test } from 'vitest';
import { stepProblems, steps } from '../../../src/submissions/steps.ts';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers, someTerms } from '../../submissions/answers-maker.ts';
import { effortOf, model, secondsOf } from './effort.ts';
import { aForm, aSchoolTarget, newestMail } from './form.ts';

const db = await testDatabase();
let form = aForm(db);
beforeEach(async () => {
  form = aForm(db);
  await aSchoolTarget(db, 'northfield', form.clock.now());
});

/** From the first question to the check of all answers. */
const seconds = async (...given: Parameters<typeof effortOf>) =>
  Math.round(secondsOf(await effortOf(...given)));

test('a job is written in at most 4 minutes; in at most half the time from the text of an advert, and by an employer that has posted before', async () => {
  const browser = form.browser();
  const answers = someAnswers();
  const whole = await seconds(browser, answers);
  expect(await effortOf(form.browser(), answers)).toEqual({ fields: 29, characters: 517, pages: 8 });

  await browser.post('/post/new', {}, { from: '/post' });
  const another = await seconds(browser, answers);

  const reader = form.browser();
  const text = `${answers['job_title']?.[0]}
Company: ${answers['empname']?.[0]}
Location: Boston, MA
Employment type: Full-time
Pay: $24 - $29.50 per hour
Benefits: ${answers['benefits']?.[0]}
${answers['job_desc']?.[0]}
Apply: ${answers['apply_url']?.[0]}`;
  await reader.post('/post/advert', { advert_text: text });
  // The advert is pasted into one field, and shown on two pages of its own.
  const advert = (await seconds(reader, answers)) + model.secondsAField + 2 * model.secondsAPage;

  // docs/form.md names these figures.
  expect({ whole, another, advert }).toEqual({ whole: 169, another: 82, advert: 81 });
  expect(whole).toBeLessThanOrEqual(240);
  for (const sooner of [another, advert]) expect(sooner).toBeLessThanOrEqual(0.5 * whole);
});

test('a copy of an earlier job asks for its last day and its declarations alone', async () => {
  const browser = form.browser();
  await effortOf(browser, someAnswers());
  await browser.post('/post/check', {});
  const page = (await browser.post((await newestMail(db)).link, {})).headers.get('location') ?? '';
  const led = await browser.post(page.replace(/\?.*/, ''), { do: 'copy' });
  const effort = await effortOf(browser, someAnswers(), led.headers.get('location') ?? '');
  expect(effort).toEqual({ fields: 3, characters: 0, pages: 3 });
});

test('at most 25 answers are required of a job about which nothing stands there yet', async () => {
  const answers = someAnswers();
  const required = Object.entries(answers).filter(([field]) =>
    steps.some((step) => stepProblems(step, { ...answers, [field]: [] }, someTerms()).length > 0),
  );
  const { fields } = await effortOf(form.browser(), Object.fromEntries(required));
  expect(fields).toBeLessThanOrEqual(25);
});
