import { placesIn } from './places.ts';
import { stated } from './pages.ts';
import type { Tree } from '../tree.ts';
import { jsonAdapter, named, needsDetail } from './mapped.ts';
import { addressSign, emptyListSign, jsonSigns } from './signs.ts';

/** Workable widget API: `apply.workable.com/api/v1/widget/accounts/{account}?details=true`. */
export const workableJson = jsonAdapter({
  name: 'workable-json',
  about: 'Workable widget API of an account',
  detect: (head) =>
    jsonSigns(head, ['jobs[].shortcode|results[].shortcode'], 0.95) ??
    addressSign(head, /apply\.workable\.com\/api/) ??
    emptyListSign(head, 'jobs', ['name', 'description']),
  rows: ['jobs', 'results'],
  mapping: {
    identifier: 'shortcode',
    requisition: 'code',
    title: ['title', 'full_title'],
    description: ['description', 'full_description'],
    sections: [
      { heading: 'Requirements', body: 'requirements' },
      { heading: 'Benefits', body: 'benefits' },
    ],
    url: ['url', 'shortlink'],
    applyUrl: 'application_url',
    datePosted: ['published_on', 'published', 'created_at'],
    employmentType: ['employment_type', 'type'],
    places: 'locations',
    remote: 'telecommuting',
    workplace: ['workplace', 'workplace_type'],
    educationRequirements: 'education',
    experienceRequirements: 'experience',
    industry: 'industry',
    occupationalCategory: ['function', 'department'],
    company: { name: 'company/name' },
  },
  alsoReads: {
    company: 'name of the account',
    jobLocation: 'city, state, country where there are no locations',
  },
  also: (row, { head }, raw) => ({
    ...needsDetail(raw),
    ...(raw.company === undefined ? named(stated(head, 'name')) : {}),
    ...(raw.jobLocation === undefined ? ownPlace(row) : {}),
  }),
});

/** `city`, `state`, `country` of the row itself, where there is no list of places. */
function ownPlace(row: Tree) {
  const jobLocation = placesIn({
    ...row,
    children: row.children.filter(({ name }) => /^(city|state|country)$/.test(name)),
  });
  return jobLocation.length === 0 ? {} : { jobLocation };
}
