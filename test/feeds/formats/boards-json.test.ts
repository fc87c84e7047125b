import { describe, expect, test } from 'vitest';
import { readText } from './reading.ts';

describe('boards', () => {
  test('JSON Feed: members of a plugin beside a JobPosting are read by their names', async () => {
    const { found } = await readText(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Acme Careers',
        items: [
          {
            id: '2',
            title: 'Porter',
            content_html: '<p>Carry bags.</p>',
            _jobposting: { employment_type: 'Part-time', city: 'Lund', country: 'Sweden', company: 'Acme' },
          },
        ],
      }),
    );
    expect(found).toMatchObject([
      {
        employmentType: ['Part-time'],
        jobLocation: [{ city: 'Lund', country: 'Sweden' }],
        company: { name: 'Acme' },
      },
    ]);
  });

  test('Engagement Jeunes: the employer as a name or as an object', async () => {
    const row = { title: 'Stage', contrat: 'Stage', creation_date: '2026-10-01', location_ville: 'Lyon' };
    const { found } = await readText(
      JSON.stringify([
        { ...row, id: '1', societe: 'Groupe Un' },
        { ...row, id: '2', societe: { nom: 'Groupe Deux' } },
      ]),
    );
    expect(found.map(({ company }) => company?.name)).toEqual(['Groupe Un', 'Groupe Deux']);
  });

  test('Remote OK: the legal notice is no row', async () => {
    const { adapter, found, end } = await readText(
      JSON.stringify([
        { last_updated: 1, legal: 'terms' },
        {
          id: '11',
          position: 'Cook',
          company: 'Acme',
          date: '2026-08-02',
          location: '',
          salary_min: 0,
          tags: ['food'],
          url: 'u',
        },
      ]),
    );
    expect(adapter).toBe('remoteok-json');
    expect(end.items).toBe(1);
    expect(found).toMatchObject([
      {
        identifier: '11',
        title: 'Cook',
        company: { name: 'Acme' },
        workplace: ['remote'],
        sections: [{ heading: 'Tags', body: 'food' }],
      },
    ]);
  });

  test.each([
    [
      'remotive-json',
      {
        '0-legal-notice': 't',
        jobs: [
          {
            id: 1,
            title: 'Cook',
            company_name: 'Acme',
            publication_date: '2026-07-28T14:23:05',
            candidate_required_location: 'Europe',
            job_type: 'full_time',
          },
        ],
      },
      { identifier: '1', applicantLocationRequirements: ['Europe'], datePosted: '2026-07-28T14:23:05' },
    ],
    [
      'arbeitnow-json',
      {
        data: [
          {
            slug: 's',
            title: 'Cook',
            company_name: 'Acme',
            remote: true,
            job_types: ['full time'],
            location: 'Ulm',
            created_at: 1781589630,
          },
        ],
        links: { next: null },
      },
      { identifier: 's', datePosted: 1781589630, workplace: ['remote'], jobLocation: [{ text: 'Ulm' }] },
    ],
    [
      'jobicy-json',
      {
        jobs: [
          {
            id: 5,
            jobTitle: 'R&amp;D',
            companyName: 'Acme',
            jobGeo: 'USA',
            jobType: ['Full-Time'],
            pubDate: '2026-08-03',
            salaryMin: 1,
            salaryCurrency: 'USD',
          },
        ],
      },
      {
        identifier: '5',
        title: 'R&amp;D',
        applicantLocationRequirements: ['USA'],
        baseSalary: { min: '1', currency: 'USD' },
      },
    ],
    [
      'workingnomads-json',
      [
        {
          url: 'https://x.example/1',
          title: 'Cook',
          company_name: 'Acme',
          category_name: 'Food',
          location: 'Peru',
          pub_date: '2026-07-10',
        },
      ],
      { identifier: 'https://x.example/1', applicantLocationRequirements: ['Peru'] },
    ],
    [
      'himalayas-json',
      {
        totalCount: 1,
        jobs: [
          {
            guid: 'g',
            title: 'Cook',
            companyName: 'Acme',
            companySlug: 'a',
            locationRestrictions: [{ name: 'Peru' }, 'Chile'],
            pubDate: 1783731532,
            expiryDate: 1788915531,
            applicationLink: 'l',
          },
        ],
      },
      {
        identifier: 'g',
        datePosted: 1783731532,
        validThrough: 1788915531,
        applicantLocationRequirements: ['Peru', 'Chile'],
      },
    ],
    [
      'themuse-json',
      {
        page: 0,
        page_count: 1,
        results: [
          {
            id: 9,
            name: 'Cook',
            contents: 'x',
            publication_date: '2026-01-01',
            type: 'external',
            levels: [{ name: 'Internship' }],
            locations: [{ name: 'Reno, NV' }, { name: 'Flexible / Remote' }],
            refs: { landing_page: 'u' },
            company: { name: 'Acme' },
          },
        ],
      },
      {
        identifier: '9',
        url: 'u',
        jobLocation: [{ text: 'Reno, NV' }, { text: 'Flexible / Remote' }],
      },
    ],
    [
      'reliefweb-json',
      {
        totalCount: 1,
        data: [
          {
            id: '3',
            score: 1,
            fields: {
              title: 'Medic',
              body: 'x',
              date: { created: '2026-01-01', closing: '2026-02-01' },
              country: [{ name: 'Chad' }],
              city: [{ name: 'Abeche' }],
              type: [{ name: 'Job' }],
              source: [{ name: 'Acme' }],
            },
          },
        ],
      },
      {
        identifier: '3',
        validThrough: '2026-02-01',
        company: { name: 'Acme' },
        jobLocation: [{ city: 'Abeche', country: 'Chad' }],
      },
    ],
    [
      'arbeitsagentur-json',
      {
        maxErgebnisse: 1,
        stellenangebote: [
          {
            refnr: '10000-1',
            titel: 'Koch',
            arbeitgeber: 'Acme',
            aktuelleVeroeffentlichungsdatum: '2026-01-01',
            arbeitsort: { ort: 'Ulm', region: 'BW', land: 'Deutschland', plz: '89073' },
          },
        ],
      },
      {
        identifier: '10000-1',
        title: 'Koch',
        needsDetail: true,
        jobLocation: [{ city: 'Ulm', region: 'BW', postalCode: '89073', country: 'Deutschland' }],
      },
    ],
  ])('%s', async (name, document, expected) => {
    const { adapter, found, end } = await readText(JSON.stringify(document));
    expect(adapter).toBe(name);
    expect(end.completeness).toBe('complete');
    expect(found).toMatchObject([expected]);
  });

  test('pages that say there are more are not the whole', async () => {
    const page = {
      data: [{ slug: 's', title: 'Cook', company_name: 'Acme', remote: true }],
      links: { next: 'https://www.arbeitnow.com/api/job-board-api?page=2' },
    };
    expect((await readText(JSON.stringify(page))).end.completeness).toBe('truncated');
  });
});

