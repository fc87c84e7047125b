import { describe, expect, test } from 'vitest';
import { bamboohrJson } from '../../../src/feeds/adapters/bamboohr-json.ts';
import { readText } from './reading.ts';

describe('applicant systems', () => {
  test('Recruitee: published rows only, hours as a range', async () => {
    const offer = {
      id: 1,
      guid: 'g',
      title: 'Cook',
      careers_url: 'u',
      careers_apply_url: 'a',
      status: 'published',
      published_at: '2026-08-11 20:45:29 UTC',
      close_at: '2026-09-01',
      employment_type_code: 'internship',
      company_name: 'Acme',
      city: 'Gent',
      country_code: 'BE',
      locations: [{ name: 'HQ', city: 'Gent', country: 'Belgium', translations: { en: { city: 'Ghent' } } }],
      remote: false,
      hybrid: true,
      on_site: false,
      min_hours: 20,
      max_hours: 40,
      description: 'x',
      requirements: 'y',
      salary: { min: null, max: null },
    };
    const { adapter, found, end } = await readText(
      JSON.stringify({ offers: [offer, { ...offer, id: 2, status: 'closed' }] }),
    );
    expect(adapter).toBe('recruitee-json');
    expect(found).toEqual([
      {
        identifier: '1',
        requisition: 'g',
        title: 'Cook',
        description: 'x',
        sections: [{ heading: 'Requirements', body: 'y' }],
        url: 'u',
        applyUrl: 'a',
        datePosted: '2026-08-11 20:45:29 UTC',
        validThrough: '2026-09-01',
        employmentType: ['internship'],
        company: { name: 'Acme' },
        jobLocation: [{ text: 'HQ', city: 'Gent', country: 'Belgium' }],
        workplace: ['hybrid'],
        workHours: '20-40',
      },
    ]);
    expect(end.rejected).toMatchObject([{ reason: 'status is closed', inactive: true }]);
  });

  test('Breezy: codes with names, the text is on the page alone', async () => {
    const { adapter, found } = await readText(
      JSON.stringify([
        {
          id: 'a1',
          friendly_id: 'a1-cook',
          name: 'Cook',
          url: 'https://acme.breezy.hr/p/a1',
          published_date: '2026-01-01',
          type: { id: 'fullTime', name: 'Full-Time' },
          location: {
            name: 'Reno, NV',
            city: 'Reno',
            state: { id: 'NV', name: 'Nevada' },
            country: { id: 'US', name: 'United States' },
            is_remote: false,
          },
          company: { name: 'Acme' },
        },
      ]),
    );
    expect(adapter).toBe('breezy-json');
    expect(found).toEqual([
      {
        identifier: 'a1',
        title: 'Cook',
        url: 'https://acme.breezy.hr/p/a1',
        datePosted: '2026-01-01',
        employmentType: ['Full-Time'],
        company: { name: 'Acme' },
        jobLocation: [{ text: 'Reno, NV', city: 'Reno', region: 'Nevada', country: 'United States' }],
        needsDetail: true,
      },
    ]);
  });

  test('BambooHR: numbers for the workplace, text by a call of its own', async () => {
    const url = 'https://acme.bamboohr.com/careers/list';
    const row = {
      id: '86',
      jobOpeningName: 'Nurse',
      employmentStatusLabel: 'Full Time',
      departmentLabel: 'Ward',
      location: { city: 'Reno', state: 'Nevada' },
      atsLocation: { country: null },
      isRemote: null,
      locationType: '2',
    };
    const { adapter, found, end } = await readText(
      JSON.stringify({ meta: { totalCount: 3 }, result: [row] }),
      url,
    );
    expect(adapter).toBe('bamboohr-json');
    expect(end).toMatchObject({ completeness: 'truncated', statedTotal: 3 });
    expect(found).toEqual([
      {
        identifier: '86',
        title: 'Nurse',
        url: 'https://acme.bamboohr.com/careers/86',
        employmentType: ['Full Time'],
        occupationalCategory: ['Ward'],
        jobLocation: [{ city: 'Reno', region: 'Nevada' }],
        workplace: ['hybrid'],
        needsDetail: true,
      },
    ]);
    const detail = bamboohrJson.paging?.detail;
    const item = { index: 0, text: JSON.stringify(row) };
    expect(detail?.request(item, { head: {}, url })).toEqual({
      url: 'https://acme.bamboohr.com/careers/86/detail',
    });
    const merged = detail?.merge(
      item,
      JSON.stringify({ result: { jobOpening: { description: '<p>x</p>', datePosted: '2026-01-01' } } }),
    );
    expect(merged && bamboohrJson.parse(merged, { head: {} })).toMatchObject([
      { raw: { description: '<p>x</p>', datePosted: '2026-01-01' } },
    ]);
  });

  test('Pinpoint: sections under their own headings', async () => {
    const { adapter, found } = await readText(
      JSON.stringify({
        data: [
          {
            id: 'p',
            title: 'Cook',
            url: 'u',
            description: 'd',
            key_responsibilities_header: 'Do',
            key_responsibilities: 'k',
            workplace_type: 'remote',
            deadline_at: '2026-08-28T23:59:59-04:00',
            compensation: '$1',
            compensation_minimum: 1,
            compensation_currency: 'USD',
            compensation_frequency: 'year',
            location: { city: 'Reno', province: 'NV', name: 'HQ' },
            job: { requisition_id: 'R', department: { name: 'Food' } },
          },
        ],
      }),
    );
    expect(adapter).toBe('pinpoint-json');
    expect(found).toEqual([
      {
        identifier: 'p',
        requisition: 'R',
        title: 'Cook',
        description: 'd',
        sections: [{ heading: 'Do', body: 'k' }],
        url: 'u',
        validThrough: '2026-08-28T23:59:59-04:00',
        workplace: ['remote'],
        baseSalary: { text: '$1', min: '1', currency: 'USD', unit: 'year' },
        jobLocation: [{ city: 'Reno', region: 'NV', text: 'HQ' }],
        occupationalCategory: ['Food'],
      },
    ]);
  });

  test('Rippling: a row for each place is one job with all of them', async () => {
    const row = (place: string) => ({
      uuid: 'r',
      name: 'Cook',
      url: 'u',
      department: { id: 'F', label: 'Food' },
      workLocation: { id: place, label: place },
    });
    const { adapter, found, end } = await readText(JSON.stringify([row('Reno, NV'), row('Remote (US)')]));
    expect(adapter).toBe('rippling-json');
    expect(found).toMatchObject([
      {
        identifier: 'r',
        jobLocation: [{ text: 'Reno, NV' }, { text: 'Remote (US)' }],
        occupationalCategory: ['Food'],
      },
    ]);
    expect(end.merged).toBe(1);
  });

  test('Eightfold: epochs, an address inside the site made whole', async () => {
    const { adapter, found } = await readText(
      JSON.stringify({
        count: 1,
        positions: [
          {
            id: 1970393556640555,
            name: 'Cook',
            ats_job_id: '2000',
            locations: ['Reno', 'Oslo'],
            t_create: 1781481600,
            t_update: 1782086400,
            department: 'Food',
            positionUrl: '/careers/job/1',
            work_location_option: 'onsite',
          },
        ],
      }),
      'https://acme.eightfold.ai/api/apply/v2/jobs?domain=acme.example&start=0',
    );
    expect(adapter).toBe('eightfold-json');
    expect(found).toEqual([
      {
        identifier: '1970393556640555',
        requisition: '2000',
        title: 'Cook',
        url: 'https://acme.eightfold.ai/careers/job/1',
        datePosted: 1781481600,
        occupationalCategory: ['Food'],
        workplace: ['onsite'],
        jobLocation: [{ text: 'Reno' }, { text: 'Oslo' }],
        needsDetail: true,
      },
    ]);
  });

  test('Oracle: the page out of host, site and id', async () => {
    const { adapter, found } = await readText(
      JSON.stringify({
        items: [
          {
            TotalJobsCount: 1,
            requisitionList: [
              {
                Id: '7',
                Title: 'Cook',
                PrimaryLocation: 'Perth',
                PostedDate: '2026-08-07',
                secondaryLocations: [{ Name: 'Oslo' }],
              },
            ],
          },
        ],
      }),
      'https://acme.fa.us2.oraclecloud.com/hcmRestApi/resources/latest/recruitingCEJobRequisitions?finder=findReqs;siteNumber=CX_1,limit=25,offset=0',
    );
    expect(adapter).toBe('oracle-orc-json');
    expect(found).toMatchObject([
      {
        identifier: '7',
        url: 'https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1/job/7',
        jobLocation: [{ text: 'Perth' }, { text: 'Oslo' }],
      },
    ]);
  });

  test('Comeet: details are sections, the day of the last change is no posting date', async () => {
    const { adapter, found } = await readText(
      JSON.stringify([
        {
          uid: '1.7',
          name: 'Cook',
          company_name: 'Acme',
          url_active_page: 'u',
          time_updated: '2026-08-12T02:36:49Z',
          location: { name: 'HQ', city: 'Haifa', country: 'IL', is_remote: false },
          workplace_type: 'Hybrid',
          details: [{ name: 'Description', value: 'x', order: 1 }],
          is_internal: false,
        },
      ]),
    );
    expect(adapter).toBe('comeet-json');
    expect(found).toEqual([
      {
        identifier: '1.7',
        title: 'Cook',
        sections: [{ heading: 'Description', body: 'x' }],
        url: 'u',
        company: { name: 'Acme' },
        jobLocation: [{ text: 'HQ', city: 'Haifa', country: 'IL' }],
        workplace: ['Hybrid'],
      },
    ]);
  });

  test('Cegid: the code of a label says whether it is a country or a region', async () => {
    const { adapter, found } = await readText(
      JSON.stringify([
        {
          reference: '2025-1',
          title: 'Conseiller',
          offerUrl: 'u',
          startPublicationDate: '2025-10-03T09:42:16.853',
          contractType: { code: 578, clientCode: '_TS_CO_Contract_CDD', label: 'CDD' },
          organisationName: 'Acme',
          description1: 'x',
          description1Formatted: '<p>x</p>',
          country: [{ clientCode: '_TS_CO_Region_IDF', label: 'IDF' }],
          region: [{ clientCode: '_TS_CO_Department_78', label: 'Yvelines (78)' }],
          salaryRange: { label: '1 940 €' },
        },
      ]),
    );
    expect(adapter).toBe('cegid-json');
    expect(found).toMatchObject([
      {
        identifier: '2025-1',
        description: '<p>x</p>',
        employmentType: ['CDD'],
        baseSalary: '1 940 €',
        jobLocation: [{ text: 'Yvelines (78)', region: 'IDF' }],
      },
    ]);
  });

  test('DigitalRecruiters and Engagement Jeunes', async () => {
    const ads = await readText(
      JSON.stringify({
        count: 1,
        ads: [
          {
            reference: 'K',
            title: 'Manager',
            published_at: '2025-11-24',
            contract_type: 'CDI',
            contract_work_period: 'Temps plein',
            contract_duration: { min: 12, max: 24 },
            description: 'd',
            profile: 'p',
            apply_url: 'a',
            address: { formatted: 'F', parts: { city: 'Vélizy', zip: '78140', country: 'France' } },
            brand: { name: 'Acme' },
            entity: { public_name: 'Shop' },
          },
        ],
      }),
    );
    expect(ads.adapter).toBe('decathlon-json');
    expect(ads.found).toMatchObject([
      {
        identifier: 'K',
        company: { name: 'Acme', division: 'Shop' },
        jobLocation: [{ text: 'F', city: 'Vélizy', postalCode: '78140', country: 'France' }],
        duration: '12-24',
        sections: [{ heading: 'Profil', body: 'p' }],
      },
    ]);

    const young = await readText(
      JSON.stringify([
        {
          id: 7,
          title: 'Stage',
          creation_date: '2026-01-01',
          contrat: 'Stage',
          location_city: 'Lyon',
          location_postal_code: '01000',
        },
      ]),
    );
    expect(young.adapter).toBe('engagementjeunes-json');
    expect(young.found).toMatchObject([
      {
        identifier: '7',
        datePosted: '2026-01-01',
        employmentType: ['Stage'],
        jobLocation: [{ city: 'Lyon', postalCode: '01000' }],
      },
    ]);
  });
});

describe('boards', () => {
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
      { identifier: '11', title: 'Cook', company: { name: 'Acme' }, workplace: ['remote'], skills: 'food' },
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
        experienceRequirements: 'Internship',
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
