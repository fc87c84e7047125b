import { describe, expect, test } from 'vitest';
import { rssGeneric } from '../../../src/feeds/formats/xml/rss-generic.ts';
import { listingIn } from './reading.ts';

describe('RSS and Atom', () => {
  test('RSS 2.0: guid, content over description, job elements of any module', () => {
    expect(
      listingIn(
        rssGeneric,
        `<item xmlns:content="c" xmlns:job="j" xmlns:media="m"><title>Cook</title><link>/jobs/1</link><guid isPermaLink="false">g1</guid>
        <description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded><pubDate>Mon, 22 Jun 2026 12:12:33 GMT</pubDate>
        <media:title>no</media:title><author>a@x.example</author><category>Food</category><job:company>Acme</job:company><job:location>Bonn</job:location></item>`,
        { link: 'https://x.example/feed' },
      ),
    ).toEqual({
      identifier: 'g1',
      title: 'Cook',
      description: '<p>long</p>',
      url: 'https://x.example/jobs/1',
      datePosted: 'Mon, 22 Jun 2026 12:12:33 GMT',
      occupationalCategory: ['Food'],
      company: { name: 'Acme' },
      jobLocation: [{ text: 'Bonn' }],
    });
  });

  test('RSS 1.0: rdf:about and dc:date', () => {
    expect(
      listingIn(
        rssGeneric,
        '<item rdf:about="https://x.example/2"><title>T</title><link>https://x.example/2</link><dc:date>2026-01-02</dc:date><dc:type>text</dc:type></item>',
      ),
    ).toEqual({
      identifier: 'https://x.example/2',
      title: 'T',
      url: 'https://x.example/2',
      datePosted: '2026-01-02',
    });
  });

  test('Atom: the alternate link, xhtml content, updated where nothing says published', () => {
    expect(
      listingIn(
        rssGeneric,
        `<entry xml:base="https://x.example/"><id>urn:1</id><title type="html">A &amp;amp; B</title><link rel="self" href="s"/><link rel="alternate" href="j/1"/>
        <updated>2026-03-01T00:00:00Z</updated><author><name>Someone</name></author>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Text <b>bold</b></div></content></entry>`,
      ),
    ).toMatchObject({
      identifier: 'urn:1',
      title: 'A &amp; B',
      url: 'https://x.example/j/1',
      datePosted: '2026-03-01T00:00:00Z',
      description: expect.stringContaining('Text <b>bold</b></div>'),
    });
  });

  test('HTML that nobody escaped is the description all the same', () => {
    expect(
      listingIn(rssGeneric, '<item><title>x</title><description>Do <b>it</b></description></item>')
        .description,
    ).toBe('Do <b>it</b>');
  });
});
