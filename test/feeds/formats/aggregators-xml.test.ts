import { describe, expect, test } from 'vitest';
import { readText } from './reading.ts';

describe('rows under names of somebody’s own', () => {
  test.each(['post_title', 'OfferTitle', 'ad-title'])(
    '<%s> is the title where nothing else is',
    async (name) => {
      const row = `<job><id>1</id><${name}>Cook</${name}><meta_title>Jobs at Acme</meta_title><description>Cook.</description><url>https://a.example/1</url></job>`;
      const { found } = await readText(`<jobs>${row}</jobs>`);
      expect(found[0]?.title).toBe('Cook');
    },
  );

  test('a stated title comes before one by its ending, and a page’s title is none', async () => {
    const { found } = await readText(
      '<jobs><job><id>1</id><ad_title>Ad</ad_title><title>Cook</title><description>Cook.</description><url>https://a.example/1</url></job><job><id>2</id><page_title>Jobs</page_title><description>Cook.</description><url>https://a.example/2</url></job></jobs>',
    );
    expect(found.map(({ title }) => title)).toEqual(['Cook', undefined]);
  });

  test('a row whose markup cannot be read says which job it is', async () => {
    const { end } = await readText(
      '<jobs><job><id>20</id><title>Broken <b>row</job><job><id>21</id><title>Whole</title><description>Cook.</description><url>https://a.example/21</url></job></jobs>',
    );
    expect(end.rejected).toMatchObject([{ item: 0, identifier: '20' }]);
    expect(end.proof.understood).toBe(1);
  });
});

