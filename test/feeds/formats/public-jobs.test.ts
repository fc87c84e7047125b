import { describe, expect, test } from 'vitest';
import { leaf } from '../../../src/feeds/cut/tree.ts';
import { csv } from '../../../src/feeds/formats/csv.format.ts';
import { higheredjobsRss } from '../../../src/feeds/formats/xml/higheredjobs-rss.ts';
import { neogovRss } from '../../../src/feeds/formats/xml/neogov-rss.ts';
import { peopleadminAtom } from '../../../src/feeds/formats/xml/peopleadmin-atom.ts';
import { usajobsJson } from '../../../src/feeds/formats/json/usajobs-json.ts';
import { listingIn } from './reading.ts';

describe('USAJOBS', () => {
  const descriptor = {
    PositionID: 'HHS-1',
    PositionTitle: 'Scientist',
    PositionURI: 'https://www.usajobs.gov/job/1',
    ApplyURI: ['https://www.usajobs.gov/job/1/apply'],
    OrganizationName: 'NIH',
    DepartmentName: 'HHS',
    PositionLocation: [
      {
        LocationName: 'Bethesda, Maryland',
        CityName: 'Bethesda, Maryland',
        CountrySubDivisionCode: 'Maryland',
        CountryCode: 'United States',
      },
    ],
    PositionSchedule: [{ Name: '', Code: '2' }],
    PositionOfferingType: [{ Name: 'Temporary' }],
    JobCategory: [{ Name: 'Computer Science', Code: '1550' }],
    PositionRemuneration: [{ MinimumRange: '48.0', MaximumRange: '62.0', RateIntervalCode: 'PH' }],
    PublicationStartDate: '2026-07-12',
    PositionStartDate: '2026-07-10',
    PositionEndDate: '2026-08-01',
    QualificationSummary: 'Degree.',
    UserArea: { Details: { JobSummary: 'Research.', MajorDuties: ['Compute.'], RemoteIndicator: true } },
  };

  test('the descriptor is the job; codes of schedules are words', () => {
    expect(
      listingIn(usajobsJson, { MatchedObjectId: '700002', MatchedObjectDescriptor: descriptor }),
    ).toEqual({
      identifier: '700002',
      requisition: 'HHS-1',
      title: 'Scientist',
      description: 'Research.',
      sections: [{ heading: 'Duties', body: 'Compute.' }],
      url: 'https://www.usajobs.gov/job/1',
      applyUrl: 'https://www.usajobs.gov/job/1/apply',
      datePosted: '2026-07-12',
      validThrough: '2026-08-01',
      employmentType: ['Part-time', 'Temporary'],
      company: { name: 'NIH' },
      jobLocation: [{ text: 'Bethesda, Maryland', region: 'Maryland', country: 'United States' }],
      workplace: ['remote'],
      baseSalary: { min: '48.0', max: '62.0', unit: 'PH', currency: 'USD' },
      qualifications: 'Degree.',
      occupationalCategory: ['Computer Science'],
    });
  });

  test('pages are numbered from 1 and end at the total', () => {
    const page = {
      request: { url: 'https://data.usajobs.gov/api/Search?Keyword=x' },
      head: { 'SearchResult.SearchResultCountAll': '500' },
      items: 250,
      itemsSoFar: 250,
      index: 0,
      repeated: false,
    };
    expect(usajobsJson.paging?.next(page)).toEqual({
      url: 'https://data.usajobs.gov/api/Search?Keyword=x&Page=2',
    });
    expect(usajobsJson.paging?.next({ ...page, itemsSoFar: 500 })).toBeUndefined();
  });
});

