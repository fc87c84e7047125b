import { textAt } from './find.ts';
import { jsonAdapter } from './mapped.ts';
import { addressSign, emptyListSign, jsonSigns } from './signs.ts';

export const pinpointJson = jsonAdapter({
  name: 'pinpoint-json',
  about: 'Pinpoint: {company}.pinpointhq.com/postings.json',
  detect: (head) =>
    jsonSigns(
      head,
      [
        'data[].key_responsibilities|data[].skills_knowledge_expertise|data[].workplace_type_text|data[].deadline_at',
        'data[].title',
      ],
      0.95,
    ) ??
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
  alsoReads: { jobLocation: 'location/city, location/province, location/name' },
  also: (row) => {
    const place = {
      city: textAt(row, 'location/city'),
      region: textAt(row, 'location/province'),
      text: textAt(row, 'location/name'),
    };
    const found = Object.fromEntries(Object.entries(place).filter(([, part]) => part !== undefined));
    return Object.keys(found).length === 0 ? {} : { jobLocation: [found] };
  },
});
