import { describe, expect, test } from 'vitest';
import { payLawsFor } from '../../src/submissions/pay-laws.ts';
import { payWarnings } from '../../src/submissions/rules/place-pay.rules.ts';
import { withWholeAddresses } from '../../src/submissions/submission-answers.ts';
import { problemsOf } from '../../src/submissions/rules/question.ts';
import { firstUnfinished, stepProblems, steps } from '../../src/submissions/steps.ts';
import { someAnswers, someTerms } from './answers-maker.ts';

test('a job takes at most 25 inputs beyond what stands there already', () => {
  const there = [
    'empcountry',
    'num_openings',
    'until',
    'mode',
    'country',
    'city',
    'state',
    'paid',
    'unit',
    'currency',
  ];
  const usual = [...there, 'travel', 'resume_mode', 'show_contact_info'];
  const answers = someAnswers();
  const begun = Object.fromEntries(Object.entries(answers).filter(([name]) => usual.includes(name)));
  const terms = someTerms();
  const asked = steps.flatMap((step) => stepProblems(step, begun, terms)).map(({ id }) => id);
  // Lowest and highest pay are told at one of them, three declarations at one.
  const inputs = asked.length + 1 + 2;
  expect(asked).toEqual(
    expect.arrayContaining(['email', 'empname', 'job_desc', 'min', 'apply_url', 'declare']),
  );
  expect(inputs).toBeLessThanOrEqual(25);
});

type Row = readonly [field: string, overrides: Record<string, string | readonly string[]>, message: string];

