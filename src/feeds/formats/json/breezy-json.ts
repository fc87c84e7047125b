import { pageDetails } from '../details.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

export const breezyJson = jsonAdapter({
  name: 'breezy-json',
  about: 'Breezy: {company}.breezy.hr/json, text from the page of each job',
  detect: (head) =>
    jsonMarkers(head, ['[].friendly_id|[].location.is_remote', '[].name', '[].url|[]._id']) ??
    jsonMarkers(head, ['[].name', '[].published_date|[].creation_date', '[].type.id'], 0.85) ??
    addressSign(head, /\.breezy\.hr\/json/),
  rows: [''],
  mapping: {
    identifier: ['id', '_id'],
    title: 'name',
    description: ['description', 'detail/description'],
    url: 'url',
    datePosted: ['published_date', 'creation_date', 'detail/datePosted'],
    validThrough: 'detail/validThrough',
    employmentType: 'type',
    company: { name: ['company/name', 'detail/company/name'] },
    places: ['location', 'locations'],
    remote: 'location/is_remote',
    salary: 'salary',
    occupationalCategory: ['department', 'category'],
    experienceRequirements: 'experience',
    educationRequirements: 'education',
    active: 'state',
  },
  also: (_row, _document, raw) => needsDetail(raw),
  paging: { next: () => undefined, detail: pageDetails(/\.breezy\.hr$/) },
});
