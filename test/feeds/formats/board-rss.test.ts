import { describe, expect, test } from 'vitest';
import { readText } from './reading.ts';

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

  test('We Work Remotely: in older documents a line of the text says who may apply', async () => {
    const { found } = await readText(
      '<rss><channel><link>https://weworkremotely.com</link><item><title>Acme: Cook</title><description>&lt;p&gt;&lt;strong&gt;Headquarters:&lt;/strong&gt; Reno&lt;/p&gt;&lt;p&gt;Location: Berlin, Germany&lt;/p&gt;&lt;p&gt;Cook.&lt;/p&gt;</description><guid>g</guid></item></channel></rss>',
    );
    expect(found[0]?.applicantLocationRequirements).toEqual(['Berlin, Germany']);
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
