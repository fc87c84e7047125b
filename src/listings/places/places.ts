import type { JobLocation } from '../../soap/types.ts';
import { foldText } from '../../core/text.ts';
import { present } from '../values/listing-absent.ts';
import { countryByCode, countryName, countryOf } from './countries.ts';
import { defined } from '../values/defined.ts';
import type { Place, Workplace } from '../listing.ts';
import { cityOf } from './place-city.ts';
import { type PlaceReading, readPlaceText, unique } from './place-text.ts';
import type { RawPlace } from '../raw-listing.ts';
import { subdivisionByCode, subdivisionByName, subdivisionName, subdivisionOf } from './subdivisions.ts';

/** The places of a job in ISO codes, each once, and what they say about the workplace. */
export function readPlaces(raw: readonly RawPlace[], hint?: string): PlaceReading {
  const readings = raw.map((place) => readPlace(place, hint));
  const workplaces = new Set(
    readings.map((reading) => reading.workplace).filter((workplace) => workplace !== undefined),
  );
  const places = exact(unique(readings.flatMap((reading) => reading.places)));
  const workplace = togetherOf(workplaces);
  return workplace === undefined ? { places } : { places, workplace };
}

/** A place in parts is taken by its parts; what they lack, or hold although they should not, is read as text. */
function readPlace(raw: RawPlace, hint: string | undefined): PlaceReading {
  const [text, region, country] = [raw.text, raw.region, raw.country].map(present);
  const city = present(raw.city) ?? (region === undefined && country === undefined ? undefined : text);
  if (city === undefined && region === undefined && country === undefined)
    return text === undefined ? { places: [] } : readPlaceText(text, hint);
  const code =
    country === undefined ? undefined : (countryByCode(country.toUpperCase()) ?? countryOf(country));
  const town =
    city === undefined || region === undefined
      ? undefined
      : townNamedLike(city, regionOf(region, code ?? hint));
  const read: PlaceReading =
    city === undefined
      ? { places: [] }
      : town === undefined
        ? readPlaceText(city, code ?? hint)
        : { places: [{ city: town }] };
  const [only, ...more] = read.places;
  if (more.length > 0)
    return {
      ...read,
      places: read.places.map((place) => ({ ...(code === undefined ? {} : { country: code }), ...place })),
    };
  const subdivision =
    region === undefined || isSame(region, only?.city) ? undefined : regionOf(region, code ?? hint);
  const land = code ?? only?.country ?? subdivision?.slice(0, 2);
  const told =
    subdivision ?? (only?.subdivision?.startsWith(`${land ?? ''}-`) === true ? only.subdivision : undefined);
  const place = defined({
    city: only?.city,
    subdivision: told,
    country: land,
    region:
      told === undefined
        ? unknown(
            [region, only?.city, land],
            country === undefined || code !== undefined ? undefined : country,
          )
        : undefined,
  });
  if (Object.keys(place).length === 0) return text === undefined ? read : readPlaceText(text, hint);
  return { ...read, places: [place] };
}

/** `Lebanon` in Pennsylvania, `Mobile` in Alabama: a town of North America with the name of another state, of a country, or of a way to work. */
function townNamedLike(city: string, state: string | undefined): string | undefined {
  if (state === undefined || !/^(?:US|CA)-/.test(state) || /^[A-Z]{2,3}$/.test(city)) return undefined;
  const own = subdivisionByName(city) ?? countryOf(city);
  const isOther = own === undefined ? /^(?:mobile|home)$/i.test(city) : !state.startsWith(own);
  return isOther ? (cityOf(city, true) ?? city) : undefined;
}

/** What was written for state and country and not understood: not the city or country once more, nor a statistical code. */
function unknown(
  [region, city, land]: readonly (string | undefined)[],
  country: string | undefined,
): string | undefined {
  const repeats =
    region !== undefined && (isSame(region, city) || (land !== undefined && countryOf(region) === land));
  const state =
    repeats || region === undefined || /^[A-Z]{2}\d[\dA-Z]{0,3}$/.test(region) ? undefined : region;
  const words = [state, country].filter((part) => part !== undefined).join(', ');
  return words === '' ? undefined : words;
}

function isSame(one: string, other: string | undefined): boolean {
  return other !== undefined && foldText(one) === foldText(other);
}

function regionOf(source: string, country: string | undefined): string | undefined {
  const region = source.replace(/\s*\(.*$/, '');
  if (country !== undefined) return subdivisionOf(country, region);
  return subdivisionByCode(region.toUpperCase()) ?? subdivisionByName(region);
}

/** A place that another one names more exactly says nothing. */
function exact(places: readonly Place[]): readonly Place[] {
  return places.filter(
    (place) =>
      place.subdivision !== undefined ||
      place.city === undefined ||
      !places.some(
        (other) =>
          other.subdivision !== undefined &&
          isSame(place.city ?? '', other.city) &&
          (place.country ?? other.country) === other.country,
      ),
  );
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

/** A place in one line: `Ann Arbor, MI`, `München, Bayern`, `Lagos, Nigeria`. */
export function placeText(place: JobLocation | null | undefined): string {
  return [place?.city, place?.state ?? place?.country].filter(Boolean).join(', ');
}

function stateLabel(code: string): string {
  return /^(?:US|CA|AU)-/.test(code) ? code.slice(3) : (subdivisionName(code) ?? code.slice(3));
}