const rows: readonly Row[] = [
  ['email', { email: '' }, 'Enter your work e-mail address'],
  [
    'email',
    { email: 'maria.delgado@harborfinch' },
    'Enter an e-mail address in the correct format, like name@example.com',
  ],
  [
    'email',
    { email: 'a@b.example\nBcc: x@y.example' },
    'Enter an e-mail address in the correct format, like name@example.com',
  ],
  ['email', { email: 'x@mailinator.com' }, 'We cannot accept addresses from temporary mail services'],
  [
    'email',
    { email: 'maria@gmial.com' },
    'Check your e-mail address: did you mean maria@gmail.com? If it is right as it is, continue',
  ],
  ['fullname', { fullname: ' ' }, 'Enter your name'],
  ['fullname', { fullname: 'x'.repeat(101) }, 'Name must be 100 characters or fewer'],
  ['position_title', { position_title: 'x'.repeat(101) }, 'Job title must be 100 characters or fewer'],
  [
    'phone',
    { phone: '12' },
    'Enter a telephone number with its country code, like +33 1 42 68 53 00 or +1 617 555 0123',
  ],
  ['empname', { empname: 'LLC' }, 'Enter the employer’s name'],
  ['website', { website: '' }, 'Enter the employer’s website, like https://example.com'],
  ['website', { website: 'http://127.0.0.1/' }, 'Website must be a public address'],
  ['website', { website: 'https://user:pass@acme.example/' }, 'Website must be a public address'],
  ['website', { website: 'javascript:alert(1)' }, 'Enter the employer’s website, like https://example.com'],
  ['no_site_reason', { no_site: 'yes', website: '' }, 'Enter why the employer has no website'],
  ['empcountry', { empcountry: 'XX' }, 'Select a country'],
  ['empcity', { empcity: '' }, 'Enter a town or city'],
  ['empstate', { empstate: 'CA-ON' }, 'Select a state'],
  ['industry', { industry: [] }, 'Select at least one industry'],
  ['industry', { industry: ['Energy', 'Retail', 'Media', 'Research'] }, 'Select 3 or fewer'],
  [
    'description',
    { description: `<p>We do law.</p>${'<p></p>'.repeat(50)}` },
    'Describe the employer in at least 50 characters',
  ],
  ['description', { description: 'We do law.' }, 'Describe the employer in at least 50 characters'],
  ['client', { third: 'yes' }, 'Enter the name of the organization the person will work for'],
  ['job_title', { job_title: 'a' }, 'Enter a job title'],
  ['job_title', { job_title: '<b></b>' }, 'Enter a job title'],
  ['job_title', { job_title: '<script>alert(1)</script>' }, 'Enter a job title'],
  ['job_title', { job_title: '&nbsp;&nbsp;' }, 'Enter a job title'],
  ['job_title', { job_title: '\u00ad\u00ad\u00ad' }, 'Enter a job title'],
  ['job_title', { job_title: 'N/A' }, 'Enter a job title'],
  ['job_title', { job_title: '<b>CASHIER</b>' }, 'Job title must not be written in capital letters'],
  ['job_title', { job_title: 'Cashier $15/hour' }, 'Job title must not include pay or place'],
  ['job_title', { job_title: 'Cashier!!!' }, 'Job title must not include exclamation marks'],
  ['job_title', { job_title: 'CASHIER WANTED' }, 'Job title must not be written in capital letters'],
  ['job_type', { job_type: 'Slave' }, 'Select from the list: “Slave” is not in it any more'],
  ['job_function', { job_function: [] }, 'Select at least one job function'],
  ['job_desc', { job_desc: 'Short.' }, 'Description must be at least 200 characters'],
  ['job_desc', { job_desc: '<p></p>'.repeat(50) }, 'Description must be at least 200 characters'],
  ['job_desc', { job_desc: '&nbsp;'.repeat(50) }, 'Description must be at least 200 characters'],
  ['job_desc', { job_desc: 'x'.repeat(50_001) }, 'Description must be 50,000 characters or fewer'],
  ['num_openings', { num_openings: '1.5' }, 'Number of openings must be a whole number between 1 and 500'],
  ['hours_per_week', { hours_per_week: '81' }, 'Hours each week must be between 1 and 80'],
  ['hours_per_week', { job_type: 'Part-time' }, 'Enter the hours each week'],
  [
    'start-month',
    { 'start-year': '2027', 'start-month': '2', 'start-day': '30' },
    'Start date must be a real date',
  ],
  [
    'start-month',
    { 'start-year': '2026', 'start-month': '11', 'start-day': '19' },
    'Check the start date: it has passed. Enter a later day, or leave it empty for as soon as possible. If it is right as it is, continue',
  ],
  ['duration', { job_type: 'Temporary' }, 'Enter how long the job lasts, like 3 months'],
  ['until', { until: '2027-02-19' }, 'Closing date must be from tomorrow to 90 days from today'],
  ['until', { until: '2026-11-20' }, 'Closing date must be from tomorrow to 90 days from today'],
  ['until', { until: '2026-11-19' }, 'Closing date must be from tomorrow to 90 days from today'],
  ['until', { until: '2026-02-30' }, 'Closing date must be a real date'],
  ['city', { city: '' }, 'Add at least one place, or select remote'],
  ['state', { state: '' }, 'Select a state'],
  ['min', { min: '' }, 'Enter the pay as a number; the lowest, if it is a range'],
  ['max', { max: 'much' }, 'Highest pay must be a number, or empty for one rate'],
  ['max', { max: '20' }, 'Highest pay must be the same as or more than lowest pay'],
  ['benefits', { state: 'US-CO', benefits: '' }, 'Describe the benefits for this job'],
  [
    'uncovered_why',
    { paid: 'uncovered' },
    'Pay range may be needed for jobs in Massachusetts (Frances Perkins Workplace Equity Act)',
  ],
  ['uncovered_why', { paid: 'uncovered', state: 'US-TX' }, 'Select why no pay range is shown'],
  [
    'headcount',
    { paid: 'uncovered', uncovered_why: 'small', headcount: '40' },
    'Pay range may be needed: Frances Perkins Workplace Equity Act (Massachusetts) counts employers of 25 or more',
  ],
  [
    'headcount',
    { paid: 'uncovered', uncovered_why: 'small' },
    'Enter how many people the employer has, as a whole number',
  ],
  ['uncovered_reason', { paid: 'uncovered', uncovered_why: 'other' }, 'Enter why no pay range is shown'],
  ['travel', { travel: '33' }, 'Select how much travel'],
  ['work_authorization', { work_authorization: [] }, 'Select at least one work authorization'],
  ['degree_level', { degree_level: ['Wizard'] }, 'Select from the list: “Wizard” is not in it any more'],
  ['resume_mode', { resume_mode: '' }, 'Select how people apply'],
  ['apply_url', { apply_url: 'http://harborfinch.example' }, 'Enter a web address that starts with https://'],
  [
    'apply_url',
    { apply_url: 'https://intranet.local/x' },
    'Web address for applications must be a public address',
  ],
  ['resume_email', { resume_mode: 'email' }, 'Enter the e-mail address for applications'],
  ['req_id', { req_id: 'A/1' }, 'Reference must only include letters, numbers, dashes and underscores'],
  ['schools', { schools: [] }, 'Select at least one school'],
  [
    'schools',
    { schools: ['elsewhere'] },
    'Select schools from the list: Elsewhere takes no jobs from here any more',
  ],
  ['declare', { declare: ['real', 'equal'] }, 'Confirm that applicants pay nothing, now or later'],
];

