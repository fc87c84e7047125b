import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../src/core/clock.ts';
import { listings } from '../../../src/db/schema.ts';
import { decideReview } from '../../../src/screening/store.ts';
import { tellEmployers } from '../../../src/tasks/form/tell-employers.ts';
import { changeTarget } from '../../../src/targets/store.ts';
import { someAnswers } from '../../submissions/answers-maker.ts';
import { testDatabase } from '../../setup/database.ts';
import { aRoad } from '../../setup/road.ts';
import { aForm, fillIn, newestMail } from './form.ts';

const db = await testDatabase();

test('a form’s job waits for review, goes to the chosen school only, is told of, and is taken down when it is closed', async () => {
  const form = aForm(db);
  const road = aRoad(db);
  road.clock.set(form.clock.now());
  const target = await road.addTarget('northfield');
  const other = await road.addTarget('calloway');
  const browser = form.browser();
  await fillIn(browser, someAnswers({ schools: ['northfield'] }));
  form.clock.advance(10 * MINUTE);
  await browser.post('/post/check', {});
  const { link } = await newestMail(db);
  const page = (await browser.post(link, {})).headers.get('location')?.replace(/\?.*/, '') ?? '';
  await road.publish(target);
  expect(road.school.calls).toEqual([]);

  const [listing] = await db.select().from(listings);
  const decided = await decideReview(db, listing?.id ?? 0, {
    kind: 'approve',
    by: 'dana',
    at: form.clock.now(),
  });
  expect(decided).toEqual({ kind: 'decided', state: 'approved' });
  for (const { id } of [target, other]) await changeTarget(db, id, { reconciledAt: null });
  await road.publish(target);
  await road.publish(other);
  expect(road.school.calls).toEqual([{ operation: 'processJob', id: `form/${listing?.jobId}` }]);
  expect(await browser.text(page)).toContain('Accepted');
  expect(await tellEmployers(form.accepting)).toBe(1);
  expect(await newestMail(db)).toMatchObject({ kind: 'form accepted' });

  await browser.post(page, { do: 'close' });
  form.clock.advance(DAY / 24);
  road.clock.set(form.clock.now());
  await changeTarget(db, target.id, { reconciledAt: null });
  await road.publish(target);
  expect(road.school.jobs.size).toBe(0);
  expect(await browser.text(page)).toContain('Closed.');
});
