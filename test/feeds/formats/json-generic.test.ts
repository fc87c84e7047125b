import { describe, expect, test } from 'vitest';
import { adapterNamed } from '../../../src/feeds/registry.ts';
import { readingOf } from '../reading-of.ts';
import { readText } from './reading.ts';

const job = { id: 1, title: 'Cook', company: 'Acme', location: 'Oslo, Norway', url: '/jobs/1' };
const other = { ...job, id: 2, title: 'Waiter', url: '/jobs/2' };
const address = 'https://acme.example/api/jobs';

describe('jobs are found wherever a list of them stands', () => {
  test.each([
    ['under jobs', { jobs: [job, other] }],
    ['under data', { data: [job, other], meta: { total: 2 } }],
    ['under results, with no next page', { count: 2, next: null, results: [job, other] }],
    ['in a list by itself', [job, other]],
    ['in a container in a container', { status: 'ok', response: { vacancies: { items: [job, other] } } }],
    ['in a list in a list', [[job, other]]],
    [
      'in wrappers of JSON:API',
      { data: [job, other].map(({ id, ...attributes }) => ({ type: 'jobs', id: String(id), attributes })) },
    ],
    ['in edges and nodes', { data: { jobs: { edges: [{ node: job }, { node: other }] } } }],
    [
      'in hits and sources',
      {
        hits: {
          total: { value: 2 },
          hits: [
            { _id: '1', _source: job },
            { _id: '2', _source: other },
          ],
        },
      },
    ],
    [
      'beside lists of other things',
      {
        locations: [{ name: 'Oslo', country: 'NO' }],
        jobs: [job, other],
        filters: [{ name: 'City', count: 3 }],
      },
    ],
    [
      'as members of an object, by their ids',
      { jobs: { 1: { ...job, id: undefined }, 2: { ...other, id: undefined } } },
    ],
  ])('%s', async (_where, document) => {
    const { adapter, found, end } = await readText(JSON.stringify(document), address);
    expect([adapter, end.completeness]).toEqual(['json-generic', 'complete']);
    expect(found).toEqual([
      {
        identifier: '1',
        title: 'Cook',
        company: { name: 'Acme' },
        jobLocation: [{ text: 'Oslo, Norway' }],
        url: 'https://acme.example/jobs/1',
      },
      expect.objectContaining({ identifier: '2', title: 'Waiter' }),
    ]);
  });

  test('in groups, whose names go to their jobs', async () => {
    const { company: _, ...bare } = job;
    const { found } = await readText(
      JSON.stringify({
        companies: [
          { name: 'Acme', website: 'https://acme.example', jobs: [bare, { ...bare, id: 2 }] },
          { name: 'Beta', jobs: [{ ...bare, id: 3 }] },
          { name: 'None', jobs: [] },
        ],
      }),
    );
    expect(found.map(({ identifier, company }) => [identifier, company?.name])).toEqual([
      ['1', 'Acme'],
      ['2', 'Acme'],
      ['3', 'Beta'],
    ]);
    const departments = await readText(
      JSON.stringify([
        {
          department: 'Kitchen',
          openings: [{ position: 'Cook', city: 'Reno', link: 'https://a.example/k', type: 'Full-time' }],
        },
      ]),
    );
    expect(departments.found).toMatchObject([{ title: 'Cook', occupationalCategory: ['Kitchen'] }]);
  });

  test('one job by itself, whose id keeps every digit', async () => {
    const { found } = await readText(
      `{"job":{"id":9007199254740993123,"title":"Cook","company":"Acme","location":"Oslo","description":"Cook for us"}}`,
    );
    expect(found).toMatchObject([{ identifier: '9007199254740993123', title: 'Cook' }]);
  });

  test('lists of other things are not taken for jobs', async () => {
    for (const document of [
      [{ id: 1, title: 'An article', url: 'https://n.example/1', body: 'news', user: { login: 'x' } }],
      [{ id: 1, name: 'a program', url: 'https://n.example/1', description: 'code', language: 'C' }],
      { products: [{ id: 1, name: 'Shoe', category: 'Shoes', description: 'red' }] },
    ])
      expect((await readText(JSON.stringify(document))).adapter).toBe('none');
  });
});

