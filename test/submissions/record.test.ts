import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { screenings } from '../../src/db/schema.ts';
import { recordOf } from '../../src/submissions/record.queries.ts';
import {
  addSubmission,
  changeSubmission,
  formSource,
  submissionOfJob,
} from '../../src/submissions/submissions.repository.ts';
import { putListing } from '../../src/listings/listing-writes.repository.ts';
import { toListing } from '../../src/submissions/to-listing.ts';
import { testDatabase } from '../setup/database.ts';
import { someAnswers } from './answers-maker.ts';

const db = await testDatabase();
const now = new Date('2026-11-20T15:42:00Z');
const email = 'maria@harborfinch.example';
const ask = (ownDomain = 'harborfinch.example') => recordOf(db, { email, ownDomain }, now);

/** A confirmed job of an address, so long ago, with what came of it. */
async function aPost(jobId: string, ago: number, state: 'approved' | 'open' | 'rejected', from = email) {
  const at = new Date(now.getTime() - ago);
  const { id: sourceId } = await formSource(db, at);
  await addSubmission(db, { jobId, draft: {}, language: 'en', now: at });
  const listing = toListing({ jobId, answers: someAnswers(), postedAt: '2026-11-20' });
  const listingId = await putListing(db, { sourceId, listing, now: at });
  const { id } = (await submissionOfJob(db, jobId)) ?? { id: 0 };
  await changeSubmission(db, id, { state: 'confirmed', email: from, confirmedAt: at, listingId });
  await db.insert(screenings).values({
    listingId,
    fingerprint: jobId,
    score: 0,
    band: 'clear',
    forced: false,
    signals: [],
    state,
    screenedAt: at,
  });
}

test('posts of an hour are counted by address, those of a day by the employer’s own domain', async () => {
  for (const [at, ago] of [5, 20, 50, 70].entries()) await aPost(`A${at}`, ago * MINUTE, 'open');
  await aPost('B1', 3 * HOUR, 'open', 'jo@harborfinch.example');
  await aPost('C1', 3 * HOUR, 'open', 'jo@elsewhere.example');
  expect(await ask()).toMatchObject({ postsLastHourOfMail: 3, postsTodayOfDomain: 5, approvedPosts: 0 });
  expect(await ask('nobody.example')).toMatchObject({ postsTodayOfDomain: 0 });
});

test('a good record is so many approved posts over months, and no refusal', async () => {
  for (const [at, days] of [400, 300, 200, 100, 10].entries()) await aPost(`D${at}`, days * DAY, 'approved');
  expect(await ask()).toMatchObject({ approvedPosts: 5, monthsSinceFirstApproved: 13, everFlagged: false });
  await aPost('E1', 50 * DAY, 'rejected');
  expect(await ask()).toMatchObject({ everFlagged: true });
});

test('a first post has no record', async () => {
  expect(await ask()).toEqual({
    postsLastHourOfMail: 0,
    postsTodayOfDomain: 0,
    approvedPosts: 0,
    monthsSinceFirstApproved: 0,
    everFlagged: false,
  });
});
