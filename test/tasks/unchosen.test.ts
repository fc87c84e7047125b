import { expect, test } from 'vitest';
import { decideJob, listReviews } from '../../src/operations/reviews.operations.ts';
import { decideAtSchool, setPolicyRule } from '../../src/operations/school-reviews.operations.ts';
import { countReviews } from '../../src/screening/review-queue.queries.ts';
import { addSubmission, submissionById } from '../../src/submissions/submissions.repository.ts';
import { acceptSubmission } from '../../src/tasks/form/accept-submission.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad } from '../setup/road.ts';
import { someAnswers } from '../submissions/answers-maker.ts';

const db = await testDatabase();

test('a school is asked about a job of the form only while its employer chooses the school', async () => {
  const road = aRoad(db);
  const { clock, perform, school } = road;
  const target = await road.addTarget('northfield');
  await road.addTarget('calloway');
  await perform(setPolicyRule, { name: 'northfield', rule: 'forms', action: 'review' });
  const site = { secret: 'x'.repeat(40), origin: 'https://quadwire.example', timeZone: 'UTC' };
  const begun = { jobId: 'F0123456789AB', draft: someAnswers(), language: 'en', now: clock.now() };
  const id = (await addSubmission(db, begun))?.id ?? 0;
  const choose = async (...schools: string[]) => {
    const one = await submissionById(db, id);
    if (one !== undefined)
      await acceptSubmission({ db, clock, site }, { ...one, draft: someAnswers({ schools }) });
  };
  const asked = async () => {
    const listed = await perform(listReviews, { target: 'northfield' });
    const counted = await countReviews(db, { state: 'waiting', general: false });
    return ['value' in listed && listReviews.output.parse(listed.value).items.length, counted.size];
  };
  const approve = { name: 'northfield', id: '1', decision: 'approve' };
  await choose('northfield', 'calloway');
  await perform(decideJob, { id: '1', decision: 'approve' });
  expect(await asked()).toEqual([1, 1]);
  await choose('calloway');
  expect(await asked()).toEqual([0, 0]);
  expect(await perform(decideAtSchool, approve)).toMatchObject({ kind: 'conflict' });
  await choose('northfield', 'calloway');
  expect(await asked()).toEqual([1, 1]);
  // Two persons at the same moment: one of them decides.
  const both = await Promise.all([1, 2].map(async () => (await perform(decideAtSchool, approve)).kind));
  expect(both.toSorted()).toEqual(['conflict', 'done']);
  await road.publish(target);
  expect(school.calls).toEqual([{ operation: 'processJob', id: 'form/F0123456789AB' }]);
});
