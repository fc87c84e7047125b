import { describe, expect, test } from 'vitest';
import { readFeed } from '../../../src/feeds/read/read.ts';
import { streamOf } from '../../../src/core/bytes.ts';
import type { RawListing } from '../../../src/listings/raw-listing.ts';
import { readText } from './reading.ts';

const text = 'Work with us on things that matter to people.';

async function only(document: string, adapter: string): Promise<RawListing> {
  const read = await readText(document);
  expect(read.adapter).toBe(adapter);
  const [listing, ...others] = read.found;
  expect(others).toEqual([]);
  return listing ?? {};
}

describe('JSON-LD that is no JSON', () => {
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Cook',
    description: text,
  };
  const json = JSON.stringify(posting);

  test.each([
    ['comments in it', `{ // the job\n${json.slice(1, -1)} /* end */ }`],
    ['quotation marks inside a text', json.replace('Work with', 'Work "with", and')],
    ['a comma before the end', `${json.slice(0, -1)},}`],
  ])('is read all the same: %s', async (_, block) => {
    expect(await only(page(block), 'html-jsonld')).toMatchObject({ title: 'Cook' });
  });

  test('one block may hold several objects', async () => {
    const { found } = await readText(page(`${json}\n${JSON.stringify({ ...posting, title: 'Chef' })}`));
    expect(found.map(({ title }) => title)).toEqual(['Cook', 'Chef']);
  });
});

describe('other shapes of one format', () => {
  test('SimplyHired is not taken for Jobvite, whose names for addresses it shares', async () => {
    const raw = await only(
      `<jobs><job><title>Cook</title><job-board-name>B</job-board-name><job-code>s1</job-code><detail-url>https://a.example/1</detail-url><apply-url>https://a.example/1/a</apply-url>
       <description><summary>${text}</summary><full-time>yes</full-time><telecommute>no</telecommute></description><company><name>Acme</name></company></job></jobs>`,
      'indeed-xml',
    );
    expect(raw).toMatchObject({ identifier: 's1', description: text, employmentType: ['full-time'] });
  });

  test('a first day with an end of its own is of the posting, with a closing date beside it of the work', async () => {
    expect(
      await only(job('<startdate>2026-01-01</startdate><enddate>2026-02-01</enddate>'), 'indeed-xml'),
    ).toMatchObject({ datePosted: '2026-01-01', validThrough: '2026-02-01' });
    expect(
      await only(job('<startdate>2026-01-01</startdate><closingdate>2025-12-01</closingdate>'), 'indeed-xml'),
    ).toMatchObject({ jobStartDate: '2026-01-01', validThrough: '2025-12-01' });
  });

  test('teaching vacancies: rows that are called vacancy and have the names of items', async () => {
    const raw = await only(
      `<vacancies><vacancy><reference>r</reference><jobTitle>Teacher</jobTitle><jobAdvert>${text}</jobAdvert><advertUrl>https://a.example/1</advertUrl><publishOn>2026-01-01</publishOn></vacancy></vacancies>`,
      'dfe-ats',
    );
    expect(raw).toMatchObject({ identifier: 'r', title: 'Teacher', description: text });
  });

  test('HR-XML 2.x: days and pay of the placements, headings by name', async () => {
    const raw = await only(
      `<PositionOpening xmlns="http://ns.hr-xml.org"><PositionRecordInfo><Id><IdValue>77</IdValue></Id></PositionRecordInfo>
       <PositionPostings><PositionPosting><Id validFrom="2026-01-01" validTo="2026-02-01"><IdValue>77</IdValue></Id></PositionPosting></PositionPostings>
       <PositionProfile><PositionDetail><PositionTitle>Cook</PositionTitle><RemunerationPackage><BasePay currencyCode="EUR" baseInterval="annual"><BasePayAmountMin>10</BasePayAmountMin><BasePayAmountMax>20</BasePayAmountMax></BasePay></RemunerationPackage></PositionDetail>
       <FormattedPositionDescription><Name>TasksHeadline</Name><Value>What you do</Value></FormattedPositionDescription>
       <FormattedPositionDescription><Name>Tasks</Name><Value>${text}</Value></FormattedPositionDescription></PositionProfile></PositionOpening>`,
      'hrxml-2-sep',
    );
    expect(raw).toMatchObject({
      datePosted: '2026-01-01',
      validThrough: '2026-02-01',
      baseSalary: { min: '10', max: '20', currency: 'EUR', unit: 'annual' },
      sections: [{ heading: 'What you do', body: text }],
    });
  });

  test('the older JobPositionPosting: title, days and text in elements of their own', async () => {
    const { adapter, found, end } = await readText(
      `<Envelope><JobPositionPosting status="active"><JobPositionPostingId>O-1</JobPositionPostingId><HiringOrg><HiringOrgName>Acme</HiringOrgName></HiringOrg>
       <PostDetail><StartDate><Date>2026-01-01</Date></StartDate><EndDate><Date>2026-02-01</Date></EndDate></PostDetail>
       <JobPositionInformation><JobPositionTitle><Title>Cook</Title></JobPositionTitle><JobPositionDescription><JobPositionPurpose>${text}</JobPositionPurpose>
       <Classification><Schedule><FullTime/></Schedule></Classification><CompensationDescription><Pay><SalaryMonthly currency="SEK">30000</SalaryMonthly></Pay></CompensationDescription></JobPositionDescription>
       <JobPositionRequirements><QualificationsRequired>knife</QualificationsRequired></JobPositionRequirements></JobPositionInformation></JobPositionPosting>
       <JobPositionPosting status="inactive"><JobPositionPostingId>O-2</JobPositionPostingId></JobPositionPosting></Envelope>`,
    );
    expect(adapter).toBe('hrxml-2-sep');
    expect(found).toEqual([
      {
        identifier: 'O-1',
        title: 'Cook',
        sections: [{ body: text }],
        datePosted: '2026-01-01',
        validThrough: '2026-02-01',
        employmentType: ['fulltime'],
        company: { name: 'Acme' },
        baseSalary: { value: '30000', currency: 'SEK', unit: 'month' },
        qualifications: 'knife',
      },
    ]);
    expect(end.rejected).toMatchObject([{ inactive: true }]);
  });

  test('what says that it is a delivery of changes is never the whole', async () => {
    expect((await readText(delivery('F'))).end.completeness).toBe('complete');
    expect((await readText(delivery('D'))).end).toMatchObject({
      completeness: 'truncated',
      reason: expect.stringContaining('changes'),
    });
  });

  test('HigherEdJobs: an institution with brackets of its own, text behind its line', async () => {
    const raw = await only(
      `<rss><channel><item><title>Dean</title><link>https://www.higheredjobs.com/details.cfm?JobCode=2</link><description>&lt;b&gt;Acme College (ACME)&lt;/b&gt; (New York, NY)&lt;br&gt;${text}</description></item></channel></rss>`,
      'higheredjobs-rss',
    );
    expect(raw).toMatchObject({
      company: { name: 'Acme College (ACME)' },
      jobLocation: [{ text: 'New York, NY' }],
    });
  });

  test('Craigslist: the last brackets of the title are the place', async () => {
    const raw = await only(
      '<rdf:RDF xmlns:rdf="r"><item rdf:about="https://oslo.craigslist.org/1.html"><title>Cook (good) (north side) $20</title><link>https://oslo.craigslist.org/1.html</link></item></rdf:RDF>',
      'craigslist-rss',
    );
    expect(raw.jobLocation).toEqual([{ text: 'north side' }]);
  });

  test('RSS: what ends the title and begins a line of facts is the employer, and places follow it', async () => {
    expect(
      await only(item('Cook — Acme', 'Acme · Oslo, Norway; Bergen · hybrid'), 'rss-generic'),
    ).toMatchObject({
      title: 'Cook — Acme',
      company: { name: 'Acme' },
      jobLocation: [{ text: 'Oslo, Norway' }, { text: 'Bergen' }],
      workplace: ['hybrid'],
    });
    expect(await only(item('Cook — Acme', 'Another · Oslo'), 'rss-generic')).not.toHaveProperty('company');
    expect(await only(item('Pacme', 'acme · Oslo'), 'rss-generic')).not.toHaveProperty('company');
  });

  test('RSS: without a guid the link is the id, made whole', async () => {
    const raw = await only(
      '<rss><channel><link>https://acme.example</link><item><title>Cook</title><link>/jobs/1</link></item></channel></rss>',
      'rss-generic',
    );
    expect(raw).toMatchObject({
      identifier: 'https://acme.example/jobs/1',
      url: 'https://acme.example/jobs/1',
    });
  });
});

