import { knownCity } from './cities.ts';
import { countryOf } from './countries.ts';
import type { Place } from './listing.ts';
import { cityOf } from './place-city.ts';
import { subdivisionByCode, subdivisionByName, subdivisionOf } from './subdivisions.ts';

/**
 * Places from the parts of one string: `City, ST, Country`, `Country, State, City`, and lists of cities or of countries. Each part is
 * read in the light of the country that follows it, of the feed's country, and of the cities that everybody knows.
 */
export function placesOfTokens(source: readonly string[], hint?: string): readonly Place[] {
  const tokens = source.flatMap(parted).filter((token) => token !== '');
  const places: Place[] = [];
  let current: Place = {};
  const close = () => {
    if (Object.keys(current).length > 0) places.push(completed(current));
    current = {};
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    const next = tokens[at + 1];
    const follows = [next, tokens[at + 2]]
      .map((part) => (part === undefined ? undefined : plainCountry(part)))
      .find((country) => country !== undefined);
    const state = stateAfter(current, token, follows ?? hint);
    if (state !== undefined && stillOpen(current, state)) {
      current = { ...current, subdivision: state };
      continue;
    }
    const country = countryAfter(current, token, hint);
    if (country !== undefined) {
      if (current.city !== undefined || current.subdivision !== undefined) {
        if (current.country !== undefined && current.country !== country) close();
        current = { ...current, country };
        if (current.city !== undefined) close();
      } else {
        close();
        current = { country };
        if (next === undefined || plainCountry(next) !== undefined) close();
      }
      continue;
    }
    const alone =
      current.city === undefined && current.subdivision === undefined
        ? stateAlone(token, current.country ?? follows ?? hint, next)
        : undefined;
    if (alone !== undefined) {
      current = { ...current, subdivision: alone };
      continue;
    }
    const certain = next !== undefined && stateAfter({ city: token }, next, hint) !== undefined;
    const city = cityOf(token, certain || current.country !== undefined);
    if (city === undefined) continue;
    if (current.city !== undefined || (current.country === undefined && current.subdivision !== undefined))
      close();
    current = { ...current, city };
    if (current.country !== undefined) close();
  }
  close();
  return places;
}

/** `TX United States`, `AZ USA 86321`, `CA 94043`, `75008 Paris`: the parts that a space parts. */
function parted(token: string): readonly string[] {
  const bare = token
    .replace(/\s+\b(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{5}(?:-\d{4})?)$/, '')
    .replace(/^(?:[A-Z]{1,2}-)?\d{4,6}\s+(?=\p{L})/u, '')
    .trim();
  if (/^[\d\s-]*$/.test(bare) || isStreet(bare)) return [];
  const words = /^([A-Z]{2}|D\.C\.)\s+(.+)$/.exec(bare);
  if (words && countryOf(words[2] ?? '') !== undefined && subdivisionByCode(words[1] ?? '') !== undefined)
    return [words[1] ?? '', words[2] ?? ''];
  return [bare];
}

function isStreet(token: string): boolean {
  return (
    /^\d+[a-z]?[ ,]+\p{L}/iu.test(token) ||
    (/\b(?:street|avenue|boulevard|blvd|parkway|road|suite|floor|straße|strasse|rue)\b\.?/i.test(token) &&
      /\d/.test(token))
  );
}

function plainCountry(token: string): string | undefined {
  return countryOf(token);
}

/** A subdivision behind a city (or a country), where the part can be one. */
function stateAfter(current: Place, token: string, hint: string | undefined): string | undefined {
  if (current.city === undefined && current.country === undefined) return undefined;
  const known =
    current.country ?? (current.city === undefined ? undefined : knownCity(current.city)?.country);
  const land = known ?? hint;
  if (land !== undefined) {
    const own = subdivisionOf(land, token);
    if (
      own !== undefined &&
      (token.length > 2 ||
        current.country !== undefined ||
        hint === undefined ||
        known !== undefined ||
        land === hint)
    )
      return own;
  }
  if (known !== undefined && countryOf(token) === known) return undefined;
  if (current.country !== undefined) return undefined;
  return (
    subdivisionByCode(token) ??
    (knownCity(token) === undefined ? subdivisionByName(token) : undefined) ??
    sameName(current, token)
  );
}

function sameName({ city }: Place, token: string): string | undefined {
  return /^new york$/i.test(token) && city !== undefined
    ? 'US-NY'
    : /^washington$/i.test(token) && city !== undefined && knownCity(city)?.subdivision === 'US-WA'
      ? 'US-WA'
      : undefined;
}

function stillOpen(current: Place, state: string): boolean {
  return (
    current.subdivision === undefined &&
    (current.country === undefined || state.startsWith(`${current.country}-`))
  );
}

/** A country; a code that is also a state's is the country only where the city or the feed says so. */
function countryAfter(current: Place, token: string, hint: string | undefined): string | undefined {
  const country = countryOf(token);
  if (country === undefined) return undefined;
  if (current.country !== undefined && current.city !== undefined) return country;
  const city = current.city === undefined ? undefined : knownCity(current.city);
  if (/^[A-Z]{2}$/.test(token) && current.city !== undefined && subdivisionByCode(token) !== undefined)
    return city?.country === country || hint === country ? country : undefined;
  return country;
}

function stateAlone(token: string, hint: string | undefined, next: string | undefined): string | undefined {
  const told = hint !== undefined && next !== undefined && countryOf(next) === hint;
  if (told && knownCity(token) === undefined) {
    const own = subdivisionByName(token, hint);
    if (own?.startsWith(`${hint}-`)) return own;
  }
  return subdivisionByCode(token) ?? subdivisionByName(token, hint);
}

/** Country from the subdivision, or from a city that everybody knows. */
function completed(place: Place): Place {
  if (place.subdivision !== undefined)
    return { ...place, country: place.country ?? place.subdivision.slice(0, 2) };
  const known = place.city === undefined ? undefined : knownCity(place.city);
  if (known === undefined || (place.country !== undefined && place.country !== known.country)) return place;
  return { ...known };
}
