import type { Place, Workplace } from './listing.ts';
import { placesOfTokens } from './place-tokens.ts';
import { withoutWorkplace, workplaceOf } from './workplace.ts';
import { countryOf } from './countries.ts';
import { knownCity } from './cities.ts';
import { subdivisionByCode, subdivisionByName } from './subdivisions.ts';

export type PlaceReading = { readonly places: readonly Place[]; readonly workplace?: Workplace };

/** The places that one string names, in any of the ways that feeds write them, and what it says about the workplace. Nothing is invented. */
export function readPlaceText(source: string, hint?: string): PlaceReading {
  const workplace = workplaceOf([source]);
  const places = merged(
    segmentsOf(withoutWorkplace(source)).flatMap((segment) => placesOfTokens(tokensOf(segment), hint)),
  );
  return workplace === undefined ? { places } : { places, workplace };
}

/** The string cut where one place ends and another begins; a bracket is read for itself when it names a place. */
function segmentsOf(text: string): readonly string[] {
  const brackets: string[] = [];
  const outside = text.replace(/[([{]([^)\]}]*)[)\]}]?/g, (_, inside: string) => {
    brackets.push(inside);
    return ' ';
  });
  const named = brackets.filter(namesPlaces);
  const main = outside.split(between).flatMap(slashes);
  return [...main, ...named.flatMap((inside) => inside.split(betweenInside))]
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
}

/** What parts one place from the next: marks with spaces, words for and, or. */
const between = /\s*[;|•·\n]\s*|\s+\/\s*|\s*\/\s+|\s+(?:or|and|oder|und|et|ou|y|e|&|\+|->)\s+/i;
const betweenInside = /\s*[;|/&+]\s*|\s+(?:or|and)\s+/i;

/** Whether the inside of a bracket is a country or state, and not a remark. */
function namesPlaces(inside: string): boolean {
  const parts = withoutWorkplace(inside)
    .split(/\s*[,;|/&+]\s*|\s+(?:or|and)\s+/i)
    .map((part) => part.replace(/\b(?:only|based)\b/gi, '').trim())
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every(isKnown);
}

/** A slash without spaces parts places only between two known ones: `AUS/NZ`, but `Baruth/Mark`. */
function slashes(segment: string): readonly string[] {
  const parts = segment.split('/');
  if (parts.length === 1) return parts;
  if (parts.every((part) => isKnown(part.trim()))) return parts;
  const [first = '', second = ''] = parts;
  return parts.length === 2 && subdivisionByName(second) !== undefined ? [`${first}, ${second}`] : [segment];
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
  const countryDash = /^([A-Z]{2,3})-(\p{L}.+)$/u.exec(segment);
  if (countryDash && countryOf(countryDash[1] ?? '') !== undefined) return countryDash.slice(1);
  return segment
    .split(/\s*,\s*|\s+[-–—]\s+|\s*[–—]\s*|^-\s*|\s*-$/)
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/** A bare country says nothing beside its own cities, and completes the one place that has no country. */
function merged(places: readonly Place[]): readonly Place[] {
  const bare = places.filter((place) => place.city === undefined && place.subdivision === undefined);
  const rest = places.filter((place) => !bare.includes(place));
  const open = rest.filter((place) => place.country === undefined);
  if (bare.length === 1 && rest.length > 0 && open.length === rest.length)
    return rest.map((place) => ({ ...place, ...bare[0] }));
  const covered = new Set(rest.map((place) => place.country));
  return [...rest, ...bare.filter((place) => !covered.has(place.country))];
}
