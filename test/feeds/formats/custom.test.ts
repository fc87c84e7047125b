import { describe, expect, test } from 'vitest';
import { leaf } from '../../../src/feeds/cut/tree.ts';
import type { Adapter } from '../../../src/feeds/adapter.ts';
import { customAdapter } from '../../../src/feeds/formats/custom.ts';
import { listingIn, parse, refusalOf } from './reading.ts';

describe('a feed described by paths', () => {
  test('a state or country beside places in one text is theirs, not a place of its own', () => {
    const adapter = adapterOf({
      format: 'json',
      items: 'jobs',
      fields: { title: 't', places: 'where', place: { region: 'state', country: 'land' } },
    });
    const places = (where: unknown) =>
      listingIn(adapter, JSON.stringify({ t: 'Cook', where, state: 'MN', land: 'US' })).jobLocation;
    expect(places('Duluth')).toEqual([{ text: 'Duluth', region: 'MN', country: 'US' }]);
    expect(places(['Duluth', 'Ely'])).toEqual([
      { text: 'Duluth', region: 'MN', country: 'US' },
      { text: 'Ely', region: 'MN', country: 'US' },
    ]);
    expect(places('')).toEqual([{ region: 'MN', country: 'US' }]);
  });

  test('XML: elements, attributes, places in parts, sections', () => {
    const adapter = adapterOf({
      format: 'xml',
      items: 'ns:Vacature',
      fields: {
        identifier: '@nr',
        title: ['functie', 'titel'],
        description: 'tekst',
        sections: [{ heading: 'Wij bieden', body: 'aanbod' }],
        url: 'link/@href',
        place: { city: 'plaats', country: 'land' },
        company: { name: 'bedrijf/naam' },
        pay: { min: 'salaris/van', max: 'salaris/tot', currency: 'salaris/@valuta' },
        active: 'status',
      },
    });
    const item = `<ns:Vacature nr="007"><titel>Kok</titel><tekst><![CDATA[<p>x</p>]]></tekst><aanbod>y</aanbod><link href="u"/>
      <plaats>Gent</plaats><land>BE</land><bedrijf><naam>Acme</naam></bedrijf><salaris valuta="EUR"><van>1</van><tot>2</tot></salaris>
      <status>open</status></ns:Vacature>`;
    expect(adapter.cut).toEqual({ kind: 'xml', elements: ['vacature'] });
    expect(listingIn(adapter, item)).toEqual({
      identifier: '007',
      title: 'Kok',
      description: '<p>x</p>',
      sections: [{ heading: 'Wij bieden', body: 'y' }],
      url: 'u',
      company: { name: 'Acme' },
      jobLocation: [{ city: 'Gent', country: 'BE' }],
      baseSalary: { min: '1', max: '2', currency: 'EUR' },
    });
    expect(refusalOf(adapter, item.replace('open', 'closed'))).toMatchObject({
      inactive: true,
      identifier: '007',
    });
  });

  test('JSON: the list by its path, the next page by its address', () => {
    const adapter = adapterOf({
      format: 'json',
      items: 'data.jobs',
      next: 'data.next',
      fields: { identifier: 'nr', title: 'name', places: 'locations', remote: 'flags/remote' },
    });
    expect(adapter.cut).toEqual({ kind: 'json', paths: ['data.jobs'] });
    expect(
      listingIn(adapter, {
        nr: 7,
        name: 'Cook',
        locations: ['Bonn', { city: 'Ulm' }],
        flags: { remote: true },
      }),
    ).toEqual({
      identifier: '7',
      title: 'Cook',
      jobLocation: [{ text: 'Bonn' }, { city: 'Ulm' }],
      workplace: ['remote'],
    });
    const page = {
      request: { url: 'https://x.example/1' },
      head: { 'data.next': '/2' },
      items: 1,
      itemsSoFar: 1,
      index: 0,
      repeated: false,
    };
    expect(adapter.paging?.next(page)).toEqual({ url: 'https://x.example/2' });
  });

  test('CSV: columns by their names', () => {
    const adapter = adapterOf({
      format: 'csv',
      fields: { identifier: 'Stellen-Nr', title: 'Job Title', place: { postalCode: 'PLZ' } },
    });
    expect(
      adapter.parse(
        {
          index: 0,
          text: '',
          cells: [leaf('stellen-nr', '01'), leaf('job title', 'Koch'), leaf('plz', '01067')],
        },
        { head: {} },
      ),
    ).toEqual([
      { kind: 'listing', raw: { identifier: '01', title: 'Koch', jobLocation: [{ postalCode: '01067' }] } },
    ]);
  });

  test('HTML: selectors, attributes behind an at sign, links relative to the page', () => {
    const adapter = adapterOf({
      format: 'html',
      items: 'li.job',
      fields: { identifier: '@data-id', title: 'h2', url: 'a@href', place: '.place', description: '.text' },
    });
    const page = `<ul><li class="job" data-id="1"><h2>Cook</h2><a href="/1">more</a><i class="place">Bonn</i><div class="text"><p>x</p></div></li>
      <li class="job" data-id="2"><h2>Chef</h2></li></ul>`;
    expect(parse(adapter, page, {}, 'https://acme.example/jobs')).toEqual([
      {
        kind: 'listing',
        raw: {
          identifier: '1',
          title: 'Cook',
          description: '<p>x</p>',
          url: 'https://acme.example/1',
          jobLocation: [{ text: 'Bonn' }],
        },
      },
      { kind: 'listing', raw: { identifier: '2', title: 'Chef' } },
    ]);
    const words = page.replace('href="/1"', 'href="careers@site.example"');
    expect(parse(adapter, words, {}, 'https://acme.example/jobs')[0]).toMatchObject({
      raw: { url: 'careers@site.example' },
    });
    expect(refusalOf(adapter, '<title>503 Service Unavailable</title>')).toMatchObject({
      reason: expect.stringContaining('error page'),
    });
  });

  test('what is wrong is said with its place', () => {
    const outcome = customAdapter({ format: 'xml', items: 'job', fields: { titel: 'x', url: 'a//b' } });
    expect(outcome).toMatchObject({ kind: 'invalid' });
    expect(outcome.kind === 'invalid' && outcome.problems.join('\n')).toMatch(/mapping\.fields.*titel/);
    expect(outcome.kind === 'invalid' && outcome.problems.join('\n')).toMatch(/mapping\.fields\.url/);
  });
});

function adapterOf(mapping: object): Adapter {
  const outcome = customAdapter(mapping);
  if (outcome.kind === 'invalid') throw new Error(outcome.problems.join('; '));
  return outcome.adapter;
}
