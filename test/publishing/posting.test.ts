import { expect, test } from 'vitest';
import { type PostingTerms, toPosting } from '../../src/publishing/posting.ts';
import { toListing } from '../../src/submissions/to-listing.ts';
import { someAnswers } from '../submissions/answers-maker.ts';

const terms: PostingTerms = {
  picklists: new Map(),
  aliases: new Map(),
  required: [],
  omitted: [],
  description: 'html',
  maxDescription: 0,
  closingLine: true,
  stateForm: 'label',
  countryForm: 'label',
  dateForm: 'YYYY-MM-DD',
  maxTitle: 0,
  defaults: {},
};
const listing = toListing({
  jobId: 'F1',
  answers: someAnswers({ hide_name: 'yes' }),
  postedAt: '2026-11-20',
});

test('a job whose employer’s name is to be hidden waits at a target that would show it', () => {
  expect(toPosting(listing, terms, { jobId: 'F1' })).toMatchObject({
    kind: 'waiting',
    reason: expect.stringContaining('hidden'),
  });
  const made = toPosting(listing, { ...terms, hidesNames: true }, { jobId: 'F1' });
  expect(made.kind === 'posting' && made.posting.job.blind_flag).toBe(true);
});