describe('what such rows say', () => {
  test('WordPress: rendered texts, members of meta, no numbers of terms', async () => {
    const { found } = await readText(
      JSON.stringify([
        {
          id: 812,
          date: '2026-11-03T10:00:00',
          type: 'job_listing',
          link: 'https://acme.example/job/cook/',
          title: { rendered: 'Cook &#038; Waiter' },
          content: { rendered: '<p>We cook.</p>', protected: false },
          'job-types': [12],
          meta: {
            _job_location: 'Bergen',
            _company_name: 'Acme AS',
            _company_website: 'https://acme.example',
            _filled: 0,
            _job_expires: '2026-12-03',
            _remote_position: 1,
            _job_salary: '450000',
            _job_salary_currency: 'NOK',
            _job_salary_unit: 'YEAR',
          },
        },
        {
          id: 813,
          title: { rendered: 'Chef' },
          link: 'https://acme.example/job/chef/',
          meta: { _filled: 1, _company_name: 'Acme AS' },
        },
      ]),
    );
    expect(found).toEqual([
      {
        identifier: '812',
        title: 'Cook &#038; Waiter',
        description: '<p>We cook.</p>',
        url: 'https://acme.example/job/cook/',
        datePosted: '2026-11-03T10:00:00',
        validThrough: '2026-12-03',
        company: { name: 'Acme AS', url: 'https://acme.example' },
        jobLocation: [{ text: 'Bergen' }],
        workplace: ['remote'],
        baseSalary: { text: '450000', currency: 'NOK', unit: 'YEAR' },
      },
    ]);
  });

  test('objects for pay, place, employer, ways to apply; lists of words and of sentences', async () => {
    const { found } = await readText(
      JSON.stringify({
        Jobs: [
          {
            JobID: '55',
            Title: 'Clerk',
            FullDescription: '<p>Full text of it</p>',
            Location: [
              { City: 'Ames', State: 'IA', Remote: true },
              { City: 'Boone', State: 'IA' },
            ],
            Employer: { Name: 'City of Ames', Division: 'Parks' },
            Dates: { Posted: '2026-11-02', Closing: '2026-12-01' },
            Salary: { amount: { min: 15, max: 18 }, currency: 'USD', period: 'hour' },
            EmploymentTypes: ['FULL_TIME', 'PART_TIME'],
            Skills: ['Filing', 'Typing'],
            Requirements: ['You have finished high school and like people.', 'You can type.'],
            Apply: { url: 'https://x.example/55', email: 'hr@x.example' },
            Openings: 2,
            HoursPerWeek: 40,
          },
          { JobID: '56', Title: 'Gone', Status: 'Closed', Apply: { url: 'https://x.example/56' } },
        ],
      }),
    );
    expect(found).toEqual([
      {
        identifier: '55',
        title: 'Clerk',
        description: '<p>Full text of it</p>',
        applyUrl: 'https://x.example/55',
        datePosted: '2026-11-02',
        validThrough: '2026-12-01',
        employmentType: ['FULL_TIME', 'PART_TIME'],
        company: { name: 'City of Ames', division: 'Parks' },
        jobLocation: [
          { city: 'Ames', region: 'IA' },
          { city: 'Boone', region: 'IA' },
        ],
        workplace: ['remote'],
        baseSalary: { min: '15', max: '18', currency: 'USD', unit: 'hour' },
        skills: 'Filing, Typing',
        qualifications: 'You have finished high school and like people.\nYou can type.',
        contact: { email: 'hr@x.example' },
        totalJobOpenings: '2',
        workHours: '40',
      },
    ]);
  });
});

test.each([
  ['/jobs/4', 'https://acme.example/jobs/4'],
  ['?job=4', 'https://acme.example/api/jobs?job=4'],
  ['./jobs/4', 'https://acme.example/api/jobs/4'],
  ['apply.php?job=4', 'https://acme.example/api/apply.php?job=4'],
  ['www.site.example/jobs/4', 'www.site.example/jobs/4'],
  ['careers@site.example', 'careers@site.example'],
  ['N/A', 'N/A'],
  ['See website', undefined],
  ['Website', 'Website'],
  ['Call 208-555-0100', undefined],
  ['208-555-0100', '208-555-0100'],
  ['#', '#'],
])('only a path leads on from the address of the feed: %s', async (written, link) => {
  const { found } = await readText(JSON.stringify([{ ...job, apply_url: written }, other]), address);
  expect(found[0]?.applyUrl).toBe(link);
});

const words = 'E-mail your résumé to a@x.example by Friday.';
test.each([
  [{ apply_email: 'a@x.example' }, 'mailto:a@x.example', undefined],
  [{ application_email: 'a@x.example' }, 'mailto:a@x.example', undefined],
  [{ apply: { email: 'a@x.example' } }, 'mailto:a@x.example', undefined],
  [{ application: { url: 'https://x.example/4', email: 'a@x.example' } }, 'https://x.example/4', undefined],
  [{ howToApply: 'https://x.example/4' }, 'https://x.example/4', undefined],
  [{ how_to_apply: words }, 'mailto:a@x.example', words],
  [{ how_to_apply: words, apply_url: 'https://x.example/4' }, 'https://x.example/4', words],
  [
    { how_to_apply: 'Write to a@x.example or b@x.example.' },
    undefined,
    'Write to a@x.example or b@x.example.',
  ],
  [{ application_instructions: 'Call 208-555-0100' }, undefined, 'Call 208-555-0100'],
  [
    { apply_url: 'Apply in person', application_link: 'https://x.example/4' },
    'https://x.example/4',
    'Apply in person',
  ],
  [{ apply_email: 'a@x.example', url: 'https://x.example/4' }, undefined, undefined],
])('every way to apply is kept: %j', async (said, link, text) => {
  const { url: _, ...bare } = job;
  const { found } = await readText(JSON.stringify([{ ...bare, ...said }, other]));
  expect([found[0]?.applyUrl, found[0]?.howToApply]).toEqual([link, text]);
});