describe('JSON Feed', () => {
  test('items with whatever text they have', async () => {
    const { adapter, found } = await readText(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Acme',
        items: [
          { id: 7, url: 'u', title: 'Cook', content_text: 'x', date_published: '2026-01-01', tags: ['Food'] },
        ],
      }),
    );
    expect(adapter).toBe('jsonfeed');
    expect(found).toEqual([
      {
        identifier: '7',
        title: 'Cook',
        description: 'x',
        url: 'u',
        datePosted: '2026-01-01',
        occupationalCategory: ['Food'],
      },
    ]);
  });

  test('Teamtailor’s posting inside an item gives what the item lacks', async () => {
    const posting = {
      '@type': 'JobPosting',
      title: 'Cook',
      identifier: { '@type': 'PropertyValue', name: 'Acme', value: 7167985 },
      jobLocation: [{ '@type': 'Place', address: { addressLocality: 'Madrid', addressCountry: 'ES' } }],
      employmentType: 'FULL_TIME',
      validThrough: '2026-03-01',
    };
    const { found } = await readText(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Acme',
        items: [{ id: 'i', title: 'Cook', content_html: '<p>x</p>', _jobposting: posting }],
      }),
    );
    expect(found).toEqual([
      {
        identifier: 'i',
        requisition: '7167985',
        title: 'Cook',
        description: '<p>x</p>',
        employmentType: ['FULL_TIME'],
        validThrough: '2026-03-01',
        company: { name: 'Acme' },
        jobLocation: [{ city: 'Madrid', country: 'ES' }],
      },
    ]);
  });
});

describe('what holds no listing', () => {
  test('a sitemap is sound and leads to pages of its own host', async () => {
    const { adapter, found, end } = await readText(
      '<urlset xmlns="x"><url><loc>https://acme.example/jobs/1</loc></url><url><loc>https://acme.example/about</loc></url></urlset>',
    );
    expect(adapter).toBe('sitemap');
    expect([found.length, end.rejected.length, end.completeness]).toEqual([0, 2, 'complete']);
  });

  test('comments in free text are left out', async () => {
    const { adapter, end } = await readText(
      JSON.stringify({ hits: [{ comment_text: 'Acme | Cook', story_id: 1, objectID: '2' }] }),
    );
    expect(adapter).toBe('hn-whoishiring');
    expect(end).toMatchObject({ completeness: 'complete', listings: 0, rejected: [{ inactive: true }] });
  });
});
