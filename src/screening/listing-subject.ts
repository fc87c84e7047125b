import { present } from '../core/present.ts';
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
    text: textsOf(listing).filter(Boolean).join('\n'),
    hasPlace: listing.places.length > 0,
    ...present({
      email: (job.contact_email ?? employer.email) || undefined,
      website: employer.website || undefined,
      phone: employer.phone || undefined,
      applyUrl: listing.applyUrl || undefined,
      contactName: employer.fullname || undefined,
      street: employer.empstreet || undefined,
      hoursPerWeek: typeof job.hours_per_week === 'number' ? job.hours_per_week : undefined,
    }),
    hidden: listing.hidden,
    countries: countriesOf(listing),
  };
}

/** All that a school is sent for people to read. */
function textsOf({ descriptionText, job, employer }: Listing) {
  const { qualifications, salary, duration, contact_blurb: blurb, additional_documents_notes: notes } = job;
  return [descriptionText, qualifications, salary, duration, blurb, notes, employer.description];
}

function countriesOf({ employer, places }: Listing): readonly string[] {
  const own = employer.empcountry ? countryOf(employer.empcountry) : undefined;
  return [...new Set([own, ...places.map(({ country }) => country)].filter((code) => code !== undefined))];
}
