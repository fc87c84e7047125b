import type { JobLocation } from '../soap/types.ts';
import { present } from './absent.ts';
import { countryByCode, countryName, countryOf } from './countries.ts';
import type { Place, Workplace } from './listing.ts';
import { type PlaceReading, readPlaceText, unique } from './place-text.ts';
import type { RawPlace } from './raw-listing.ts';
import { subdivisionByCode, subdivisionByName, subdivisionName, subdivisionOf } from './subdivisions.ts';

/** The places of a job in ISO codes, each once, and what they say about the workplace. */
export function readPlaces(raw: readonly RawPlace[], hint?: string): PlaceReading {
  const readings = raw.map((place) => readPlace(place, hint));
  const workplaces = new Set(
    readings.map((reading) => reading.workplace).filter((workplace) => workplace !== undefined),
  );
  const places = unique(readings.flatMap((reading) => reading.places));
  const workplace = togetherOf(workplaces);
  return workplace === undefined ? { places } : { places, workplace };
}

/** A place in parts is taken by its parts; what they lack, or hold although they should not, is read as text. */
function readPlace(raw: RawPlace, hint: string | undefined): PlaceReading {
  const [city, region, country, text] = [raw.city, raw.region, raw.country, raw.text].map(present);
  if (city === undefined && region === undefined && country === undefined)
    return text === undefined ? { places: [] } : readPlaceText(text, hint);
  const code =
    country === undefined ? undefined : (countryByCode(country.toUpperCase()) ?? countryOf(country));
  const read: PlaceReading = city === undefined ? { places: [] } : readPlaceText(city, code ?? hint);
  const [only, ...more] = read.places;
  if (more.length > 0)
    return {
      ...read,
      places: read.places.map((place) => ({ ...(code === undefined ? {} : { country: code }), ...place })),
    };
  const subdivision = region === undefined ? undefined : regionOf(region, code ?? hint);
  const land = code ?? only?.country ?? subdivision?.slice(0, 2);
  const told =
    subdivision ?? (only?.subdivision?.startsWith(`${land ?? ''}-`) ? only.subdivision : undefined);
  const unknown = [
    ...(region !== undefined && subdivision === undefined ? [region] : []),
    ...(country !== undefined && code === undefined ? [country] : []),
  ];
  const place: Place = {
    ...(only?.city === undefined ? {} : { city: only.city }),
    ...(told === undefined ? {} : { subdivision: told }),
    ...(land === undefined ? {} : { country: land }),
    ...(unknown.length === 0 ? {} : { region: unknown.join(', ') }),
  };
  if (Object.keys(place).length === 0) return text === undefined ? read : readPlaceText(text, hint);
  return { ...read, places: [place] };
}

function regionOf(region: string, country: string | undefined): string | undefined {
  if (country !== undefined) return subdivisionOf(country, region);
  return subdivisionByCode(region.toUpperCase()) ?? subdivisionByName(region);
}

function togetherOf(workplaces: ReadonlySet<Workplace>): Workplace | undefined {
  if (workplaces.size > 1) return 'hybrid';
  return [...workplaces][0];
}

/** A place as the service's fields name it: the letters of the state where a country writes them, names elsewhere. */
export function locationOf(place: Place): JobLocation {
  const state = place.subdivision === undefined ? place.region : stateLabel(place.subdivision);
  return {
    ...(place.city === undefined ? {} : { city: place.city }),
    ...(state === undefined ? {} : { state }),
    ...(place.country === undefined ? {} : { country: countryName(place.country) }),
  };
}

function stateLabel(code: string): string {
  return /^(?:US|CA|AU)-/.test(code) ? code.slice(3) : (subdivisionName(code) ?? code.slice(3));
}
