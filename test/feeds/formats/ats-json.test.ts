import { describe, expect, test } from 'vitest';
import type { Page } from '../../../src/feeds/adapter.ts';
import { ashbyJson } from '../../../src/feeds/formats/json/ashby-json.ts';
import { leverJson } from '../../../src/feeds/formats/json/lever-json.ts';
import { smartrecruitersJson } from '../../../src/feeds/formats/json/smartrecruiters-json.ts';
import { workableJson } from '../../../src/feeds/formats/json/workable-json.ts';
import { workdayCxsJson } from '../../../src/feeds/formats/json/workday-cxs-json.ts';
import { listingIn, refusalOf } from './reading.ts';

test('Lever: lists become sections, the site is the company, the country belongs to the main place', () => {
  expect(
    listingIn(leverJson, {
      id: 'u1',
      text: 'Analyst',
      description: '<p>Do</p>',
      lists: [{ text: 'Needs', content: '<li>SQL</li>' }],
      additional: '<p>EEO</p>',
      createdAt: 1769801375307,
      hostedUrl: 'https://jobs.lever.co/acme/u1',
      applyUrl: 'https://jobs.lever.co/acme/u1/apply',
      country: 'PT',
      workplaceType: 'hybrid',
      categories: {
        commitment: 'Intern',
        team: 'Data',
        location: 'Lisbon',
        allLocations: ['Lisbon', 'Porto'],
      },
      salaryRange: { currency: 'EUR', interval: 'per-year-salary', min: 1, max: 2 },
    }),
  ).toEqual({
    identifier: 'u1',
    title: 'Analyst',
    description: '<p>Do</p>',
    sections: [{ heading: 'Needs', body: '<li>SQL</li>' }, { body: '<p>EEO</p>' }],
    url: 'https://jobs.lever.co/acme/u1',
    applyUrl: 'https://jobs.lever.co/acme/u1/apply',
    datePosted: 1769801375307,
    employmentType: ['Intern'],
    company: { name: 'acme' },
    jobLocation: [{ text: 'Lisbon', country: 'PT' }, { text: 'Porto' }],
    workplace: ['hybrid'],
    baseSalary: { min: '1', max: '2', currency: 'EUR', unit: 'per-year-salary' },
    occupationalCategory: ['Data'],
  });
});

test('Lever: with a limit in the address, full pages have a next one', () => {
  const url = 'https://api.lever.co/v0/postings/acme?mode=json&limit=50';
  const page = aPage({ request: { url }, items: 50, itemsSoFar: 50 });
  expect(leverJson.paging?.next(page)).toEqual({ url: `${url}&skip=50` });
  expect(leverJson.paging?.next({ ...page, items: 49 })).toBeUndefined();
  expect(
    leverJson.paging?.next({ ...page, request: { url: 'https://api.lever.co/v0/postings/acme' } }),
  ).toBeUndefined();
});

describe('Ashby', () => {
  const job = {
    id: 'a1',
    title: 'Engineer',
    location: 'Berlin',
    secondaryLocations: [{ location: 'Paris', address: { addressCountry: 'France' } }],
    address: { postalAddress: { addressLocality: 'Berlin', addressCountry: 'Germany' } },
    jobUrl: 'https://jobs.ashbyhq.com/acme/a1',
    descriptionHtml: '<p>x</p>',
    isListed: true,
    isRemote: false,
    compensation: {
      compensationTierSummary: '€1 – €2 • Equity',
      summaryComponents: [
        { compensationType: 'EquityPercentage', minValue: 0.1 },
        { compensationType: 'Salary', interval: '1 YEAR', currencyCode: 'EUR', minValue: 1, maxValue: 2 },
      ],
    },
  };

  test('places carry their addresses, the salary is told from equity', () => {
    expect(listingIn(ashbyJson, job)).toMatchObject({
      identifier: 'a1',
      company: { name: 'acme' },
      jobLocation: [
        { text: 'Berlin', city: 'Berlin', country: 'Germany' },
        { text: 'Paris', country: 'France' },
      ],
      baseSalary: { text: '€1 – €2 • Equity', min: '1', max: '2', currency: 'EUR', unit: '1 YEAR' },
    });
  });

  test('what is not listed is refused', () => {
    expect(refusalOf(ashbyJson, { ...job, isListed: false })).toMatchObject({
      reason: 'isListed is false',
      inactive: true,
    });
  });
});

test('Workable: the account is the company, a raised telecommuting flag is remote', () => {
  expect(
    listingIn(
      workableJson,
      {
        title: 'Agent',
        shortcode: '3862836931',
        code: 'R1',
        telecommuting: true,
        url: 'u',
        application_url: 'a',
        published_on: '2026-06-30',
        created_at: '2026-01-01',
        country: 'Brazil',
        city: 'São Paulo',
        locations: [{ country: 'Brazil', countryCode: 'BR', city: 'São Paulo', region: null, hidden: false }],
        description: '<p>x</p>',
      },
      { name: 'Acme' },
    ),
  ).toEqual({
    identifier: '3862836931',
    requisition: 'R1',
    title: 'Agent',
    description: '<p>x</p>',
    url: 'u',
    applyUrl: 'a',
    datePosted: '2026-06-30',
    company: { name: 'Acme' },
    jobLocation: [{ city: 'São Paulo', country: 'Brazil' }],
    workplace: ['remote'],
  });
});

