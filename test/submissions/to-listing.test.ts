import { expect, test } from 'vitest';
import { toListing } from '../../src/submissions/to-listing.ts';
import { parts } from '../../src/faces/form/pages/check.step.ts';
import { firstUnfinished } from '../../src/submissions/steps.ts';
import { textsIn } from '../../src/submissions/words/form-texts.ts';
import { someAnswers, someTerms } from './answers-maker.ts';

const listingOf = (overrides: Parameters<typeof someAnswers>[0] = {}) =>
  toListing({ jobId: 'F1', answers: someAnswers(overrides), postedAt: '2026-11-20' });

test('a finished form makes a whole listing, with labels as they were chosen', () => {
  const { job, employer, expiryInstant, chosenTargets, places } = listingOf();
  expect(job).toMatchObject({
    job_id: 'F1',
    job_title: 'Paralegal Assistant',
    start_date: '2026-11-20',
    num_openings: 1,
    job_type: [{ stringvalue: 'Full-time' }],
    degree_level: [{ stringvalue: "Bachelor's" }, { stringvalue: "Master's" }],
    travel_perc: '0',
    show_contact_info: false,
  });
  expect(job.salary).toMatch(/24.*29\.50/);
  expect(job.job_desc).toContain('<a href="https://harborfinch.example/careers/118">');
  expect(job.job_desc).toContain('<h3>Benefits</h3>');
  expect(employer).toMatchObject({
    empname: 'Harbor & Finch LLP',
    fullname: 'Maria Delgado',
    fname: 'Maria',
    lname: 'Delgado',
    email: 'maria.delgado@harborfinch.example',
    empstate: 'Massachusetts',
    industry: [{ stringvalue: 'Legal Services' }],
  });
  expect(places).toEqual([{ city: 'Boston', subdivision: 'US-MA', country: 'US' }]);
  expect(expiryInstant).toBe('2026-12-21T05:00:00Z');
  expect(chosenTargets).toEqual(['northfield']);
});

test.each([
  ['5,0', '20.5', 5, 21],
  ['2,00', '37,5', 2, 38],
  ['$5', '40', 5, 40],
  ['£12', '20 ', 12, 20],
])(
  'openings of %j and %j hours pass, are shown and are sent as %i and %i',
  (open, hours, openings, weekly) => {
    const answers = someAnswers({ num_openings: open, hours_per_week: hours });
    expect(firstUnfinished(answers, someTerms())).toBeUndefined();
    expect(listingOf({ num_openings: open, hours_per_week: hours }).job).toMatchObject({
      num_openings: openings,
      hours_per_week: weekly,
    });
    const items = parts(answers, textsIn('en'), String).flatMap((part) => part.items);
    expect(items).toContainEqual({ step: 'job', term: 'Openings', value: String(openings) });
    expect(items).toContainEqual({ step: 'job', term: 'Hours each week', value: String(weekly) });
  },
);

test('notes on the documents and who to ask are sent as written; hiding the name only when it was asked', () => {
  const { job } = listingOf({
    additional_documents_notes: 'A sample of two pages.',
    show_contact_info: 'yes',
    position_title: 'Office manager',
    hide_name: 'yes',
  });
  expect(job).toMatchObject({
    additional_documents: ['Résumé'],
    additional_documents_notes: 'A sample of two pages.',
    contact_blurb: 'Maria Delgado, Office manager',
    blind_flag: true,
  });
  const plain = listingOf({ hide_name: 'no' }).job;
  expect(
    ['blind_flag', 'contact_blurb', 'additional_documents_notes'].filter((name) => name in plain),
  ).toEqual([]);
});

test('markup in plain text stays text', () => {
  const { job } = listingOf({
    job_desc: 'We read <script>alert(1)</script> and write. '.repeat(6),
    benefits: '"><img src=x onerror=alert(1)>',
  });
  expect(job.job_desc).not.toMatch(/<script|<img/);
});

test('an unpaid job says so, and one by commission too', () => {
  expect(listingOf({ paid: 'unpaid' }).job.salary).toBe('Unpaid');
  expect(listingOf({ paid: 'commission' }).job.salary).toBe('Commission only');
});

test('a recruiter’s client, and the states of a remote job, stand in the description', () => {
  const { job, workplace } = listingOf({
    third: 'yes',
    client: 'Acme Shipping',
    mode: 'remote',
    remote_country: 'US',
    remote_states: 'Ohio and Maine',
  });
  expect(workplace).toBe('remote');
  expect(job.job_desc).toContain('<h3>The job is at</h3><p>Acme Shipping</p>');
  expect(job.job_desc).toContain('Ohio and Maine');
});

test('applications by mail go where they were asked to', () => {
  const { job } = listingOf({ resume_mode: 'email', resume_email: 'jobs@harborfinch.example' });
  expect(job).toMatchObject({ resume_email: 'jobs@harborfinch.example' });
});

test('people who apply by mail get one link to write to', () => {
  const { job, applyUrl } = listingOf({ resume_mode: 'email', resume_email: 'jobs@harborfinch.example' });
  expect(applyUrl).toBe('mailto:jobs@harborfinch.example');
  expect(job.job_desc).toContain('<a href="mailto:jobs@harborfinch.example">jobs@harborfinch.example</a>');
});