describe('what stands outside the items is in the character set of the document', () => {
  test('the header of a table', async () => {
    expect(
      await readLatin(`identifiant;intitulé;société;url\n1;Ingénieur;Société;https://a.example/1\n`),
    ).toMatchObject([{ identifier: '1', title: 'Ingénieur', company: { name: 'Société' } }]);
  });

  test('the title of a channel', async () => {
    expect(
      await readLatin(
        '<?xml version="1.0" encoding="iso-8859-1"?><rss xmlns:joblisting="http://www.neogov.com/namespaces/JobListing"><channel><title>Université</title><item><title>Clerc</title><guid>1</guid></item></channel></rss>',
      ),
    ).toMatchObject([{ company: { name: 'Université' } }]);
  });
});

test('a row of separators in a table is no item', async () => {
  const { end, found } = await readText(`id,title,url\n1,Cook,https://a.example/1\n,,\n`);
  expect([end.items, found.length]).toEqual([1, 1]);
});

function page(block: string): string {
  return `<!doctype html><html><head><script type="application/ld+json">${block}</script></head></html>`;
}

function job(dates: string): string {
  return `<source><job><referencenumber>1</referencenumber><title>Cook</title>${dates}</job></source>`;
}

function delivery(load: string): string {
  return `<HRBAXMLJobPositionPosting><Header><TypeOfLoad>${load}</TypeOfLoad></Header><Data><JobPositionPosting><JobPositionPostingId>1</JobPositionPostingId></JobPositionPosting></Data></HRBAXMLJobPositionPosting>`;
}

function item(title: string, description: string): string {
  return `<rss><channel><item><title>${title}</title><guid>1</guid><description>${description}</description></item></channel></rss>`;
}

async function readLatin(document: string): Promise<RawListing[]> {
  const found: RawListing[] = [];
  const source = streamOf(Buffer.from(document, 'latin1'));
  for await (const step of readFeed({ source, adapter: 'auto' }))
    if (step.kind === 'chunk') found.push(...step.chunk.listings.map(({ raw }) => raw));
  return found;
}
