import { describe, expect, test } from 'vitest';
import { detect } from '../../../src/feeds/detect/detect.ts';
import { headOf } from '../../../src/feeds/detect/head.ts';
import { htmlJsonld } from '../../../src/feeds/formats/json/html-jsonld.ts';
import { adapters } from '../../../src/feeds/registry.ts';
import { listingIn, parse } from './reading.ts';

const url = 'https://acme.example/jobs/1?x=2';

describe('JSON-LD', () => {
  test('a posting in a graph, its employer by reference, its place in parts', () => {
    expect(
      listingIn(
        htmlJsonld,
        block({
          '@context': 'https://schema.org',
          '@graph': [
            { '@id': '#org', '@type': 'Organization', name: 'Acme', sameAs: 'https://acme.example' },
            {
              '@type': ['JobPosting', 'Thing'],
              identifier: { '@type': 'PropertyValue', name: 'Acme', value: 17 },
              title: 'Cook',
              description: '<p>x</p>',
              url: '/jobs/1',
              datePosted: '2026-01-01',
              validThrough: '2026-02-01',
              hiringOrganization: { '@id': '#org' },
              employmentType: ['FULL_TIME', 'INTERN'],
              jobLocationType: 'TELECOMMUTE',
              applicantLocationRequirements: { '@type': 'Country', name: 'US' },
              jobLocation: {
                '@type': 'Place',
                name: 'HQ',
                address: {
                  '@type': 'PostalAddress',
                  addressLocality: 'Reno',
                  addressRegion: 'NV',
                  addressCountry: { '@type': 'Country', name: 'US' },
                },
                geo: { latitude: 1, longitude: 2 },
              },
              baseSalary: {
                '@type': 'MonetaryAmount',
                currency: 'USD',
                value: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 2, unitText: 'HOUR' },
              },
              educationRequirements: {
                '@type': 'EducationalOccupationalCredential',
                credentialCategory: 'bachelor degree',
              },
              experienceRequirements: { monthsOfExperience: 12 },
              totalJobOpenings: 3,
            },
          ],
        }),
        {},
        url,
      ),
    ).toEqual({
      identifier: '17',
      title: 'Cook',
      description: '<p>x</p>',
      url: 'https://acme.example/jobs/1',
      datePosted: '2026-01-01',
      validThrough: '2026-02-01',
      employmentType: ['FULL_TIME', 'INTERN'],
      company: { name: 'Acme', url: 'https://acme.example' },
      jobLocation: [{ text: 'HQ', city: 'Reno', region: 'NV', country: 'US' }],
      workplace: ['TELECOMMUTE'],
      applicantLocationRequirements: ['US'],
      baseSalary: { min: '1', max: '2', currency: 'USD', unit: 'HOUR' },
      educationRequirements: 'bachelor degree',
      experienceRequirements: '12 months',
      totalJobOpenings: '3',
    });
  });

  test('one bad block spoils no other; commas, line ends and comments that should not be there are repaired', () => {
    const page = `<script type='application/ld+json'></script><script type="application/ld+json">{oops</script>
      <script async type="application/ld+json"><!-- {"@type":"http://schema.org/JobPosting","title":"A",
      "description":"two\nlines",} --></script>
      <script type="application/ld+json">[{"@type":"ItemList","itemListElement":[{"item":{"@type":"JobPosting","title":"B"}}]}]</script>`;
    expect(
      parse(htmlJsonld, page).map(
        (found) => found.kind === 'listing' && [found.raw.title, found.raw.description],
      ),
    ).toEqual([
      ['A', 'two\nlines'],
      ['B', undefined],
    ]);
  });

  test('a place that is a text, an organization that is a text, a salary with its currency beside it', () => {
    expect(
      listingIn(
        htmlJsonld,
        block({
          '@type': 'JobPosting',
          title: 'x',
          hiringOrganization: 'Acme',
          jobLocation: [{ address: '1 Main St, Reno, NV' }, 'Oslo'],
          baseSalary: 100000,
          salaryCurrency: 'USD',
        }),
      ),
    ).toEqual({
      title: 'x',
      company: { name: 'Acme' },
      jobLocation: [{ text: '1 Main St, Reno, NV' }, { text: 'Oslo' }],
      baseSalary: { text: '100000', currency: 'USD' },
    });
  });

  test('a posting without its own address has the canonical one of the page', () => {
    const page = `<link rel="canonical" href="/j/1">${block({ '@type': 'JobPosting', title: 'x' })}`;
    expect(listingIn(htmlJsonld, page, {}, url).url).toBe('https://acme.example/j/1');
  });

  test.each([
    ['j/1', 'https://acme.example/j/1'],
    ['www.zeta.example/jobs/1', 'www.zeta.example/jobs/1'],
    ['N/A', 'https://acme.example/'],
  ])('the address %s is a path, a host or none', (written, address) => {
    const page = block({ '@type': 'JobPosting', title: 'x', url: written });
    expect(listingIn(htmlJsonld, page, {}, 'https://acme.example/').url).toBe(address);
  });
});

describe('microdata and RDFa', () => {
  test('values come from content, datetime and href, nested things keep their own', () => {
    const page = `<div itemscope itemtype="http://schema.org/JobPosting"><h1 itemprop="title">Chef</h1>
      <meta itemprop="datePosted" content="Wed Sep 02 02:00:00 UTC 2026"><time itemprop="validThrough" datetime="2026-10-01">soon</time>
      <div itemprop="description"><p>Cook <b>well</b></p></div>
      <span itemprop="hiringOrganization" itemscope itemtype="https://schema.org/Organization"><span itemprop="name">Acme</span></span>
      <div itemprop="jobLocation" itemscope itemtype="https://schema.org/Place"><div itemprop="address" itemscope itemtype="x">
      <span itemprop="addressLocality">Bonn</span></div></div></div>`;
    expect(listingIn(htmlJsonld, page)).toEqual({
      title: 'Chef',
      datePosted: 'Wed Sep 02 02:00:00 UTC 2026',
      validThrough: '2026-10-01',
      description: '<p>Cook <b>well</b></p>',
      company: { name: 'Acme' },
      jobLocation: [{ city: 'Bonn' }],
    });
  });

  test('RDFa Lite reads alike, and Open Graph is not of it', () => {
    const page = `<div vocab="https://schema.org/" typeof="JobPosting"><meta property="og:title" content="no"><span property="title">Chef</span>
      <div property="hiringOrganization" typeof="Organization"><span property="name">Acme</span></div></div>`;
    expect(listingIn(htmlJsonld, page)).toEqual({ title: 'Chef', company: { name: 'Acme' } });
  });
});

test('a page without markup holds nothing, an error page is no page of jobs', () => {
  expect(parse(htmlJsonld, '<html><body>Jobs</body></html>')).toEqual([]);
  expect(detect(headOf('<html><title>Careers</title></html>'), adapters)).toMatchObject({
    kind: 'known',
    confidence: 0.2,
  });
  expect(detect(headOf('<html><title>500 - something went wrong</title></html>'), adapters)).toEqual({
    kind: 'unknown',
    reason: 'a web page in place of a feed',
  });
});

function block(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}
