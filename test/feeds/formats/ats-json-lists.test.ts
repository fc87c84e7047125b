import { describe, expect, test } from 'vitest';
import { bamboohrJson } from '../../../src/feeds/formats/json/bamboohr-json.ts';
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
    const { adapter, found, end } = await readText(
      JSON.stringify([ripplingRow('Reno, NV'), ripplingRow('Remote (US)')]),
    );
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
});

function ripplingRow(place: string) {
  return {
    uuid: 'r',
    name: 'Cook',
    url: 'u',
    department: { id: 'F', label: 'Food' },
    workLocation: { id: place, label: place },
  };
}
