import { rangeOf, textAt } from './find.ts';
import { jsonAdapter } from './mapped.ts';
import { addressSign, emptyListSign, jsonSigns } from './signs.ts';

export const recruiteeJson = jsonAdapter({
  name: 'recruitee-json',
  about: 'Recruitee offers API',
  detect: (head) =>
    jsonSigns(
      head,
      ['offers[].careers_url|offers[].careers_apply_url|offers[].employment_type_code'],
      0.95,
    ) ??
    addressSign(head, /\.recruitee\.com\/api\/offers/) ??
    emptyListSign(head, 'offers'),
  rows: ['offers'],
  mapping: {
    identifier: 'id',
    requisition: ['reference', 'guid', 'slug'],
    title: 'title',
    description: ['description', 'translations/en/description'],
    sections: [{ heading: 'Requirements', body: ['requirements', 'translations/en/requirements'] }],
    url: 'careers_url',
    applyUrl: 'careers_apply_url',
    datePosted: ['published_at', 'created_at'],
    validThrough: 'close_at',
    employmentType: ['employment_type_code', 'employment_type'],
    company: { name: 'company_name' },
    places: 'locations',
    remote: 'remote',
    hybrid: 'hybrid',
    onSite: 'on_site',
    salary: 'salary',
    educationRequirements: 'education_code',
    experienceRequirements: 'experience_code',
    occupationalCategory: ['department', 'category_code'],
    active: 'status',
  },
  alsoReads: {
    jobLocation: 'city, state_name, country_code, else location, where there are no locations',
    workHours: 'min_hours and max_hours, also per week',
  },
  also: (row, _document, raw) => {
    const [text, city, region, country] = [
      textAt(row, 'location'),
      textAt(row, 'city'),
      textAt(row, 'state_name'),
      textAt(row, 'country_code', 'country'),
    ];
    const hours = rangeOf(
      textAt(row, 'min_hours_per_week', 'min_hours'),
      textAt(row, 'max_hours_per_week', 'max_hours'),
    );
    const own = {
      ...(city === undefined ? (text === undefined ? {} : { text }) : { city }),
      ...(region === undefined ? {} : { region }),
      ...(country === undefined ? {} : { country }),
    };
    return {
      ...(hours === undefined ? {} : { workHours: hours }),
      ...(raw.jobLocation === undefined && Object.keys(own).length > 0 ? { jobLocation: [own] } : {}),
    };
  },
});