const over = [
  { deleted: true },
  { is_deleted: 1 },
  { closed: true },
  { archived: true },
  { expired: true },
  { draft: 'true' },
  { enabled: false },
  { is_open: false },
  { accepting_applications: false },
  { isInternal: true },
  { internal_only: 'Yes' },
  { position_filled: 'Yes' },
  { job_status: 'Closed' },
  { posting_status: 'Closed' },
  { state: 'closed' },
  { status: 'geschlossen' },
  { status: 'besetzt' },
  { status: 'pourvu' },
  { status: 'cerrado' },
  { status: 'Pending Approval' },
  { status: 'Position filled' },
  { visibility: 'internal' },
  { title: '[CLOSED] Cook' },
  { title: '*** FILLED *** Cook' },
  { title: 'FILLED: Librarian' },
  { title: 'CANCELLED - Cook' },
  { title: 'Cook (position filled)' },
  { title: 'Cook - No longer accepting applications' },
  { title: 'Koch (besetzt)' },
  { description: '<p>This position is closed.</p> We are no longer accepting applications' },
  { description: '<b>Note:</b> This job has expired' },
  { description: 'We are no longer accepting applications for this position.' },
];
const open = [
  { deleted: false },
  { closed: 'Sundays' },
  { archived: null },
  { enabled: true },
  { is_open: 'yes' },
  { accepting_applications: 'By mail' },
  { isInternal: false },
  { job_status: 'Full-time' },
  { posting_status: 'Open' },
  { state: 'Colorado' },
  { status: 'besetzt ab Mai' },
  { visibility: 'public' },
  { title: 'Closed Captioning Editor' },
  { title: 'Closed-Loop Engineer' },
  { title: 'Editor (Closed Captioning)' },
  { title: 'Filler - Closed Shop' },
  { title: 'Order Filled Clerk' },
  { title: 'Archived Records Clerk - Expired Goods' },
  { description: 'This position is closed on Sundays.' },
  { description: 'This job is filled with joy. You cook.' },
  { description: 'You cook. Past rounds of this job have closed: this job has expired before.' },
];

test.each(over)('a row that its source says is over is not listed: %j', async (said) => {
  const { found, end } = await readText(JSON.stringify([{ ...job, ...said }, other]), address);
  expect([found.length, end.rejected]).toEqual([1, [expect.objectContaining({ inactive: true })]]);
});

test.each(open)('a row that is open stays: %j', async (said) => {
  const { found } = await readText(JSON.stringify([{ ...job, ...said }, other]), address);
  expect(found).toHaveLength(2);
});

test.each([
  [{ closed_at: '2026-11-01', expires_at: '2026-12-31' }, '2026-11-01'],
  [{ deleted_at: '2026-11-02', closed_at: '2026-12-31' }, '2026-11-02'],
  [{ filled_at: '2026-11-03' }, '2026-11-03'],
  [{ archived_at: null, expires_at: '2026-12-31' }, '2026-12-31'],
  [{ deleted_at: 0, expires_at: '2026-12-31' }, '2026-12-31'],
])('the day on which a job was closed is its last: %j', async (said, day) => {
  const { found } = await readText(JSON.stringify([{ ...job, ...said }, other]), address);
  expect(found[0]?.validThrough).toBe(day);
});

test.each(['[object Object]', 'undefined', 'true'])('%s is no employer: the next name is', async (agency) => {
  const { found } = await readText(
    JSON.stringify([{ ...job, company: undefined, agency, client: 'Acme' }, other]),
  );
  expect(found[0]?.company).toEqual({ name: 'Acme' });
});

describe('a list that may go on is not the whole', () => {
  test.each([
    ['a total above the rows', { jobs: [job], total: 5 }, /1 of 5/],
    ['a next page', { jobs: [job], links: { next: '/api/jobs?page=2' } }, /a page of a larger set/],
    ['a cursor', { jobs: [job], next_cursor: 'abc' }, /there is more: next_cursor/],
    ['a flag', { jobs: [job], pagination: { hasMore: true } }, /there is more: pagination.hasMore/],
    ['a number of pages', { jobs: [job], page: 1, total_pages: 3 }, /a page of 3/],
  ])('%s', async (_what, document, reason) => {
    const { end } = await readText(JSON.stringify(document), address);
    expect(end).toMatchObject({ completeness: 'truncated', reason: expect.stringMatching(reason) });
  });

  test('an empty list is a feed with none, wherever it stands; what is no list of jobs is not', async () => {
    const adapter = adapterNamed('json-generic') ?? 'auto';
    for (const document of ['[]', '{"vacancies":[]}', '{"data":{"jobs":[]}}', '{"results":[],"count":0}'])
      expect((await readingOf(document, { adapter })).end).toMatchObject({
        completeness: 'complete',
        items: 0,
      });
    for (const document of ['{}', '{"message":"Unauthorized"}', '{"data":null}'])
      expect((await readingOf(document, { adapter })).end.completeness).toBe('failed');
  });
});