test('NEOGOV: its own dates before the channel’s, UTC said where the name says it, the channel is the employer', () => {
  const item = `<item xmlns:joblisting="http://www.neogov.com/namespaces/JobListing"><title>Intern</title><link>https://x.example/1</link>
    <pubDate>2013-04-12 15:52:34.19</pubDate><description>&lt;p&gt;A&amp;amp;B&lt;/p&gt;</description>
    <joblisting:jobNumberSingle>1903</joblisting:jobNumberSingle><joblisting:jobId>634789</joblisting:jobId>
    <joblisting:advertiseFromDateUTC>Fri, 12 Apr 2013 05:00:00</joblisting:advertiseFromDateUTC>
    <joblisting:advertiseToDateTimeUTC>Continuous</joblisting:advertiseToDateTimeUTC>
    <joblisting:minimumSalary>10</joblisting:minimumSalary><joblisting:maximumSalary>12</joblisting:maximumSalary>
    <joblisting:salaryInterval>Hour</joblisting:salaryInterval><joblisting:department>DHS</joblisting:department>
    <joblisting:location>Lansing</joblisting:location><joblisting:state>Michigan</joblisting:state>
    <joblisting:jobType>Internship - Non Paid</joblisting:jobType>
    <joblisting:examplesofduties>Type.</joblisting:examplesofduties><joblisting:qualifications>BA.</joblisting:qualifications>
    <joblisting:categories><joblisting:category><joblisting:CategoryCode>X</joblisting:CategoryCode><joblisting:Category>Law</joblisting:Category></joblisting:category></joblisting:categories></item>`;
  expect(listingIn(neogovRss, item, { title: 'State of Michigan' })).toEqual({
    identifier: '634789',
    requisition: '1903',
    title: 'Intern',
    description: '<p>A&amp;B</p>',
    sections: [{ heading: 'Examples of Duties', body: 'Type.' }],
    url: 'https://x.example/1',
    datePosted: 'Fri, 12 Apr 2013 05:00:00 UTC',
    validThrough: 'Continuous',
    employmentType: ['Internship - Non Paid'],
    company: { name: 'State of Michigan', division: 'DHS' },
    jobLocation: [{ text: 'Lansing', region: 'Michigan' }],
    baseSalary: { min: '10', max: '12', unit: 'Hour' },
    qualifications: 'BA.',
    occupationalCategory: ['Law'],
  });
});

test('PeopleAdmin: the number of the posting is the id, the school stands in the feed’s title', () => {
  expect(
    listingIn(
      peopleadminAtom,
      `<entry><id>https://jobs.x.example/postings/230936</id><published>2026-05-27T09:48:31-04:00</published><title>Tutor</title>
       <link rel="alternate" href="https://jobs.x.example/postings/230936"/><content>&lt;div&gt;x&lt;/div&gt;</content>
       <author><name>111401 - Sciences </name></author></entry>`,
      { title: 'X University: All Jobs' },
    ),
  ).toEqual({
    identifier: '230936',
    title: 'Tutor',
    description: '<div>x</div>',
    url: 'https://jobs.x.example/postings/230936',
    datePosted: '2026-05-27T09:48:31-04:00',
    company: { name: 'X University', division: '111401 - Sciences' },
  });
});

test('HigherEdJobs: the description is the institution and its place', () => {
  expect(
    listingIn(
      higheredjobsRss,
      `<item><title>Dean</title><guid>https://www.higheredjobs.com/details.cfm?JobCode=17</guid>
       <description>St. X College (Moraga, CA)</description><pubDate>Wed, 10 Jun 2026 17:04:44 EDT</pubDate></item>`,
    ),
  ).toMatchObject({ company: { name: 'St. X College' }, jobLocation: [{ text: 'Moraga, CA' }] });
});

test('CSV: columns mean what the shared table says, in any language of it', () => {
  const cells = [
    leaf('Référence', '007'),
    leaf('Titre', 'Comptable'),
    leaf('Ville', 'Lyon'),
    leaf('Code Postal', '01000'),
    leaf('job_url', 'u'),
    leaf('min_amount', '1'),
    leaf('interval', 'yearly'),
    leaf('is_remote', 'True'),
  ];
  expect(csv.parse({ index: 0, text: '', cells }, { head: {} })).toEqual([
    {
      kind: 'listing',
      raw: {
        identifier: '007',
        title: 'Comptable',
        url: 'u',
        jobLocation: [{ city: 'Lyon', postalCode: '01000' }],
        workplace: ['remote'],
        baseSalary: { min: '1', unit: 'yearly' },
      },
    },
  ]);
});

test('CSV of leboncoin: the redirection is where one applies', () => {
  const cells = [
    leaf('list_id', '7'),
    leaf('subject', 'Serveur'),
    leaf('url', 'https://ads.example/7'),
    leaf('redirection', 'https://jobs.example/apply/7'),
  ];
  expect(csv.parse({ index: 0, text: '', cells }, { head: {} })).toMatchObject([
    { kind: 'listing', raw: { url: 'https://ads.example/7', applyUrl: 'https://jobs.example/apply/7' } },
  ]);
});
