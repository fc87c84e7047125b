import type { RawPlace } from '../../../listings/raw-listing.ts';
import { placesIn } from '../format-places.ts';
import { atLeastOne, isTrue, textAt, treesAt } from '../find.ts';
import { linkedPages, stated } from '../format-pages.ts';
import type { Tree } from '../../cut/tree.ts';
import { companyNamed } from '../format-labels.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { addressSign, emptyListSign, jsonMarkers } from '../format-markers.ts';

/** Workable widget API: `apply.workable.com/api/v1/widget/accounts/{account}?details=true`. */
export const workableJson = jsonAdapter({
  name: 'workable-json',
  about: 'Workable widget API of an account',
  detect: (head) =>
    jsonMarkers(head, ['jobs[].shortcode|results[].shortcode']) ??
    jsonMarkers(head, ['shortcode', 'title'], 0.9) ??
    addressSign(head, /apply\.workable\.com\/api/) ??
    emptyListSign(head, 'jobs', ['name', 'description']),
  rows: ['jobs', 'results'],
  single: true,
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
    remote: ['telecommuting', 'remote', 'location/telecommuting'],
    workplace: ['workplace', 'workplace_type', 'location/workplace_type'],
    salary: 'salary',
    educationRequirements: 'education',
    experienceRequirements: 'experience',
    industry: 'industry',
    occupationalCategory: ['function', 'department'],
    company: { name: 'company/name' },
    hidden: 'isInternal',
  },
  alsoReads: {
    company: 'name of the account',
    jobLocation: 'locations, else location, else city, state, country of the row',
    url: 'else made of shortcode',
    inactive: 'state other than published, where it is no place',
  },
  also: (row, { head }, raw) => {
    const status = textAt(row, 'state');
    const isWithdrawn = status !== undefined && /^(draft|closed|archived)$/i.test(status);
    return {
      ...needsDetail(raw),
      company: raw.company ?? companyNamed(stated(head, 'name')),
      jobLocation: atLeastOne(placesOf(row)),
      url: raw.url ?? (raw.identifier && `https://apply.workable.com/j/${raw.identifier}`),
      inactive: isWithdrawn ? `state is ${status}` : undefined,
    };
  },
  paging: linkedPages('paging.next'),
});

/** The list of places, those that are not to be shown apart; else the one place; else what the row itself says. */
function placesOf(row: Tree): RawPlace[] {
  const listed = treesAt(row, 'locations').filter((one) => !isTrue(textAt(one, 'hidden')));
  const inner = listed.length > 0 ? listed : treesAt(row, 'location');
  // The `state` of a row with places is its status.
  const own = { ...row, children: row.children.filter(({ name }) => /^(city|state|country)$/.test(name)) };
  return (inner.length > 0 ? inner : [own]).flatMap(placesIn);
}
