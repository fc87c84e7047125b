import type { RawPlace } from '../../../listings/raw-listing.ts';
import { filled, isFalse, textAt } from '../find.ts';
import { jsonAdapter, needsDetail } from '../mapped.ts';
import { resolved } from '../format-pages.ts';
import { addressSign, emptyListSign, jsonMarkers } from '../format-markers.ts';

export const pinpointJson = jsonAdapter({
  name: 'pinpoint-json',
  about: 'Pinpoint: {company}.pinpointhq.com/postings.json',
  detect: (head) =>
    jsonMarkers(head, [
      'data[].key_responsibilities|data[].skills_knowledge_expertise|data[].workplace_type_text|data[].deadline_at|data[].compensation_visible|data[].workplace_type|data[].employment_type_text',
      'data[].title',
    ]) ??
    addressSign(head, /pinpointhq\.com\/.*postings\.json/) ??
    emptyListSign(head, 'data'),
  rows: ['data'],
  mapping: {
    identifier: 'id',
    requisition: ['job/requisition_id', 'requisition_id', 'job/id'],
    title: 'title',
    description: 'description',
    sections: ['key_responsibilities', 'skills_knowledge_expertise', 'benefits'].map((name) => ({
      headingAt: `${name}_header`,
      body: name,
    })),
    url: 'url',
    datePosted: ['published_at', 'opened_at'],
    validThrough: 'deadline_at',
    employmentType: ['employment_type_text', 'employment_type'],
    company: { division: ['job/division/name', 'division/name'] },
    workplace: ['workplace_type', 'workplace_type_text'],
    pay: {
      text: 'compensation',
      min: 'compensation_minimum',
      max: 'compensation_maximum',
      currency: 'compensation_currency',
      unit: 'compensation_frequency',
    },
    occupationalCategory: ['job/department/name', 'department/name'],
  },
  alsoReads: {
    jobLocation: 'location/city, location/province, location/postal_code, location/name',
    url: 'else path, resolved against the address',
    baseSalary: 'not where compensation_visible is false',
  },
  withheld: (row) =>
    isFalse(textAt(row, 'compensation_visible'))
      ? row.children.map(({ name }) => name).filter((name) => name.startsWith('compensation'))
      : [],
  also: (row, { url }, raw) => {
    const place = filled<RawPlace>({
      text: textAt(row, 'location/name'),
      city: textAt(row, 'location/city'),
      region: textAt(row, 'location/province'),
      postalCode: textAt(row, 'location/postal_code'),
      country: textAt(row, 'location/country'),
    });
    const path = textAt(row, 'path');
    return {
      ...needsDetail(raw),
      jobLocation: place && [place],
      // A relative address is useless without its site.
      url: raw.url ?? (path === undefined || url === undefined ? undefined : resolved(path, url)),
    };
  },
});
