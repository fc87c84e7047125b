import { expect, test } from 'vitest';
import { testDatabase } from '../../setup/database.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { aForm, aSchoolTarget, fillIn, inJob } from './form.ts';
import { bounded } from '../../fuzz/bounds.ts';

const db = await testDatabase();

test('schools are previewed ten at a time, however many are chosen', { timeout: 60_000 }, async () => {
  const form = aForm(db);
  const schools = Array.from({ length: 500 }, (_, at) => `school-${String(at + 1).padStart(3, '0')}`);
  for (const name of schools) await aSchoolTarget(db, name, form.clock.now());
  const browser = form.browser();
  expect(await fillIn(browser, someAnswers({ schools }))).toMatch(inJob('check'));

  const first = await bounded(() => browser.text('/post/preview'), 200);
  expect(first.length).toBeLessThan(60_000);
  expect(first.match(/aria-labelledby="school-/g)).toHaveLength(10);
  expect(first).toContain('Schools 1 to 10 of 500');
  expect(first).toMatch(/href="\/post\/F\w+\/preview\?part=2"/);
  expect(first).not.toContain('The schools before these');

  const last = await browser.text('/post/preview?part=50');
  expect(last).toContain('Schools 491 to 500 of 500');
  expect(last).toMatch(/href="\/post\/F\w+\/preview\?part=49"/);
  expect(last).not.toContain('The next schools');
  expect(await browser.text('/post/preview?part=9999')).toContain('Schools 491 to 500 of 500');
  for (const strange of ['0', '-1', 'x', '1.5'])
    expect(await browser.text(`/post/preview?part=${strange}`)).toContain('Schools 1 to 10 of 500');
});
