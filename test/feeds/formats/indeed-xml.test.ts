import { describe, expect, test } from 'vitest';
import { indeedXml } from '../../../src/feeds/formats/xml/indeed-xml.ts';
import { listingIn, refusalOf } from './reading.ts';

describe('the Indeed family', () => {
  test('Indeed: padded CDATA, empty elements, trackers', () => {
    expect(
      listingIn(
        indeedXml,
        `<job><title><![CDATA[ Nurse ]]></title><date><![CDATA[2026-02-27]]></date><referencenumber>00123</referencenumber>
        <requisitionid>R-1</requisitionid><url>https://acme.example/1</url><company></company><sourcename>Acme</sourcename>
        <city>Remote</city><state><![CDATA[]]></state><country>NL</country><postalcode>01234</postalcode><email>a@acme.example</email>
        <description><![CDATA[<p>Care</p>]]></description><salary>€ 20</salary><education>BSc</education><jobtype>fulltime</jobtype>
        <category>Health</category><remotetype>Hybrid remote</remotetype><expirationDate>2026-05-01</expirationDate><cpc>1</cpc></job>`,
      ),
    ).toEqual({
      identifier: '00123',
      requisition: 'R-1',
      title: 'Nurse',
      description: '<p>Care</p>',
      url: 'https://acme.example/1',
      datePosted: '2026-02-27',
      validThrough: '2026-05-01',
      employmentType: ['fulltime'],
      company: { name: 'Acme' },
      jobLocation: [{ city: 'Remote', country: 'NL', postalCode: '01234' }],
      workplace: ['Hybrid remote'],
      baseSalary: '€ 20',
      educationRequirements: 'BSc',
      occupationalCategory: ['Health'],
      contact: { email: 'a@acme.example' },
    });
  });

  test('ZipRecruiter: compensation in parts', () => {
    expect(
      listingIn(
        indeedXml,
        `<job><referencenumber>9</referencenumber><job_type>Part-Time</job_type><compensation_min>20</compensation_min>
        <compensation_max>25</compensation_max><compensation_interval>hourly</compensation_interval>
        <compensation_currency>USD</compensation_currency></job>`,
      ),
    ).toMatchObject({
      employmentType: ['Part-Time'],
      baseSalary: { min: '20', max: '25', unit: 'hourly', currency: 'USD' },
    });
  });

  test('Talent.com and Jobrapido: other names for dates and flags', () => {
    expect(
      listingIn(
        indeedXml,
        '<job><dateposted>d1</dateposted><expirationdate>d2</expirationdate><isremote>yes</isremote></job>',
      ),
    ).toEqual({ datePosted: 'd1', validThrough: 'd2', workplace: ['remote'] });
    expect(
      listingIn(
        indeedXml,
        '<job><reference_id>r</reference_id><location>Porto</location><state>Norte</state><country>PT</country><publishdate>d</publishdate><expirydate>e</expirydate></job>',
      ),
    ).toEqual({
      identifier: 'r',
      jobLocation: [{ text: 'Porto', region: 'Norte', country: 'PT' }],
      datePosted: 'd',
      validThrough: 'e',
    });
  });

  test('Jora: the publisher is the employer', () => {
    expect(
      listingIn(
        indeedXml,
        '<job><id>7</id><listed_date>d</listed_date><closing_date>e</closing_date><salary><min>1</min><max>2</max><currency>EUR</currency><type>Monthly</type></salary></job>',
        { publisher: 'Acme' },
      ),
    ).toEqual({
      identifier: '7',
      datePosted: 'd',
      validThrough: 'e',
      company: { name: 'Acme' },
      baseSalary: { min: '1', max: '2', currency: 'EUR', unit: 'Monthly' },
    });
  });

  test('LinkedIn: own id, workplace types, salaries with amounts', () => {
    expect(
      listingIn(
        indeedXml,
        `<job><partnerJobId>li-1</partnerJobId><companyId>99</companyId><company>Acme</company><applyUrl>u</applyUrl><listDate>d</listDate>
        <location>Berlin, DE</location><alternateLocations><location>Paris</location><location>Rome</location></alternateLocations>
        <workplaceTypes>Hybrid</workplaceTypes><salaries><salary><highEnd><amount>9</amount><currencyCode>EUR</currencyCode></highEnd>
        <lowEnd><amount>5</amount></lowEnd><period>YEARLY</period></salary></salaries></job>`,
      ),
    ).toEqual({
      identifier: 'li-1',
      applyUrl: 'u',
      datePosted: 'd',
      company: { name: 'Acme' },
      jobLocation: [{ text: 'Berlin, DE' }, { text: 'Paris' }, { text: 'Rome' }],
      workplace: ['Hybrid'],
      baseSalary: { min: '5', max: '9', currency: 'EUR', unit: 'YEARLY' },
    });
  });

  test('Teamtailor: start and end are of the posting, headquarters is no place', () => {
    expect(
      listingIn(
        indeedXml,
        `<job><referencenumber>t</referencenumber><startdate>s</startdate><enddate>e</enddate><createddate>c</createddate>
        <remotestatus>fully</remotestatus><employmenttype>fulltime</employmenttype><department><name>IT</name></department>
        <headquarters><city>Stockholm</city></headquarters>
        <locations><location><city>Lund</city><countrycode>SE</countrycode></location><location><city>Umeå</city><country>Sweden</country></location></locations></job>`,
      ),
    ).toEqual({
      identifier: 't',
      datePosted: 's',
      validThrough: 'e',
      workplace: ['fully'],
      employmentType: ['fulltime'],
      occupationalCategory: ['IT'],
      jobLocation: [
        { city: 'Lund', country: 'SE' },
        { city: 'Umeå', country: 'Sweden' },
      ],
    });
  });

  test('Handshake: duration is a kind of employment', () => {
    expect(
      listingIn(
        indeedXml,
        '<job><source_reference>h-1</source_reference><employment_type>Full-Time</employment_type><duration>Temporary</duration></job>',
      ),
    ).toEqual({ identifier: 'h-1', employmentType: ['Full-Time', 'Temporary'], duration: 'Temporary' });
  });

  test('SimplyHired: flags and requirements beside the summary', () => {
    expect(
      listingIn(
        indeedXml,
        `<job><job-code>sh</job-code><detail-url>u</detail-url><posted-date>p</posted-date><close-date>c</close-date>
        <description><summary>Do</summary><required-education>BA</required-education><full-time>yes</full-time><part-time>no</part-time></description>
        <compensation><salary-range>1-2</salary-range><salary-currency>USD</salary-currency></compensation>
        <location><city>Reno</city><state>NV</state><zip>89501</zip></location><company><name>Acme</name><url>w</url></company></job>`,
      ),
    ).toEqual({
      identifier: 'sh',
      url: 'u',
      description: 'Do',
      datePosted: 'p',
      validThrough: 'c',
      employmentType: ['full-time'],
      educationRequirements: 'BA',
      baseSalary: { text: '1-2', currency: 'USD' },
      jobLocation: [{ city: 'Reno', region: 'NV', postalCode: '89501' }],
      company: { name: 'Acme', url: 'w' },
    });
  });

  test('Meteojob: ids in attributes, coded lists', () => {
    expect(
      listingIn(
        indeedXml,
        `<job id="42" reference="R" lang="fr"><title>Dev</title><company><name>Acme</name></company>
        <workplace><locations><location><city>Lyon</city><country>FR</country></location></locations></workplace>
        <contract><types><type code="CDI"/></types></contract><salary lowEnd="30" highEnd="40" currency="EUR"/></job>`,
      ),
    ).toMatchObject({
      identifier: '42',
      language: 'fr',
      company: { name: 'Acme' },
      jobLocation: [{ city: 'Lyon', country: 'FR' }],
      employmentType: ['CDI'],
      baseSalary: { min: '30', max: '40', currency: 'EUR' },
    });
  });

  test('a row whose action is delete is refused as inactive, under its id', () => {
    expect(refusalOf(indeedXml, '<job><job-code>1</job-code><action>delete</action></job>')).toEqual({
      kind: 'rejected',
      reason: 'action is delete',
      inactive: true,
      identifier: '1',
    });
  });
});