describe('the rules of the form', () => {
  test('finished answers stand on every page', () => {
    expect(firstUnfinished(someAnswers(), someTerms())).toBeUndefined();
  });

  test.each(rows)('%s of %j: %s', (field, overrides, message) => {
    const problems = steps.flatMap(({ questions }) =>
      problemsOf(questions, someAnswers(overrides), someTerms()),
    );
    expect(problems).toContainEqual({ id: field, message });
  });

  test.each(['01 42 68 53 00', '020 7946 0123', '+52 55 5658 1111'])(
    'the telephone number %s is taken',
    (phone) => {
      expect(firstUnfinished(someAnswers({ phone }), someTerms())).toBeUndefined();
    },
  );

  test.each(['RN', 'CNA', 'HVAC Tech', 'SQL DBA', 'NVIDIA Engineer'])(
    'the title %s is taken',
    (job_title) => {
      expect(firstUnfinished(someAnswers({ job_title }), someTerms())).toBeUndefined();
    },
  );

  test('a web address that was typed without its beginning is completed, and nothing else', () => {
    const typed = {
      website: ['example.com'],
      apply_url: [' jobs.example.com/apply?id=1 '],
      empname: ['acme.com'],
    };
    expect(withWholeAddresses(typed)).toEqual({
      website: ['https://example.com'],
      apply_url: ['https://jobs.example.com/apply?id=1'],
      empname: ['acme.com'],
    });
    for (const kept of ['', 'http://a.example', 'javascript:alert(1)', 'not an address', 'a@b.example'])
      expect(withWholeAddresses({ website: [kept] })).toEqual({ website: [kept] });
  });

  test('a mail domain that nobody means is taken when it is meant', () => {
    const meant = someAnswers({ email: 'm@gmial.com', email_meant: 'm@gmial.com' });
    expect(firstUnfinished(meant, someTerms())).toBeUndefined();
  });

  test('a remote job needs a country and no place', () => {
    const remote = someAnswers({ mode: 'remote', city: '', remote_country: 'US' });
    expect(firstUnfinished(remote, someTerms())).toBeUndefined();
  });

  test('odd pay is said and does not stop', () => {
    const odd = someAnswers({ min: '5', max: '20' });
    expect(payWarnings(odd, someTerms())).toHaveLength(2);
    expect(firstUnfinished(odd, someTerms())).toBeUndefined();
  });
});

describe('what a chosen school asks', () => {
  const strict = {
    name: 'northfield',
    title: 'Northfield State University',
    longestDays: 20,
    required: ['job.duration', 'employer.website', 'job_type'],
  };
  const terms = someTerms({ schools: [strict, { name: 'calloway', title: 'Calloway' }] });

  test('a school’s rule appears at the fields that fix it, in the school’s name', () => {
    const problems = steps.flatMap((step) =>
      stepProblems(step, someAnswers({ no_site: 'yes', no_site_reason: 'New', duration: '' }), terms),
    );
    expect(problems).toEqual([
      { id: 'website', message: 'Enter the employer’s website: Northfield State University asks for it' },
      {
        id: 'duration',
        message: 'Enter how long the job lasts: Northfield State University asks for it',
      },
      {
        id: 'until',
        message:
          'Closing date must be within 20 days of today: Northfield State University shows no job longer',
      },
    ]);
  });

  test('a school’s question is asked only for that school', () => {
    expect(firstUnfinished(someAnswers({ schools: ['calloway'] }), terms)).toBeUndefined();
  });

  test('a school that takes no jobs for a while cannot be chosen', () => {
    const closed = someTerms({
      schools: [{ name: 'northfield', title: 'Northfield', closedUntil: '2027-01-04' }],
    });
    expect(firstUnfinished(someAnswers(), closed)?.name).toBe('schools');
    expect(firstUnfinished(someAnswers(), { ...closed, today: '2027-01-04' })?.name).not.toBe('schools');
  });
});

const named = (remoteIn: string) => payLawsFor([], { day: '2026-11-20', remoteIn }).map(({ place }) => place);

describe('laws on pay ranges', () => {
  test('a law counts from its first day', () => {
    const columbus = [{ state: 'US-OH', city: 'columbus' }];
    expect(payLawsFor(columbus, { day: '2026-12-31' })).toEqual([]);
    expect(payLawsFor(columbus, { day: '2027-01-01' })).toMatchObject([{ name: 'Columbus, Ohio' }]);
  });

  test('a law of a city does not reach the rest of its state', () => {
    expect(payLawsFor([{ state: 'US-OH', city: 'Toledo' }], { day: '2027-06-01' })).toEqual([]);
  });

  test('a remote American job is treated as covered everywhere; a remote one elsewhere by laws that say so', () => {
    expect(named('US')).toEqual(
      expect.arrayContaining([
        'US-CO',
        'US-CA',
        'US-WA',
        'US-NY',
        'US-HI',
        'US-DC',
        'US-MD',
        'US-IL',
        'US-MN',
      ]),
    );
    expect(named('US')).not.toContain('US-OH');
    expect(named('CA')).toEqual([]);
  });

  test.each([
    ['US-HI', '2023-12-31', '2024-01-01', 50],
    ['US-NJ', '2025-05-31', '2025-06-01', 10],
    ['US-VT', '2025-06-30', '2025-07-01', 5],
    ['US-MA', '2025-10-28', '2025-10-29', 25],
    ['US-DE', '2027-09-25', '2027-09-26', 26],
    ['CA-ON', '2025-12-31', '2026-01-01', 25],
  ])('%s: not on %s, from %s, for %i people or more', (state, before, from, employees) => {
    const places = [{ state, city: 'Somewhere' }];
    expect(payLawsFor(places, { day: before })).toEqual([]);
    expect(payLawsFor(places, { day: from })).toMatchObject([{ employees, checked: expect.any(String) }]);
  });
});
