import { foldText } from '../core/text.ts';
import { present } from '../core/present.ts';
import type { Listing, Place } from '../listings/listing.ts';
import { noAliases } from '../picklists/picklist-aliases.ts';
import { resolve } from '../picklists/resolve.ts';
import type { Picklist } from '../picklists/picklist-types.ts';
import type { JobLocation } from '../soap/types.ts';

/** Forms of dates; the description does not say which one a target wants. */
export type DateForm = 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY' | 'YYYY-MM-DDTHH:MM:SSZ';

/** A date or date-time (ISO 8601) in a target's form: its own day, whatever its offset. */
export function dateAs(value: string | null | undefined, form: DateForm): string | undefined {
  if (value === undefined || value === null) return undefined;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return value;
  switch (form) {
    case 'YYYY-MM-DD':
      return `${year}-${month}-${day}`;
    case 'MM/DD/YYYY':
      return `${month}/${day}/${year}`;
    case 'DD/MM/YYYY':
      return `${day}/${month}/${year}`;
    case 'YYYY-MM-DDTHH:MM:SSZ':
      return `${year}-${month}-${day}T00:00:00Z`;
  }
}

/** How a target wants states and countries: its picklist where it has one, else a form (rule M4). */
export type PlaceTerms = {
  readonly stateForm: 'label' | 'code' | 'iso';
  readonly countryForm: 'label' | 'code';
  readonly picklists: ReadonlyMap<string, Picklist>;
};

/** `job_locations` in a target's form. Places that were not understood go as the source wrote them. */
export function locationsFor(listing: Listing, terms: PlaceTerms): readonly JobLocation[] | undefined {
  const written = listing.job.job_locations ?? undefined;
  if (written === undefined || written.length !== listing.places.length)
    return written?.flatMap((location) => location ?? []);
  return listing.places.map((place, index) => locationFor(place, written[index] ?? {}, terms));
}

function locationFor(place: Place, written: JobLocation, terms: PlaceTerms): JobLocation {
  const state =
    byPicklist('state', [place.subdivision, written.state], place.country, terms) ??
    stateIn(place, written, terms);
  const country =
    byPicklist('country', [place.country, written.country], undefined, terms) ??
    countryIn(place, written, terms);
  return present({ city: written.city ?? place.city, state, country });
}

function byPicklist(
  field: 'state' | 'country',
  spellings: readonly (string | null | undefined)[],
  country: string | undefined,
  { picklists }: PlaceTerms,
): string | undefined {
  const picklist = picklists.get(field);
  if (picklist === undefined) return undefined;
  const labels = [
    ...new Set(
      spellings.flatMap((text) =>
        text === undefined || text === null || foldText(text) === '' ? [] : [text],
      ),
    ),
  ];
  const found = resolve({ field, labels, context: present({ country }) }, picklist, noAliases);
  return found.keys[0];
}

function stateIn(place: Place, written: JobLocation, { stateForm }: PlaceTerms): string | undefined {
  if (stateForm === 'iso') return place.subdivision;
  if (stateForm === 'code') return place.subdivision?.split('-')[1] ?? written.state ?? undefined;
  return written.state ?? undefined;
}

function countryIn(place: Place, written: JobLocation, { countryForm }: PlaceTerms): string | undefined {
  return (countryForm === 'code' ? place.country : undefined) ?? written.country ?? undefined;
}