describe('aggregators', () => {
  test('Jooble: the id is an attribute, the region is the place, in a text or in parts', async () => {
    const { adapter, found } = await readText(
      `<jobs><job id="j1"><link>u</link><name>Cook</name><region>Bonn</region><description>x</description><pubdate>05.07.2023</pubdate>
       <updated>06.07.2023</updated><expire>05.08.2023</expire><jobtype>full-time</jobtype><company>Acme</company></job>
       <job id="j2"><link>v</link><name>Chef</name><region><country>DE</country><city>Ulm</city></region></job></jobs>`,
    );
    expect(adapter).toBe('jooble-xml');
    expect(found).toMatchObject([
      {
        identifier: 'j1',
        title: 'Cook',
        url: 'u',
        jobLocation: [{ text: 'Bonn' }],
        datePosted: '05.07.2023',
        validThrough: '05.08.2023',
      },
      { identifier: 'j2', jobLocation: [{ city: 'Ulm', country: 'DE' }] },
    ]);
  });

  test('Jobsora adds a country and an apply link', async () => {
    const { adapter, found } = await readText(
      '<jobs><job id="s"><link>u</link><name>Cook</name><region>Porto</region><country>PT</country><apply_url>a</apply_url></job></jobs>',
    );
    expect(adapter).toBe('jobsora-xml');
    expect(found).toMatchObject([
      { identifier: 's', applyUrl: 'a', jobLocation: [{ text: 'Porto', country: 'PT' }] },
    ]);
  });

  test('an empty list of jobs is a feed with none', async () => {
    expect((await readText('<?xml version="1.0"?><jobs></jobs>')).end).toMatchObject({
      adapter: 'jooble-xml',
      completeness: 'complete',
      items: 0,
    });
  });

  test('Careerjet: nested place, contract and hours', async () => {
    const { adapter, found } = await readText(
      `<jobs><job><id>c</id><title>Cook</title><url>u</url><location><city>Porto</city><country>PT</country></location><company>Acme</company>
       <contract_type>permanent</contract_type><working_hours>FULL_TIME</working_hours></job></jobs>`,
    );
    expect(adapter).toBe('careerjet-xml');
    expect(found).toMatchObject([
      {
        identifier: 'c',
        jobLocation: [{ city: 'Porto', country: 'PT' }],
        employmentType: ['permanent', 'FULL_TIME'],
      },
    ]);
  });

  test('Jobatus: the address is the id', async () => {
    const { adapter, found } = await readText(
      '<jobatus><ad><title>Cook</title><url>https://x.example/1</url><city>Porto</city><region>Norte</region></ad></jobatus>',
    );
    expect(adapter).toBe('jobatus-xml');
    expect(found).toMatchObject([
      { identifier: 'https://x.example/1', jobLocation: [{ city: 'Porto', region: 'Norte' }] },
    ]);
  });

  test('Trovit: content is the description', async () => {
    const { adapter, found } = await readText(
      '<trovit><ad><id>t</id><title>Cook</title><url>u</url><content>x</content><date>01/02/2026</date><expiration_date>01/03/2026</expiration_date><contract>fixed</contract></ad></trovit>',
    );
    expect(adapter).toBe('trovit-xml');
    expect(found).toMatchObject([
      {
        identifier: 't',
        description: 'x',
        datePosted: '01/02/2026',
        validThrough: '01/03/2026',
        employmentType: ['fixed'],
      },
    ]);
  });

  test('Recruitee XML: the reference is the id, hours are a range', async () => {
    const { adapter, found } = await readText(
      `<jobs><job><reference>r</reference><title>Cook</title><url>u</url><apply_url>a</apply_url><min_hours_per_week>20</min_hours_per_week>
       <max_hours_per_week>30</max_hours_per_week><remote>false</remote><hybrid>true</hybrid></job></jobs>`,
    );
    expect(adapter).toBe('recruitee-xml');
    expect(found).toMatchObject([{ identifier: 'r', workHours: '20-30', workplace: ['hybrid'] }]);
  });

  test('JobTeaser: members in groups', async () => {
    const { adapter, found } = await readText(
      `<jobs><job><id>7f</id><job_details><title>Cook</title><url>u</url><description>x</description><contract_type>Apprenticeship</contract_type></job_details>
       <job_locations><location_city>Lyon</location_city><location_state>ARA</location_state><location_country_code>FR</location_country_code></job_locations>
       <job_dates><first_activated_at>2026-01-01</first_activated_at></job_dates><company><company_name>Acme</company_name></company></job></jobs>`,
    );
    expect(adapter).toBe('jobteaser-xml');
    expect(found).toEqual([
      {
        identifier: '7f',
        title: 'Cook',
        description: 'x',
        url: 'u',
        datePosted: '2026-01-01',
        employmentType: ['Apprenticeship'],
        company: { name: 'Acme' },
        jobLocation: [{ city: 'Lyon', region: 'ARA', country: 'FR' }],
      },
    ]);
  });

  test('HelloWork: the department is a place, the qualification a level of education', async () => {
    const { adapter, found } = await readText(
      `<jobs><job><job_id>h</job_id><reference>R</reference><title>Cook</title><url>u</url><department>Nord</department><city>Lille</city>
       <qualification>BEP</qualification><contract>CDI</contract><job_time>Full time</job_time><company_title>Acme</company_title><remote>Pas_teletravail</remote>
       <salary>1 - 2 EUR</salary><salary_details><salary_min><amount>1</amount><currencyCode>EUR</currencyCode></salary_min><period>MONTHLY</period></salary_details>
       <contract_period_value>6</contract_period_value><contract_period_unit>months</contract_period_unit></job></jobs>`,
    );
    expect(adapter).toBe('hellowork-xml');
    expect(found).toEqual([
      {
        identifier: 'h',
        requisition: 'R',
        title: 'Cook',
        url: 'u',
        employmentType: ['CDI', 'Full time'],
        company: { name: 'Acme' },
        jobLocation: [{ city: 'Lille' }],
        workplace: ['Pas_teletravail'],
        baseSalary: { text: '1 - 2 EUR', min: '1', currency: 'EUR', unit: 'MONTHLY' },
        educationRequirements: 'BEP',
        duration: '6 months',
      },
    ]);
  });

  test('VONQ: credentials and callbacks are dropped, a deleted row is inactive', async () => {
    const { adapter, found, end } = await readText(
      `<jobs><publisher>IGB</publisher>${vonqJob('update')}${vonqJob('delete')}</jobs>`,
    );
    expect(adapter).toBe('vonq-igb-xml');
    expect(found).toMatchObject([{ identifier: '0007update', datePosted: '2023-01-23', workHours: '32-40' }]);
    expect(end.rejected).toMatchObject([{ reason: 'jobaction is delete', inactive: true }]);
    expect(JSON.stringify([found, end])).not.toContain('secret');
  });

  test('Madgex: start and end are of the posting', async () => {
    const { adapter, found } = await readText(
      `<Jobs><Job><JobID>1</JobID><Title>Officer</Title><LocationDescription>London</LocationDescription><SalaryDescription>£1</SalaryDescription>
       <ShortDescription>x</ShortDescription><DetailsUrl>u</DetailsUrl><RecruiterName>Acme</RecruiterName><StartDate>2016-04-27 15:57:00</StartDate><EndDate>2016-05-11 23:59:00</EndDate></Job></Jobs>`,
    );
    expect(adapter).toBe('custom-xml');
    expect(found).toMatchObject([
      {
        identifier: '1',
        company: { name: 'Acme' },
        jobLocation: [{ text: 'London' }],
        baseSalary: '£1',
        datePosted: '2016-04-27 15:57:00',
        validThrough: '2016-05-11 23:59:00',
      },
    ]);
  });
});

function vonqJob(action: string): string {
  return `<job><customerCredentials><username>partner</username><password>secret</password></customerCredentials>
      <callbackUrl>https://x.example/?token=secret</callbackUrl><referencenumber>0007${action}</referencenumber><title>Cook</title><url>u</url>
      <jobstartdate>2023-01-23</jobstartdate><job_action>${action}</job_action><hours_min>32</hours_min><hours_max>40</hours_max></job>`;
}
