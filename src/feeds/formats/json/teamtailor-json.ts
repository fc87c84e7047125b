import type { RawContact, RawListing, RawPlace } from '../../../listings/raw-listing.ts';
import type { Adapter, ParsedItem } from '../../adapter.ts';
import type { Tree } from '../../cut/tree.ts';
import { atLeastOne, compact, filled, textAt, textsAt, treesAt } from '../find.ts';
import { readMapping, type Mapping } from '../mapping.ts';
import { linkedPages, stated, totalOf } from '../format-pages.ts';
import { distinctPlaces } from '../format-places.ts';
import { jsonItems, listed, refused } from '../format-reading.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

const own = (name: string) => `attributes/${name}`;

const mapping: Mapping = {
  identifier: 'id',
  title: own('title'),
  description: [own('body'), own('pitch')],
  url: ['links/careersite-job-url'],
  applyUrl: [own('external-application-url'), 'links/careersite-job-apply-url'],
  datePosted: [own('start-date'), own('created-at')],
  validThrough: own('end-date'),
  employmentType: own('employment-type'),
  workplace: own('remote-status'),
  pay: {
    min: own('min-salary'),
    max: own('max-salary'),
    currency: own('currency'),
    unit: own('salary-time-unit'),
  },
  experienceRequirements: own('employment-level'),
  language: own('language-code'),
  active: own('status'),
  hidden: own('internal'),
};

/** Teamtailor's API: JSON:API, whose places, departments and people stand beside the jobs, under `included`. */
export const teamtailorJson: Adapter = {
  name: 'teamtailor-json',
  about: 'Teamtailor API (JSON:API): jobs with their places and departments under included',
  detect: (head) =>
    jsonMarkers(head, [
      'data[].attributes.title|data.attributes.title',
      'data[].links.careersite-job-url|data.links.careersite-job-url|data[].attributes.remote-status|data[].attributes.human-status|data[].attributes.salary-time-unit',
    ]) ?? addressSign(head, /api(\.na)?\.teamtailor\.com\/v1\/jobs/),
  reads: {
    kind: 'paths',
    mapping,
    also: {
      jobLocation: 'the included locations that relationships/locations names',
      occupationalCategory: 'the included department and role that relationships name',
      contact: 'the included user that relationships/user names',
    },
  },
  cut: { kind: 'document' },
  parse: jsonItems((root, _document, { text }) => {
    const rows = treesAt(root, 'data');
    if (rows.length === 0 && !/"data"\s*:\s*\[\s*\]/.test(text))
      return [refused('no list of jobs under data')];
    const included = new Map(treesAt(root, 'included').map((one) => [keyOf(one), one]));
    return rows.map((row): ParsedItem => listed({ ...readMapping(row, mapping), ...around(row, included) }));
  }),
  paging: {
    ...linkedPages('links.next'),
    total: ({ head }) => totalOf(stated(head, 'meta.record-count')),
  },
};

function keyOf(resource: Tree): string {
  return `${textAt(resource, 'type') ?? ''}/${textAt(resource, 'id') ?? ''}`;
}

/** What a row's relations lead to. */
function around(row: Tree, included: ReadonlyMap<string, Tree>): RawListing {
  const related = (name: string) =>
    treesAt(row, `relationships/${name}/data`).flatMap((one) => included.get(keyOf(one)) ?? []);
  const names = [...related('department'), ...related('role')].flatMap(
    (one) => textsAt(one, own('name')) ?? [],
  );
  const places = [...related('locations'), ...related('location')].flatMap((one) => placeIn(one) ?? []);
  const [user] = related('user');
  return compact<RawListing>({
    jobLocation: atLeastOne(distinctPlaces(places)),
    occupationalCategory: names.length === 0 ? undefined : names,
    contact:
      user &&
      compact<RawContact>({
        name: textAt(user, own('name')),
        email: textAt(user, own('email')),
        phone: textAt(user, own('phone')),
        title: textAt(user, own('title')),
      }),
  });
}

function placeIn(location: Tree): RawPlace | undefined {
  return filled<RawPlace>({
    text: textAt(location, own('name')),
    street: textAt(location, own('address')),
    city: textAt(location, own('city')),
    region: textAt(location, own('region')),
    postalCode: textAt(location, own('zip')),
    country: textAt(location, own('country')),
  });
}
