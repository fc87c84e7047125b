import type { RawListing, RawPlace } from '../../../listings/raw-listing.ts';
import type { Tree } from '../../cut/tree.ts';
import { filled, markupAt, rangeOf, textAt, treeAt } from '../find.ts';
import { jsonAdapter } from '../mapped.ts';
import { addressSign, emptyListSign, jsonMarkers } from '../format-markers.ts';

export const recruiteeJson = jsonAdapter({
  name: 'recruitee-json',
  about: 'Recruitee offers API',
  detect: (head) =>
    jsonMarkers(head, [
      'offers[].careers_url|offers[].careers_apply_url|offers[].employment_type_code|offer.careers_url|offer.careers_apply_url',
    ]) ??
    addressSign(head, /\.recruitee\.com\/api\/offers/) ??
    emptyListSign(head, 'offers'),
  rows: ['offers', 'offer'],
  mapping: {
    identifier: 'id',
    requisition: ['reference', 'guid', 'slug'],
    title: 'title',
    description: 'description',
    sections: [{ heading: 'Requirements', body: 'requirements' }],
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
    jobLocation: 'city, state_name, country_code, postal_code, else location, where there are no locations',
    description: 'else that of the first of the translations',
    workHours: 'min_hours and max_hours, also per week',
  },
  also: (row, _document, raw) => {
    const city = textAt(row, 'city');
    const hours = rangeOf(
      textAt(row, 'min_hours_per_week', 'min_hours'),
      textAt(row, 'max_hours_per_week', 'max_hours'),
    );
    const own = filled<RawPlace>({
      text: city === undefined ? textAt(row, 'location') : undefined,
      street: textAt(row, 'street'),
      city,
      region: textAt(row, 'state_name'),
      postalCode: textAt(row, 'postal_code'),
      country: textAt(row, 'country_code', 'country'),
    });
    return {
      workHours: hours,
      jobLocation: raw.jobLocation ?? (own && [own]),
      ...(raw.description === undefined ? translated(row) : {}),
    };
  },
});

/** The texts of the first language that has any, if the offer itself has no text. */
function translated(row: Tree): Pick<RawListing, 'title' | 'description' | 'sections'> {
  const languages = treeAt(row, 'translations')?.children ?? [];
  const [first] = languages.filter((one) => markupAt(one, 'description') !== undefined);
  if (first === undefined) return {};
  const [title, requirements] = [textAt(first, 'title'), markupAt(first, 'requirements')];
  const description = markupAt(first, 'description');
  return {
    title,
    description,
    sections: requirements === undefined ? undefined : [{ heading: 'Requirements', body: requirements }],
  };
}
