import type { RawPlace } from '../../../listings/raw-listing.ts';
import { atLeastOne, filled, textAt, treesAt } from '../find.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { numberedPages, offsetPages, stated, totalOf } from '../format-pages.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

const field = (name: string) => [`fields/${name}`, name];

/** ReliefWeb API: humanitarian jobs, whose fields depend on what the request asked for. */
export const reliefwebJson = jsonAdapter({
  name: 'reliefweb-json',
  about: 'ReliefWeb jobs API',
  detect: (head) =>
    jsonMarkers(head, [
      'data[].fields.title',
      'data[].fields.body|data[].fields.date.created|data[].fields.how_to_apply|data[].fields.source|data[].score|totalCount',
    ]) ?? addressSign(head, /api\.reliefweb\.int\/v\d+\/jobs/),
  rows: ['data'],
  mapping: {
    identifier: 'id',
    title: field('title'),
    description: [...field('body-html'), ...field('body')],
    sections: [{ heading: 'How to apply', body: [...field('how_to_apply-html'), ...field('how_to_apply')] }],
    url: [...field('url_alias'), ...field('url'), 'href'],
    datePosted: [...field('date/created'), ...field('date/posted')],
    validThrough: field('date/closing'),
    employmentType: field('type'),
    company: { name: [...field('source/name'), ...field('source/shortname')] },
    occupationalCategory: field('career_categories'),
    industry: field('theme'),
    experienceRequirements: field('experience'),
  },
  alsoReads: { jobLocation: 'fields/city/name, fields/country/name' },
  also: (row) => {
    const namesIn = (list: string) =>
      field(list)
        .flatMap((path) => treesAt(row, path))
        .flatMap((one) => textAt(one, 'name') ?? (one.text.trim() || []));
    const [cities, countries] = [namesIn('city'), namesIn('country')];
    const [country] = countries;
    const inOne = countries.length === 1 && country !== undefined ? { country } : {};
    const places =
      cities.length > 0
        ? cities.map((city) => ({ city, ...inOne }))
        : countries.map((one) => ({ country: one }));
    return { jobLocation: atLeastOne<RawPlace>(places) };
  },
  paging: offsetPages({ offset: 'offset', limit: 'limit', size: 100, totals: ['totalCount'] }),
});

/** Germany's employment agency: a list without texts. */
export const arbeitsagenturJson = jsonAdapter({
  name: 'arbeitsagentur-json',
  about: 'Arbeitsagentur job search',
  detect: (head) =>
    jsonMarkers(head, ['stellenangebote[].refnr|stellenangebote[].hashId|stellenangebote']) ??
    jsonMarkers(head, ['refnr', 'arbeitgeber|stellenbeschreibung|stellenangebotsBeschreibung'], 0.9) ??
    addressSign(head, /arbeitsagentur\.de\/.*jobsuche/),
  rows: ['stellenangebote'],
  single: true,
  mapping: {
    identifier: ['refnr', 'referenznummer'],
    title: ['titel', 'stellenangebotsTitel', 'beruf', 'hauptberuf'],
    description: ['stellenbeschreibung', 'stellenangebotsBeschreibung'],
    url: ['externeUrl', 'externeURL'],
    datePosted: [
      'aktuelleVeroeffentlichungsdatum',
      'veroeffentlichungsdatum',
      'datumErsteVeroeffentlichung',
      'ersteVeroeffentlichungsdatum',
    ],
    jobStartDate: ['eintrittsdatum', 'eintrittszeitraum/von'],
    employmentType: ['arbeitszeit', 'arbeitszeitmodelle', 'angebotsart', 'befristung'],
    company: { name: ['arbeitgeber', 'firma'] },
    occupationalCategory: ['beruf', 'hauptberuf'],
    totalJobOpenings: ['anzahlOffeneStellen'],
  },
  alsoReads: { jobLocation: 'arbeitsort, arbeitsorte', url: 'else made of refnr' },
  also: (row, _document, raw) => {
    const holders = [
      ...treesAt(row, 'arbeitsort'),
      ...treesAt(row, 'arbeitsorte'),
      ...treesAt(row, 'stellenlokationen/adresse'),
    ];
    const places = holders.map((place) =>
      filled<RawPlace>({
        city: textAt(place, 'ort'),
        region: textAt(place, 'region'),
        postalCode: textAt(place, 'plz'),
        country: textAt(place, 'land'),
        street: textAt(place, 'strasse'),
      }),
    );
    const page =
      raw.identifier &&
      `https://www.arbeitsagentur.de/jobsuche/jobdetail/${encodeURIComponent(raw.identifier)}`;
    return { ...needsDetail(raw), jobLocation: atLeastOne(places), url: raw.url ?? page };
  },
  paging: numberedPages({
    page: 'page',
    first: 1,
    isLast: (page) => page.itemsSoFar >= (totalOf(stated(page.head, 'maxErgebnisse')) ?? page.itemsSoFar),
    total: ({ head }) => totalOf(stated(head, 'maxErgebnisse')),
  }),
});
