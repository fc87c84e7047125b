import { countryOf } from '../listings/places/countries.ts';
import type { Listing } from '../listings/listing.ts';
import type { Subject } from './subject.ts';

/** A listing as screening looks at it. */
export function subjectOf(listing: Listing, origin: Subject['origin']): Subject {
  const { job, employer } = listing;
  return {
    origin,
    title: job.job_title ?? '',
    employer: employer.empname ?? '',
    text: [listing.descriptionText, job.qualifications, job.salary].filter(Boolean).join('\n'),
    hasPlace: listing.places.length > 0,
    ...given('email', job.contact_email ?? employer.email),
    ...given('website', employer.website),
    ...given('phone', employer.phone),
    ...given('applyUrl', listing.applyUrl),
    ...given('contactName', employer.fullname),
    ...given('street', employer.empstreet),
    hidden: listing.hidden,
    countries: countriesOf(listing),
    ...(typeof job.hours_per_week === 'number' ? { hoursPerWeek: job.hours_per_week } : {}),
  };
}

function countriesOf({ employer, places }: Listing): readonly string[] {
  const own = employer.empcountry ? countryOf(employer.empcountry) : undefined;
  return [...new Set([own, ...places.map(({ country }) => country)].filter((code) => code !== undefined))];
}

function given<K extends string>(name: K, value: string | null | undefined): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  if (value !== null && value !== undefined && value !== '') found[name] = value;
  return found;
}