describe('SmartRecruiters', () => {
  const row = {
    id: '743999706414750',
    refNumber: 'REF1',
    name: 'Analyst',
    company: { identifier: 'Acme1', name: 'Acme' },
    releasedDate: '2020-02-06T19:42:44.000Z',
    location: {
      city: 'San Jose',
      region: 'CA',
      country: 'us',
      remote: false,
      hybrid: true,
      fullLocation: 'San Jose, CA',
    },
    typeOfEmployment: { id: 'permanent', label: 'Full-time' },
    department: {},
    ref: 'https://api.smartrecruiters.com/v1/companies/Acme1/postings/743999706414750',
  };

  test('a row of a list needs its detail', () => {
    expect(listingIn(smartrecruitersJson, row)).toEqual({
      identifier: '743999706414750',
      requisition: 'REF1',
      title: 'Analyst',
      url: 'https://jobs.smartrecruiters.com/Acme1/743999706414750',
      datePosted: '2020-02-06T19:42:44.000Z',
      employmentType: ['Full-time'],
      company: { name: 'Acme' },
      jobLocation: [{ text: 'San Jose, CA', city: 'San Jose', region: 'CA', country: 'us' }],
      workplace: ['hybrid'],
      needsDetail: true,
    });
  });

  test('the detail call is made to the row’s own address and its sections join the row', () => {
    const detail = smartrecruitersJson.paging?.detail;
    const item = { index: 0, text: JSON.stringify(row) };
    expect(detail?.request(item, { head: {} })).toEqual({ url: row.ref });
    const answer = JSON.stringify({
      active: true,
      jobAd: { sections: { jobDescription: { title: 'Job', text: '<p>y</p>' } } },
    });
    const merged = detail?.merge(item, answer).text ?? '';
    expect(listingIn(smartrecruitersJson, merged)).toMatchObject({
      sections: [{ heading: 'Job', body: '<p>y</p>' }],
    });
    expect(listingIn(smartrecruitersJson, merged).needsDetail).toBeUndefined();
    expect(detail?.merge(item, '<html>busy</html>')).toEqual(item);
  });

  test('pages go on by offset until the stated total', () => {
    const paging = smartrecruitersJson.paging;
    const url = 'https://api.smartrecruiters.com/v1/companies/Acme1/postings';
    expect(paging?.first?.(url)).toEqual({ url: `${url}?limit=100&offset=0` });
    const page = aPage({ request: { url }, head: { totalFound: '150' }, items: 100, itemsSoFar: 100 });
    expect(paging?.next(page)).toEqual({ url: `${url}?offset=100` });
    expect(paging?.next({ ...page, itemsSoFar: 150 })).toBeUndefined();
    expect(paging?.total?.(page)).toBe(150);
  });
});

describe('Workday', () => {
  const url = 'https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/Careers/jobs';

  test('a row: the phrase is no date, a number of locations no place', () => {
    expect(
      listingIn(
        workdayCxsJson,
        {
          title: 'Helper',
          externalPath: '/job/Austin/Helper_JR1',
          locationsText: '3 Locations',
          postedOn: 'Posted 5 Days Ago',
          timeType: 'Full time',
          bulletFields: ['Austin', 'JR1'],
        },
        {},
        url,
      ),
    ).toEqual({
      identifier: 'JR1',
      requisition: 'JR1',
      title: 'Helper',
      url: 'https://acme.wd5.myworkdayjobs.com/Careers/job/Austin/Helper_JR1',
      employmentType: ['Full time'],
      needsDetail: true,
    });
  });

  test('a detail: dates, all places, the hiring organization', () => {
    expect(
      listingIn(workdayCxsJson, {
        jobPostingInfo: {
          id: 'x',
          jobReqId: 'JR1',
          title: 'Helper',
          jobDescription: '<p>d</p>',
          location: 'Austin',
          additionalLocations: ['Dallas'],
          country: { descriptor: 'United States' },
          startDate: '2026-07-28',
          endDate: '2026-08-04',
          timeType: 'Full time',
          externalUrl: 'https://x.example/job',
          postedOn: 'Posted Today',
        },
        hiringOrganization: { name: 'City' },
      }),
    ).toEqual({
      identifier: 'JR1',
      requisition: 'JR1',
      title: 'Helper',
      description: '<p>d</p>',
      url: 'https://x.example/job',
      datePosted: '2026-07-28',
      validThrough: '2026-08-04',
      employmentType: ['Full time'],
      company: { name: 'City' },
      jobLocation: [{ text: 'Austin', country: 'United States' }, { text: 'Dallas' }],
    });
  });

  test('pages are asked for by POST; the first total holds, and 2,000 means more', () => {
    const paging = workdayCxsJson.paging;
    expect(paging?.first?.('https://acme.wd5.myworkdayjobs.com/en-US/Careers')).toMatchObject({
      url,
      method: 'POST',
    });
    const page = aPage({
      request: { url },
      head: { total: '0' },
      items: 20,
      itemsSoFar: 40,
      index: 1,
      firstTotal: 45,
    });
    expect(paging?.next(page)?.body).toContain('"offset":40');
    expect(paging?.next({ ...page, repeated: true })).toBeUndefined();
    expect(paging?.total?.(aPage({ head: { total: '2000' } }))).toBe(2001);
  });

  test('the detail stands at the posting’s path', () => {
    const item = { index: 0, text: '{"externalPath":"/job/Austin/Helper_JR1"}' };
    expect(workdayCxsJson.paging?.detail?.request(item, { head: {}, url })).toEqual({
      url: 'https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/Careers/job/Austin/Helper_JR1',
    });
  });
});

function aPage(overrides: Partial<Page>): Page {
  return {
    request: { url: 'https://x.example' },
    head: {},
    items: 1,
    itemsSoFar: 1,
    index: 0,
    repeated: false,
    ...overrides,
  };
}