test.each([
  [
    'a recruiter with an address is a contact, not the employer',
    '<recruiter><name>Eva Ek</name><email>e@a.example</email></recruiter>',
    { contact: { name: 'Eva Ek', email: 'e@a.example' } },
  ],
  ['a recruiter by name alone is the employer', '<recruiter>Acme</recruiter>', { company: { name: 'Acme' } }],
  [
    'flags of kinds are their words',
    '<contract>1</contract><temporary>true</temporary><permanent>0</permanent><type>3</type>',
    { employmentType: ['contract', 'temporary'] },
  ],
  ['a row that is filled is inactive', '<filled>yes</filled>', { inactive: 'filled is yes' }],
  [
    'a number beside its range is no further amount',
    '<salary><salary_amount>26.65</salary_amount><min>26.65</min><max>39</max><currency>CAD</currency></salary>',
    { baseSalary: { min: '26.65', max: '39', currency: 'CAD' } },
  ],
  [
    'years in parts are a range',
    '<experience><min>1</min><max>3</max></experience>',
    { experienceRequirements: '1-3' },
  ],
  [
    'a list of requirements is all of them',
    '<requirement>BSc</requirement><requirement>Greek</requirement>',
    { qualifications: 'BSc, Greek' },
  ],
  [
    'a place that is remote says so',
    '<location><city>Ames</city><remote>true</remote></location>',
    { jobLocation: [{ city: 'Ames' }], workplace: ['remote'] },
  ],
])('%s', (_what, members, expected) => {
  const [found] = indeedXml.parse(
    { index: 0, text: `<job><title>Cook</title>${members}</job>` },
    { head: {} },
  );
  if ('inactive' in expected) expect(found).toMatchObject({ kind: 'rejected', reason: expected.inactive });
  else expect(found).toEqual({ kind: 'listing', raw: { title: 'Cook', ...expected } });
});
