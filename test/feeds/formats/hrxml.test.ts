import { describe, expect, test } from 'vitest';
import { readText } from './reading.ts';

describe('HR-XML', () => {
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

function opening(status: string): string {
  return `<PositionOpening xmlns="http://www.hr-xml.org/3" validFrom="2026-01-01" xmlns:oa="http://www.openapplications.org/oagis/9">
    <DocumentID>d1</DocumentID><PositionOpeningStatusCode>${status}</PositionOpeningStatusCode><PositionProfile languageCode="no">
    <PostingInstruction><ApplicationMethod><Instructions>&lt;a href="https://x.example/1"&gt;</Instructions></ApplicationMethod></PostingInstruction>
    <PositionTitle>Cook</PositionTitle><PositionLocation><Address><oa:CityName>OSLO</oa:CityName><oa:CountrySubDivisionCode>NO081</oa:CountrySubDivisionCode><CountryCode>NO</CountryCode></Address></PositionLocation>
    <PositionOrganization><OrganizationIdentifiers><OrganizationName>Acme</OrganizationName></OrganizationIdentifiers></PositionOrganization>
    <PositionOpenQuantity>2</PositionOpenQuantity><PositionScheduleTypeCode>1-Full-Time</PositionScheduleTypeCode><ApplicationCloseDate>2026-03-01</ApplicationCloseDate>
    <PositionFormattedDescription><Content>x</Content></PositionFormattedDescription></PositionProfile></PositionOpening>`;
}
