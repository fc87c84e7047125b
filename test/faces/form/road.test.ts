import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../../src/core/clock.ts';
import { adverts, listings } from '../../../src/db/schema.ts';
import { subjectOf } from '../../../src/screening/listing-subject.ts';
import { sensitiveOf } from '../../../src/screening/screen-source.ts';
import { setSchoolTerms } from '../../../src/screening/schools/school-policies.repository.ts';
import { decideReview } from '../../../src/screening/screening.repository.ts';
import { settleClearances } from '../../../src/publishing/holds/settle-clearances.ts';
import { toListing } from '../../../src/submissions/to-listing.ts';
import { postJob } from '../../../src/tasks/form/accept-submission.ts';
import { tellEmployers } from '../../../src/tasks/form/tell-employers.ts';
import { changeTarget } from '../../../src/targets/targets.repository.ts';
import { healthOf } from '../../../src/operations/reports/health.ts';
import { operatorOfMachine } from '../../../src/faces/cli/operation-command.ts';
import { createCapabilities } from '../../../src/faces/web/create-capabilities.ts';
import { aWeb } from '../web/support/web.ts';
import { servicesOf } from '../../../src/faces/web/web-services.ts';
import type { Answers } from '../../../src/submissions/submission-answers.ts';
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
  await settleClearances(db, { ids: [listing?.id ?? 0] }, form.clock.now());
  for (const { id } of [target, other]) await changeTarget(db, id, { reconciledAt: null });
  await road.publish(target);
  await road.publish(other);
  expect(road.school.calls).toEqual([{ operation: 'processJob', id: `form/${listing?.jobId}` }]);
  expect(await browser.text(page)).toContain('Accepted');
  expect(await tellEmployers(form.accepting)).toBe(1);
  expect(await newestMail(db)).toMatchObject({ kind: 'form accepted' });

  form.clock.advance(24 * DAY);
  expect(await tellEmployers(form.accepting)).toBe(1);
  const ending = await newestMail(db);
  expect(ending).toMatchObject({ kind: 'form expiring' });
  expect(ending.subject).toContain('closes on 20 December 2026');
  expect(await browser.text(page)).toContain('Shown until 20 December 2026');
  const longer = await browser.text(ending.link);
  expect(longer).toContain('until 19 January 2027?');
  expect(longer.match(/<button/g)).toHaveLength(1);
  expect(await browser.text(page)).toContain('Shown until 20 December 2026');
  const pressed = { do: 'extend', from: /name="from"\s+value="([^"]+)"/.exec(longer)?.[1] ?? '' };
  await browser.post(page, pressed);
  expect(await browser.text(page)).toContain('Shown until 19 January 2027');

  await browser.post(page, { do: 'close' });
  form.clock.advance(DAY / 24);
  road.clock.set(form.clock.now());
  await changeTarget(db, target.id, { reconciledAt: null });
  await road.publish(target);
  expect(road.school.jobs.size).toBe(0);
  expect(await browser.text(page)).toContain('Closed.');
});

test('a policy that is switched on leaves a live job its dates, edits and removal; a new job waits, and says so', async () => {
  const form = aForm(db);
  const road = aRoad(db);
  const target = await road.addTarget('northfield');
  const browser = form.browser();
  /** Posts a job, confirms it and approves it for all; gives its manage page. */
  const approved = async (answers: Answers) => {
    await fillIn(browser, answers);
    form.clock.advance(10 * MINUTE);
    await browser.post('/post/check', {});
    const { link } = await newestMail(db);
    const page = (await browser.post(link, {})).headers.get('location')?.replace(/\?.*/, '') ?? '';
    const [row] = await db.select().from(listings).orderBy(desc(listings.id)).limit(1);
    if (row === undefined) throw new Error('the confirmed job is not there');
    const listing = toListing({ jobId: row.jobId, answers, postedAt: '2026-11-20' });
    const seen = sensitiveOf({ listing }, subjectOf(listing, 'form'));
    await decideReview(db, row.id, { kind: 'approve', by: 'dana', at: form.clock.now(), seen });
    await settleClearances(db, { ids: [row.id] }, form.clock.now());
    return page;
  };
  const page = await approved(someAnswers({ schools: ['northfield'] }));
  const compare = async () => {
    await changeTarget(db, target.id, { reconciledAt: null });
    road.school.calls.length = 0;
    road.clock.set(form.clock.now());
    await road.publish(target);
    return road.school.calls.map(({ operation }) => operation);
  };
  expect(await compare()).toEqual(['processJob']);

  await setSchoolTerms(db, target.id, { rules: { unpaid: 'review' }, approvesForms: true });
  form.clock.advance(DAY);
  await browser.post(page, { do: 'extend', from: '2026-12-20' });
  expect(await browser.text(page)).not.toContain('Northfield decides');
  expect(await compare()).toEqual(['processJob']);
  expect(await browser.text(page)).toContain('Shown until 19 January 2027');

  await browser.post(page, { do: 'change' });
  await browser.post('/post/job', { ...someAnswers(), num_openings: '2' });
  await browser.post('/post/check', {});
  expect(await compare()).toEqual(['processJob']);

  const other = await approved(someAnswers({ schools: ['northfield'], job_title: 'Archive assistant' }));
  expect(await compare()).toEqual([]);
  expect(await browser.text(other)).toContain('Northfield decides whether to take it.');
  const acts = createCapabilities(road.context);
  const web = aWeb(db, { deps: { acts, clock: road.clock } });
  const operator = await web.signedIn('operator');
  expect(await operator.text('/plan?target=northfield')).toMatch(/a review waits<[^]*Archive assistant/);
  const health = await healthOf({ ...servicesOf(web.deps), actor: operatorOfMachine });
  expect(health.attention).toMatchObject([{ kind: 'review', title: '1 job waits for review' }]);

  await browser.post(page, { do: 'close' });
  form.clock.advance(DAY / 24);
  expect(await compare()).toEqual(['deleteJob']);
});

test('jobs that an older version did not compare are compared with the next one', async () => {
  const { accepting, clock } = aForm(db);
  const post = (jobId: string) =>
    postJob(accepting, jobId, { draft: someAnswers(), language: 'en', now: clock.now() });
  expect(await post('F000000000001')).toBe(true);
  await db.delete(adverts);
  // Two at once, each with all of them.
  expect(await Promise.all([post('F000000000002'), post('F000000000003')])).toEqual([true, true]);
  const compared = await db
    .select({ jobId: listings.jobId })
    .from(adverts)
    .innerJoin(listings, eq(listings.id, adverts.listingId))
    .where(eq(adverts.judged, true))
    .orderBy(listings.jobId);
  expect(compared.map(({ jobId }) => jobId)).toEqual(['F000000000001', 'F000000000002', 'F000000000003']);
});
