import { describe, expect, test } from 'vitest';
import { readText } from './reading.ts';

describe('applicant systems', () => {
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

    const named = await readText(
      JSON.stringify([
        {
          id: 8,
          title: 'Alternance',
          creation_date: '2026-01-01',
          contrat: 'Alternance',
          societe: 'Ateliers Martin',
          location_ville: 'Nantes',
          location_departement: 'Loire-Atlantique',
          location_pays: 'France',
        },
      ]),
    );
    expect(named.found).toMatchObject([
      {
        company: { name: 'Ateliers Martin' },
        jobLocation: [{ city: 'Nantes', region: 'Loire-Atlantique', country: 'France' }],
      },
    ]);
  });
});
