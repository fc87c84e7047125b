import type { Place, Workplace } from './listing.ts';
import { cityOf } from './place-city.ts';
import { placesOfTokens } from './place-tokens.ts';
import { withoutWorkplace, workplaceOf } from './workplace.ts';
import { countryOf } from './countries.ts';
import { knownCity } from './cities.ts';
import { subdivisionByCode, subdivisionByName, subdivisionOf } from './subdivisions.ts';

export type PlaceReading = { readonly places: readonly Place[]; readonly workplace?: Workplace };

/** The places that one string names, in any of the ways that feeds write them, and what it says about the workplace. Nothing is invented. */
export function readPlaceText(source: string, hint?: string): PlaceReading {
  const key = `${hint ?? ''} ${source}`;
  const known = readings.get(key);
  if (known !== undefined) return known;
  if (readings.size >= 10_000) readings.clear();
  const reading = read(source, hint);
  readings.set(key, reading);
  return reading;
}

/** Feeds name the same places over and over. */
const readings = new Map<string, PlaceReading>();

/** Longer is no name of places. */
const longest = 1_000;

function read(whole: string, hint: string | undefined): PlaceReading {
  const source = whole.slice(0, longest);
  const workplace = workplaceOf([source]);
  const places = merged(
    segmentsOf(withoutWorkplace(source)).flatMap((segment) => placesOfTokens(tokensOf(segment), hint)),
  );
  return workplace === undefined ? { places } : { places, workplace };
}

/** The string cut where one place ends and another begins; a bracket that names a place is read with what stands before it, or for itself. */
function segmentsOf(text: string): readonly string[] {
  const apart: string[] = [];
  const outside = text.replace(
    /(^|[^([{;|/]*)[([{]([^)\]}]*)[)\]}]?/g,
    (_, before: string, inside: string) => {
      const alone = before.replace(/[\s:,–-]/g, '') === '';
      if (
        namesPlaces(inside)
          ? alone || betweenInside.test(inside)
          : alone && cityOf(inside) !== undefined && inside.length > 3
      )
        apart.push(inside);
      else if (namesPlaces(inside)) return `${before}, ${inside} `;
      return `${before} `;
    },
  );
  return [
    ...outside.split(between).flatMap(words).flatMap(slashes),
    ...apart.flatMap((inside) => inside.split(betweenInside)),
  ]
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
}

/** What parts one place from the next: marks with spaces, words for and, or. */
const between = /\s*[;|•·\n]\s*|\s+\/\s*|\s*\/\s+|\s+(?:&|\+|->)\s+/;
const betweenWords = /\s+(?:or|and|oder|und|et|ou|y|e)\s+/i;
const betweenInside = /\s*[;|/&+]\s*|\s+(?:or|and)\s+/i;

/** Words for and, or part places, but not inside a name: `Trinidad and Tobago`, `Brighton and Hove, UK`. */
function words(segment: string): readonly string[] {
  const parts = segment.split(',').map((part) => part.trim());
  return parts.some((part) => betweenWords.test(part) && isWhole(part))
    ? [segment]
    : segment.split(betweenWords);
}

function isWhole(part: string): boolean {
  return (countryOf(part) ?? subdivisionOf('GB', part) ?? subdivisionByName(part)) !== undefined;
}

/** Whether the inside of a bracket is a country or state, and not a remark. */
function namesPlaces(inside: string): boolean {
  const parts = withoutWorkplace(inside)
    .split(/\s*[,;|/&+]\s*|\s+(?:or|and)\s+/i)
    .map((part) => part.replace(/\b(?:only|based)\b/gi, '').trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every(isKnown);
}

/** A slash without spaces parts places when one of them is known: `AUS/NZ`, `Boston/Cambridge`, but `Baruth/Mark`. */
function slashes(segment: string): readonly string[] {
  const parts = segment.split('/').map((part) => part.trim());
  const [first = '', second = ''] = parts;
  if (parts.length === 1) return [segment];
  const letters =
    /^[A-Z]{2}$/.test(second) && countryOf(second) === undefined && knownCity(second) === undefined;
  if (parts.length === 2 && (letters || (!isKnown(first) && subdivisionByName(second) !== undefined)))
    return [`${first}, ${second}`];
  return parts.some(isKnown) ? parts : [segment];
}

function isKnown(part: string): boolean {
  return (
    countryOf(part) !== undefined ||
    subdivisionByCode(part) !== undefined ||
    subdivisionByName(part) !== undefined ||
    knownCity(part) !== undefined ||
    /^(?:emea|apac|latam|eu|europe|amer|anz)$/i.test(part)
  );
}

/** A segment's parts: at commas, at spaced dashes, and at the marks of `USA.VA.Reston` and `US-CA-San Francisco`. */
function tokensOf(segment: string): readonly string[] {
  const coded = /^([A-Z]{2,3})([.-])([A-Z]{2})(?:\2(.+))?$/.exec(segment);
  if (coded && countryOf(coded[1] ?? '') !== undefined)
    return coded
      .slice(1)
      .filter((_, index) => index !== 1)
      .filter((part) => part !== undefined);
  const based = segment.replace(/[\s-]+based$/i, '');
  if (countryOf(based) !== undefined) return [based];
  const dashed = /^([\p{L} ]+)-(\p{L}.+)$/u.exec(segment);
  if (dashed && countryOf(segment) === undefined && countryOf(dashed[1] ?? '') !== undefined)
    return dashed.slice(1);
  return segment
    .split(/\s*,\s*|\s+[-–—]\s+|\s*[–—]\s*|^-\s*|\s*-$/)
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/** A bare country or state says nothing beside its own cities, and a bare country completes the one place that has none. */
function merged(places: readonly Place[]): readonly Place[] {
  const cities = places.filter((place) => place.city !== undefined);
  const inner = places.filter(
    (place) =>
      place.city !== undefined ||
      place.subdivision === undefined ||
      !cities.some(({ subdivision }) => subdivision === place.subdivision),
  );
  const bare = inner.filter((place) => place.city === undefined && place.subdivision === undefined);
  const rest = inner.filter((place) => !bare.includes(place));
  const open = rest.filter((place) => place.country === undefined);
  if (bare.length === 1 && rest.length > 0 && open.length === rest.length)
    return rest.map((place) => ({ ...place, ...bare[0] }));
  const covered = new Set(rest.map((place) => place.country));
  return unique([...rest, ...bare.filter((place) => !covered.has(place.country))]);
}

/** Each place once. */
export function unique(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

function placeKey({ city, subdivision, country, region }: Place): string {
  return [city?.toLowerCase(), subdivision, country, region].join('|');
}
