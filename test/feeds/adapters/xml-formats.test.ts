import { describe, expect, test } from 'vitest';
import { readText } from './reading.ts';

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
    const job = (
      action: string,
    ) => `<job><customerCredentials><username>partner</username><password>secret</password></customerCredentials>
      <callbackUrl>https://x.example/?token=secret</callbackUrl><referencenumber>0007${action}</referencenumber><title>Cook</title><url>u</url>
      <jobstartdate>2023-01-23</jobstartdate><job_action>${action}</job_action><hours_min>32</hours_min><hours_max>40</hours_max></job>`;
    const { adapter, found, end } = await readText(
      `<jobs><publisher>IGB</publisher>${job('update')}${job('delete')}</jobs>`,
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

describe('national and applicant systems', () => {
  test('APEC', async () => {
    const { adapter, found } = await readText(
      `<Export_offres><Offre_emploi><Reference_apec>1W</Reference_apec><Reference_client>C1</Reference_client><Intitule>Ingénieur</Intitule><Texte_offre>x</Texte_offre>
       <Nom_entreprise>Acme</Nom_entreprise><Date_parution>11/12/2025 10:41:41</Date_parution><Contrat><Type_contrat>CDI</Type_contrat></Contrat>
       <Nombre_postes>2</Nombre_postes><Lieu><Libelle_lieu>ROUEN</Libelle_lieu></Lieu><Lieu><Libelle_lieu>CAEN</Libelle_lieu></Lieu></Offre_emploi></Export_offres>`,
    );
    expect(adapter).toBe('apec-xml');
    expect(found).toEqual([
      {
        identifier: '1W',
        requisition: 'C1',
        title: 'Ingénieur',
        description: 'x',
        datePosted: '11/12/2025 10:41:41',
        employmentType: ['CDI'],
        company: { name: 'Acme' },
        totalJobOpenings: '2',
        jobLocation: [{ text: 'ROUEN' }, { text: 'CAEN' }],
      },
    ]);
  });

  test('Talentsoft: formatted twins first, the unit is a division, fields of the customer by their labels', async () => {
    const { adapter, found } = await readText(
      `<offers><offer><id>1</id><reference>R</reference><entity id="9">UNIT</entity><creationDate>20260101</creationDate><directUrl>u</directUrl>
       <jobDescription><title>Dev</title><description>plain</description><missionDescription>m</missionDescription><missionDescriptionFormatted><![CDATA[<p>m</p>]]></missionDescriptionFormatted>
       <contract id="3">CDI</contract><customFields><datetime1 label="Date de début">01/09/2026</datetime1></customFields>
       <location><jobLocation>Lyon</jobLocation><countries><country>France</country></countries></location></jobDescription></offer></offers>`,
    );
    expect(adapter).toBe('talentsoft-xml');
    expect(found).toEqual([
      {
        identifier: '1',
        requisition: 'R',
        title: 'Dev',
        description: 'plain',
        sections: [{ heading: 'Mission', body: '<p>m</p>' }],
        url: 'u',
        datePosted: '20260101',
        jobStartDate: '01/09/2026',
        employmentType: ['CDI'],
        company: { division: 'UNIT' },
        jobLocation: [{ text: 'Lyon', country: 'France' }],
      },
    ]);
  });

  test('La Poste', async () => {
    const { adapter, found } = await readText(
      '<offres><offre><intitule-du-poste>Facteur</intitule-du-poste><reference>r</reference><contexte>c</contexte><description-de-la-mission>m</description-de-la-mission><localisation-du-poste>Aubenas</localisation-du-poste></offre></offres>',
    );
    expect(adapter).toBe('laposte-xml');
    expect(found).toMatchObject([
      {
        identifier: 'r',
        title: 'Facteur',
        description: 'c',
        sections: [{ heading: 'Mission', body: 'm' }],
        jobLocation: [{ city: 'Aubenas' }],
      },
    ]);
  });

  test('Absolventa: pairs of headline and body, the place of the offer joins the list', async () => {
    const { adapter, found } = await readText(
      `<job_offer><title>Kapitän</title><application_url>u</application_url><started_at>2019-11-11</started_at><city>Berlin</city><zip>10318</zip>
       <job_offer_locations><job_offer_location><city>Kiel</city></job_offer_location></job_offer_locations><description>d</description>
       <tasks_headline>Das tust du</tasks_headline><tasks>t</tasks></job_offer>`,
    );
    expect(adapter).toBe('absolventa-xml');
    expect(found).toMatchObject([
      {
        title: 'Kapitän',
        applyUrl: 'u',
        datePosted: '2019-11-11',
        sections: [{ heading: 'Das tust du', body: 't' }],
        jobLocation: [{ city: 'Berlin', postalCode: '10318' }, { city: 'Kiel' }],
      },
    ]);
  });

  test('Jobvite', async () => {
    const { adapter, found } = await readText(
      '<result><job><id>o</id><title>Cook</title><requisitionid>r</requisitionid><location>New York, NY</location><date>7/04/2011</date><detail-url><![CDATA[ u ]]></detail-url><apply-url>a</apply-url></job></result>',
    );
    expect(adapter).toBe('jobvite-xml');
    expect(found).toMatchObject([
      {
        identifier: 'o',
        requisition: 'r',
        url: 'u',
        applyUrl: 'a',
        datePosted: '7/04/2011',
        jobLocation: [{ text: 'New York, NY' }],
      },
    ]);
  });

  test('Personio: offices are places, the account makes the address, an empty board is one', async () => {
    const { adapter, found } = await readText(
      `<workzag-jobs><position><id>1</id><subcompany>Acme</subcompany><office>Munich</office><additionalOffices><office>Berlin</office></additionalOffices><name>Dev</name>
       <jobDescriptions><jobDescription><name>Tasks</name><value>x</value></jobDescription></jobDescriptions><employmentType>intern</employmentType><schedule>part-time</schedule></position></workzag-jobs>`,
      'https://acme.jobs.personio.de/xml?language=en',
    );
    expect(adapter).toBe('personio-xml');
    expect(found).toEqual([
      {
        identifier: '1',
        title: 'Dev',
        sections: [{ heading: 'Tasks', body: 'x' }],
        url: 'https://acme.jobs.personio.de/job/1',
        employmentType: ['intern', 'part-time'],
        company: { name: 'Acme' },
        jobLocation: [{ text: 'Munich' }, { text: 'Berlin' }],
      },
    ]);
    expect((await readText('<workzag-jobs></workzag-jobs>')).end).toMatchObject({
      adapter: 'personio-xml',
      completeness: 'complete',
    });
  });

  test('teaching vacancies: items, a bare channel, a Vacancy inside content', async () => {
    const items = await readText(
      '<items><item><reference>1</reference><jobTitle>Head</jobTitle><jobAdvert>x</jobAdvert><advertUrl>www.x.example/1?a=1&amp;amp;b=2</advertUrl><expiresAt>2042-10-28T12:00:00+0100</expiresAt><startDate>2042-11-01</startDate></item></items>',
    );
    expect(items.adapter).toBe('dfe-ats');
    expect(items.found).toMatchObject([
      {
        identifier: '1',
        title: 'Head',
        url: 'https://www.x.example/1?a=1&b=2',
        validThrough: '2042-10-28T12:00:00+0100',
        jobStartDate: '2042-11-01',
      },
    ]);

    const vacancy = await readText(
      `<rss xmlns:a10="http://www.w3.org/2005/Atom"><channel><item><link>u</link><title>TA</title><a10:content type="text/xml"><Vacancy><VacancyID>9</VacancyID><vTitle>TA</vTitle>
       <Advert_text>x</Advert_text><Expiry_date>01/09/2043 12:00:00</Expiry_date><Job_Location>Barnstaple,_Devon</Job_Location></Vacancy></a10:content></item></channel></rss>`,
    );
    expect(vacancy.adapter).toBe('dfe-ats');
    expect(vacancy.found).toMatchObject([
      {
        identifier: '9',
        url: 'u',
        validThrough: '01/09/2043 12:00:00',
        jobLocation: [{ text: 'Barnstaple, Devon' }],
      },
    ]);

    const json = await readText(
      '[{"reference":"0044","advertUrl":"https://x.example","jobTitle":"Head","jobAdvert":"x"}]',
    );
    expect([json.adapter, json.found[0]?.identifier]).toEqual(['dfe-ats', '0044']);
  });

  test('ReliefWeb import: the link is the id', async () => {
    const { adapter, found } = await readText(
      '<channel><item><link>https://x.example/1</link><title>Medic</title><body>x</body><field_job_closing_date>2026-02-01</field_job_closing_date><field_country>TCD</field_country><field_how_to_apply>mail</field_how_to_apply></item></channel>',
    );
    expect(adapter).toBe('reliefweb-import-xml');
    expect(found).toMatchObject([
      {
        identifier: 'https://x.example/1',
        description: 'x',
        validThrough: '2026-02-01',
        jobLocation: [{ country: 'TCD' }],
        sections: [{ heading: 'How to apply', body: 'mail' }],
      },
    ]);
  });
});

describe('HR-XML', () => {
  const opening = (
    status: string,
  ) => `<PositionOpening xmlns="http://www.hr-xml.org/3" validFrom="2026-01-01" xmlns:oa="http://www.openapplications.org/oagis/9">
    <DocumentID>d1</DocumentID><PositionOpeningStatusCode>${status}</PositionOpeningStatusCode><PositionProfile languageCode="no">
    <PostingInstruction><ApplicationMethod><Instructions>&lt;a href="https://x.example/1"&gt;</Instructions></ApplicationMethod></PostingInstruction>
    <PositionTitle>Cook</PositionTitle><PositionLocation><Address><oa:CityName>OSLO</oa:CityName><oa:CountrySubDivisionCode>NO081</oa:CountrySubDivisionCode><CountryCode>NO</CountryCode></Address></PositionLocation>
    <PositionOrganization><OrganizationIdentifiers><OrganizationName>Acme</OrganizationName></OrganizationIdentifiers></PositionOrganization>
    <PositionOpenQuantity>2</PositionOpenQuantity><PositionScheduleTypeCode>1-Full-Time</PositionScheduleTypeCode><ApplicationCloseDate>2026-03-01</ApplicationCloseDate>
    <PositionFormattedDescription><Content>x</Content></PositionFormattedDescription></PositionProfile></PositionOpening>`;

  test('3.x of EURES: local names, whatever the prefixes', async () => {
    const { adapter, found } = await readText(opening('Active'));
    expect(adapter).toBe('hrxml-3-eures');
    expect(found).toEqual([
      {
        identifier: 'd1',
        title: 'Cook',
        description: 'x',
        url: 'https://x.example/1',
        datePosted: '2026-01-01',
        validThrough: '2026-03-01',
        employmentType: ['Full-Time'],
        company: { name: 'Acme' },
        jobLocation: [{ city: 'OSLO', region: 'NO081', country: 'NO' }],
        totalJobOpenings: '2',
        language: 'no',
      },
    ]);
  });

  test('3.x: what is not active is withdrawn, and so is what a message deletes', async () => {
    expect((await readText(opening('Closed'))).end.rejected).toMatchObject([
      { reason: 'PositionOpeningStatusCode is Closed', inactive: true },
    ]);
    const message = await readText(
      `<ProcessPositionOpening><DataArea><Process><ActionCriteria><ActionExpression actionCode="Delete">/x</ActionExpression></ActionCriteria></Process>${opening('Active')}</DataArea></ProcessPositionOpening>`,
    );
    expect(message.adapter).toBe('hrxml-3-process');
    expect(message.end.rejected).toMatchObject([{ inactive: true }]);
  });

  test('a USAJOBS export that says how many records there are is a page of them', async () => {
    const { adapter, end } = await readText(
      `<ShowPositionOpening><DataArea><Show recordSetCount="562"/>${opening('Active')}</DataArea></ShowPositionOpening>`,
    );
    expect(adapter).toBe('hrxml-3-usajobs');
    expect(end).toMatchObject({ completeness: 'truncated', statedTotal: 562 });
  });

  test('2.x: record info has id and dates, placements are not jobs, control pairs no text', async () => {
    const { adapter, found } = await readText(
      `<PositionOpening xmlns="http://ns.hr-xml.org/2007-04-15"><PositionRecordInfo><Id validFrom="2026-01-01" validTo="2026-02-01"><IdValue>p1</IdValue></Id><Status>Active</Status></PositionRecordInfo>
       <PositionPostings><PositionPosting><Link>https://x.example/1</Link></PositionPosting><PositionPosting><Link>https://x.example/2</Link></PositionPosting></PositionPostings>
       <PositionProfile><PositionDetail><Company><Name>Acme</Name></Company><PositionTitle>Cook</PositionTitle><PhysicalLocation><Area type="municipality"><Value>Ulm</Value></Area><Area type="countrycode"><Value>DE</Value></Area></PhysicalLocation>
       <PhysicalLocation><PostalAddress><CountryCode>DE</CountryCode><Municipality>Bonn</Municipality></PostalAddress></PhysicalLocation></PositionDetail>
       <FormattedPositionDescription><Name>Tasks</Name><Value>a</Value></FormattedPositionDescription><FormattedPositionDescription><Name>Tasks</Name><Value>b</Value></FormattedPositionDescription>
       <FormattedPositionDescription><Name>template_id</Name><Value>7</Value></FormattedPositionDescription></PositionProfile></PositionOpening>`,
    );
    expect(adapter).toBe('hrxml-2-sep');
    expect(found).toMatchObject([
      {
        identifier: 'p1',
        title: 'Cook',
        url: 'https://x.example/1',
        datePosted: '2026-01-01',
        validThrough: '2026-02-01',
        company: { name: 'Acme' },
        jobLocation: [
          { city: 'Ulm', country: 'DE' },
          { city: 'Bonn', country: 'DE' },
        ],
        sections: [{ heading: 'Tasks', body: 'a\nb' }],
      },
    ]);
  });

  test('an order between agencies is no feed of jobs', async () => {
    expect((await readText('<StaffingOrder><StaffingPosition/></StaffingOrder>')).end).toMatchObject({
      adapter: 'none',
      reason: expect.stringContaining('staffingorder'),
    });
  });
});

describe('boards in RSS and Atom', () => {
  test('We Work Remotely: company and role stand in the title, the region says who may apply', async () => {
    const { adapter, found } = await readText(
      '<rss><channel><link>https://weworkremotely.com</link><item><title>Acme: Cook: Night</title><region>Anywhere in the World</region><country/><type>Full-Time</type><guid>g</guid><expires_at>e</expires_at></item></channel></rss>',
    );
    expect(adapter).toBe('wwr-rss');
    expect(found).toEqual([
      {
        identifier: 'g',
        title: 'Cook: Night',
        company: { name: 'Acme' },
        employmentType: ['Full-Time'],
        validThrough: 'e',
        workplace: ['remote'],
        applicantLocationRequirements: ['Anywhere in the World'],
      },
    ]);
  });

  test('Google Base: attributes of its namespace', async () => {
    const { adapter, found } = await readText(
      `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><title>Cook</title><guid>1</guid><g:employer>Acme</g:employer><g:expiration_date>2005-12-20</g:expiration_date>
       <g:job_function>Food</g:job_function><g:job_industry>Inns</g:job_industry><g:job_type>full-time</g:job_type><g:salary>1</g:salary><g:currency>USD</g:currency><g:salary_type>hourly</g:salary_type>
       <g:education>BS</g:education><g:immigration_status>Citizen</g:immigration_status><g:location>Main St, Reno</g:location></item></channel></rss>`,
    );
    expect(adapter).toBe('gbase-rss');
    expect(found).toEqual([
      {
        identifier: '1',
        title: 'Cook',
        company: { name: 'Acme' },
        validThrough: '2005-12-20',
        occupationalCategory: ['Food'],
        industry: ['Inns'],
        employmentType: ['full-time'],
        baseSalary: { text: '1', currency: 'USD', unit: 'hourly' },
        educationRequirements: 'BS',
        workAuthorization: ['Citizen'],
        jobLocation: [{ text: 'Main St, Reno' }],
      },
    ]);
  });

  test('Craigslist: RSS 1.0', async () => {
    const { adapter, found } = await readText(
      '<rdf:RDF xmlns:rdf="r"><item rdf:about="https://sfbay.craigslist.org/1.html"><title>Cook</title><link>https://sfbay.craigslist.org/1.html</link><dc:date>2017-06-21T10:33:10-07:00</dc:date><dc:type>text</dc:type></item></rdf:RDF>',
    );
    expect(adapter).toBe('craigslist-rss');
    expect(found).toMatchObject([
      { identifier: 'https://sfbay.craigslist.org/1.html', datePosted: '2017-06-21T10:33:10-07:00' },
    ]);
  });

  test('Oleeo: fields are lines of the content', async () => {
    const { adapter, found } = await readText(
      `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Provider</name></author><entry xml:base="https://x.tal.net/1"><id>https://x.tal.net/1</id><title>Officer</title><published>2017-09-30T23:00:00Z</published>
       <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Vacancy Id:13638<br/> Role Type:Policy<br/> Salary:£28,950<br/> Location:Rochester <br/> Closing Date:31 Oct 2017 23:55 GMT<br/></div></content></entry></feed>`,
    );
    expect(adapter).toBe('atom-oleeo');
    expect(found).toMatchObject([
      {
        identifier: '13638',
        title: 'Officer',
        baseSalary: '£28,950',
        jobLocation: [{ text: 'Rochester' }],
        validThrough: '31 Oct 2017 23:55 GMT',
        occupationalCategory: ['Policy'],
      },
    ]);
    expect(found[0]?.company).toBeUndefined();
  });
});
