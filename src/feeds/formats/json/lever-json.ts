import type { RawSalary } from '../../../listings/raw-listing.ts';
import { atLeastOne, textAt, textsAt } from '../find.ts';
import { jsonAdapter, named } from '../mapped.ts';
import { pathSegment, withParameters } from '../format-pages.ts';
import { addressSign, emptyListSign, jsonMarkers } from '../format-markers.ts';

/** Lever postings API: `api.lever.co/v0/postings/{site}?mode=json`. */
export const leverJson = jsonAdapter({
  name: 'lever-json',
  about: 'Lever postings API (a site or a single posting)',
  detect: (head) =>
    jsonMarkers(head, [
      '[].text|text',
      '[].hostedUrl|hostedUrl|[].applyUrl',
      '[].categories|[].createdAt|categories',
    ]) ??
    jsonMarkers(
      head,
      ['[].categories', '[].createdAt|[].workplaceType', '[].descriptionPlain|[].additionalPlain'],
      0.9,
    ) ??
    jsonMarkers(head, ['[].postings[].text', '[].postings[].hostedUrl|[].postings[].categories']) ??
    addressSign(head, /api(\.eu)?\.lever\.co\/v0\/postings/) ??
    emptyListSign(head, ''),
  rows: [''],
  single: true,
  groups: ['postings'],
  mapping: {
    identifier: 'id',
    title: 'text',
    description: ['description', 'descriptionPlain', 'descriptionBody', 'descriptionBodyPlain'],
    sections: [
      { each: 'lists', headingAt: 'text', body: 'content' },
      { body: ['additional', 'additionalPlain'] },
    ],
    url: 'hostedUrl',
    applyUrl: 'applyUrl',
    datePosted: 'createdAt',
    employmentType: 'categories/commitment',
    place: { text: 'categories/location', country: 'country' },
    workplace: 'workplaceType',
    salary: 'salaryRange',
    pay: { text: ['salaryDescriptionPlain', 'salaryDescription'] },
    occupationalCategory: ['categories/team', 'categories/department'],
  },
  alsoReads: {
    company: 'the site in the address',
    jobLocation: 'categories/location with country, categories/allLocations',
  },
  also: (row, _document, raw) => {
    const [main, ...rest] = raw.jobLocation ?? [];
    const further = textsAt(row, 'categories/allLocations') ?? [];
    const others = further.filter((text) => text !== main?.text).map((text) => ({ text }));
    const { baseSalary } = raw;
    return {
      // Beside a range the description of a salary is prose about it.
      baseSalary:
        typeof baseSalary === 'object' && (baseSalary.min ?? baseSalary.max) !== undefined
          ? withoutText(baseSalary)
          : baseSalary,
      ...named(pathSegment(textAt(row, 'hostedUrl', 'applyUrl'), 0)),
      jobLocation: atLeastOne([main, ...rest, ...others]),
    };
  },
  // Without a limit in the address the answer is the whole site; with one, a short page is the last.
  paging: {
    next: ({ request, items, itemsSoFar, repeated }) => {
      const limit = Number(URL.parse(request.url)?.searchParams.get('limit') ?? Number.NaN);
      return items >= limit && !repeated
        ? { url: withParameters(request.url, { skip: itemsSoFar }) }
        : undefined;
    },
  },
});

function withoutText({ text: _prose, ...parts }: RawSalary): RawSalary {
  return parts;
}
