import { describe, expect, test } from 'vitest';
import type { RawListing } from '../../../src/listings/raw-listing.ts';
import { readText } from './reading.ts';

const text = 'Work with us on things that matter to people.';

async function read(document: object, url?: string) {
  const { adapter, found, end } = await readText(JSON.stringify(document), url);
  return { adapter, found, end, rejected: end.rejected.map(({ reason }) => reason) };
}

async function only(document: object, adapter: string, url?: string): Promise<RawListing> {
  const read = await readText(JSON.stringify(document), url);
  expect(read.adapter).toBe(adapter);
  const [listing, ...others] = read.found;
  expect(others).toEqual([]);
  return listing ?? {};
}

describe('other shapes of one format', () => {
  test('Greenhouse: jobs under their departments; the board stands in the address where nothing names it', async () => {
    const job = { id: 5, title: 'Cook', absolute_url: 'https://boards.greenhouse.io/acme/jobs/5' };
    const { adapter, found } = await read({
      departments: [
        { id: 1, name: 'Kitchen', jobs: [job] },
        { id: 2, name: 'None', jobs: [] },
      ],
    });
    expect(adapter).toBe('greenhouse-json');
    expect(found).toMatchObject([{ identifier: '5', title: 'Cook', company: { name: 'acme' } }]);
  });

  test('Greenhouse: a custom field of pay is the salary, its unit the currency', async () => {
    const raw = await only(
      {
        jobs: [
          {
            id: 5,
            internal_job_id: 6,
            title: 'Cook',
            absolute_url: 'https://acme.example/5',
            metadata: [
              { name: 'Salary Range', value: { min_value: '10.0', max_value: '20.0', unit: 'EUR' } },
            ],
          },
        ],
      },
      'greenhouse-json',
    );
    expect(raw.baseSalary).toEqual({ min: '10.0', max: '20.0', currency: 'EUR' });
  });

  test('Lever: postings in groups are postings, and a group of none is none', async () => {
    const { adapter, found, end } = await read([
      { title: 'Kitchen', postings: [posting('a'), posting('b')] },
      { title: 'Sales', postings: [posting('c')] },
    ]);
    expect([adapter, end.items]).toEqual(['lever-json', 3]);
    expect(found.map(({ identifier }) => identifier)).toEqual(['a', 'b', 'c']);
  });

  test('Lever: beside a range the description of the salary is left out', async () => {
    const raw = await only(
      [
        {
          id: 'a',
          text: 'Cook',
          hostedUrl: 'https://jobs.lever.co/acme/a',
          categories: {},
          salaryRange: { min: 10, max: 20, currency: 'EUR', interval: 'per-hour-wage' },
          salaryDescription: '<p>and tips</p>',
        },
      ],
      'lever-json',
    );
    expect(raw.baseSalary).toEqual({ min: '10', max: '20', currency: 'EUR', unit: 'per-hour-wage' });
  });

  test('Ashby and Pinpoint: pay that the employer does not show is not read', async () => {
    const ashby = await only(
      {
        apiVersion: '1',
        jobs: [
          {
            id: 'a',
            title: 'Cook',
            jobUrl: 'https://jobs.ashbyhq.com/acme/a',
            shouldDisplayCompensationOnJobPostings: false,
            compensation: { compensationTierSummary: '€10 – €20' },
          },
        ],
      },
      'ashby-json',
    );
    expect(ashby.baseSalary).toBeUndefined();
    const pinpoint = await only(
      {
        data: [
          {
            id: '1',
            title: 'Cook',
            path: '/en/postings/1',
            compensation: '£10',
            compensation_minimum: 10,
            compensation_visible: false,
          },
        ],
      },
      'pinpoint-json',
      'https://acme.pinpointhq.com/postings.json',
    );
    expect(pinpoint).toEqual({
      identifier: '1',
      title: 'Cook',
      needsDetail: true,
      url: 'https://acme.pinpointhq.com/en/postings/1',
    });
  });

  test('Workable: `state` is a status where places stand apart, internal jobs and hidden places are not shown', async () => {
    const { adapter, found, rejected } = await read({
      results: [
        {
          shortcode: 'A1',
          title: 'Cook',
          state: 'published',
          remote: true,
          location: { country: 'Greece', city: 'Athens', region: 'Attica' },
          locations: [
            { country: 'Greece', city: 'Athens', region: 'Attica', hidden: false },
            { country: 'Greece', city: 'Patras', hidden: true },
          ],
          salary: { salary_from: 1, salary_to: 2, salary_currency: 'eur' },
        },
        { shortcode: 'A2', title: 'Chef', state: 'closed' },
        { shortcode: 'A3', title: 'Host', isInternal: true },
      ],
    });
    expect(adapter).toBe('workable-json');
    expect(found).toEqual([
      {
        identifier: 'A1',
        title: 'Cook',
        url: 'https://apply.workable.com/j/A1',
        workplace: ['remote'],
        jobLocation: [{ city: 'Athens', region: 'Attica', country: 'Greece' }],
        baseSalary: { min: '1', max: '2', currency: 'eur' },
        needsDetail: true,
      },
    ]);
    expect(rejected).toEqual(['state is closed', 'isInternal is true']);
  });

  test('Workable: one job by itself', async () => {
    expect(
      await only(
        { shortcode: 'A1', title: 'Cook', description: text, location: { city: 'Athens' } },
        'workable-json',
      ),
    ).toMatchObject({ identifier: 'A1', description: text, jobLocation: [{ city: 'Athens' }] });
  });

  test('Recruitee: one offer by itself, and texts that only a translation has', async () => {
    const offer = { id: 1, careers_url: 'https://a.recruitee.com/o/1', status: 'published' };
    expect(
      await only({ offer: { ...offer, title: 'Kok', description: text } }, 'recruitee-json'),
    ).toMatchObject({
      identifier: '1',
      title: 'Kok',
    });
    const translated = await only(
      {
        offers: [
          {
            ...offer,
            title: 'Cook',
            description: '',
            city: 'Ghent',
            postal_code: '9000',
            translations: { nl: { title: 'Kok', description: text, requirements: '<p>mes</p>' } },
          },
        ],
      },
      'recruitee-json',
    );
    expect(translated).toMatchObject({
      title: 'Kok',
      description: text,
      sections: [{ heading: 'Requirements', body: '<p>mes</p>' }],
      jobLocation: [{ city: 'Ghent', postalCode: '9000' }],
    });
  });

  test('Breezy: rows without a friendly id, and those of the API, are its own', async () => {
    const row = { name: 'Cook', type: { id: 'fullTime', name: 'Full-Time' }, location: { name: 'Oslo' } };
    const plain = await only(
      [{ ...row, id: 'a1', url: 'https://a.breezy.hr/p/a1', published_date: '2026-01-02' }],
      'breezy-json',
    );
    expect(plain).toMatchObject({ identifier: 'a1', employmentType: ['Full-Time'] });
    const { found, rejected } = await read([
      { ...row, _id: 'a2', creation_date: '2026-01-02', state: 'published', description: text },
      { ...row, _id: 'a3', creation_date: '2026-01-02', state: 'closed' },
    ]);
    expect(found).toMatchObject([{ identifier: 'a2', datePosted: '2026-01-02' }]);
    expect(rejected).toEqual(['state is closed']);
  });

  test('Rippling: the list in pages, and one job by itself with its pay', async () => {
    const list = await read({
      items: [
        {
          id: 'r1',
          name: 'Cook',
          url: 'https://ats.rippling.com/acme/jobs/r1',
          locations: [
            { name: 'NYC', city: 'New York', stateCode: 'NY', country: 'US', workplaceType: 'ON_SITE' },
          ],
        },
      ],
      page: 0,
      totalItems: 3,
      totalPages: 3,
    });
    expect(list.adapter).toBe('rippling-json');
    expect(list.end).toMatchObject({ completeness: 'truncated', statedTotal: 3 });
    expect(list.found).toMatchObject([
      {
        identifier: 'r1',
        workplace: ['ON_SITE'],
        jobLocation: [{ city: 'New York', region: 'NY', country: 'US' }],
      },
    ]);
    const one = await only(
      {
        uuid: 'r1',
        name: 'Cook',
        workLocations: ['New York, NY'],
        description: { role: text },
        employmentType: { label: 'SALARIED_FT', id: 'Salaried, full-time' },
        payRangeDetails: [{ rangeStart: 10, rangeEnd: 20, currency: 'USD', frequency: 'HOURLY' }],
      },
      'rippling-json',
    );
    expect(one).toMatchObject({
      description: text,
      employmentType: ['Salaried, full-time'],
      jobLocation: [{ text: 'New York, NY' }],
      baseSalary: { min: '10', max: '20', currency: 'USD', unit: 'HOURLY' },
    });
  });

  test('Oracle: the details of a requisition by themselves', async () => {
    expect(
      await only({ items: [{ Id: '30', Title: 'Cook', ExternalDescriptionStr: text }] }, 'oracle-orc-json'),
    ).toMatchObject({ identifier: '30', description: text });
  });

  test('Eightfold: a private position is not shown, the day of posting comes before that of creation', async () => {
    const { found, rejected } = await read({
      data: {
        positions: [
          { id: 1, name: 'Cook', atsJobId: '7', postedTs: 1782086400, creationTs: 1780000000 },
          { id: 2, name: 'Chef', atsJobId: '8', isPrivate: true },
        ],
        count: 2,
      },
    });
    expect(found).toMatchObject([{ identifier: '1', datePosted: 1782086400 }]);
    expect(rejected).toEqual(['isPrivate is true']);
  });

  test('BambooHR: the details by themselves take their id from the address', async () => {
    const jobOpening = {
      jobOpeningName: 'Cook',
      jobOpeningShareUrl: 'https://a.bamboohr.com/careers/7',
      description: text,
    };
    expect(await only({ result: { jobOpening } }, 'bamboohr-json')).toMatchObject({ identifier: '7' });
  });

  test('USAJOBS: the words beside an amount are its period, duties and how to apply are sections', async () => {
    const raw = await only(
      {
        SearchResult: {
          SearchResultItems: [
            {
              MatchedObjectId: '1',
              MatchedObjectDescriptor: {
                PositionTitle: 'Cook',
                PositionRemuneration: [
                  {
                    MinimumRange: '10.0',
                    MaximumRange: '20.0',
                    RateIntervalCode: 'PH',
                    Description: 'Per Hour',
                  },
                ],
                UserArea: { Details: { MajorDuties: ['cook', 'clean'], HowToApply: 'write' } },
              },
            },
          ],
        },
      },
      'usajobs-json',
    );
    expect(raw.baseSalary).toEqual({ min: '10.0', max: '20.0', currency: 'USD', unit: 'PH' });
    expect(raw.sections).toEqual([
      { heading: 'Duties', body: 'cook' },
      { body: 'clean' },
      { heading: 'How to apply', body: 'write' },
    ]);
  });

  test('teaching vacancies: a list inside what is called data', async () => {
    const { adapter, found } = await read({
      data: {
        jobs: [{ reference: 'r', jobTitle: 'Teacher', jobAdvert: text, advertUrl: 'https://a.example/1' }],
      },
    });
    expect(adapter).toBe('dfe-ats');
    expect(found).toMatchObject([{ identifier: 'r', title: 'Teacher' }]);
  });

  test('The Muse: `external` is no kind of employment, an internship is', async () => {
    const job = {
      id: 1,
      name: 'Cook',
      contents: text,
      publication_date: '2026-01-01',
      locations: [],
      type: 'external',
    };
    const { found } = await read({
      results: [
        { ...job, levels: [{ name: 'Internship' }] },
        { ...job, id: 2, levels: [{ name: 'Senior Level' }] },
      ],
    });
    expect(found.map(({ employmentType }) => employmentType)).toEqual([['Internship'], undefined]);
  });
});

function posting(id: string) {
  return {
    id,
    text: `Cook ${id}`,
    categories: { team: 'Kitchen' },
    hostedUrl: `https://jobs.lever.co/acme/${id}`,
    descriptionPlain: text,
  };
}
