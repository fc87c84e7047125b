import type { Place, Workplace } from '../listing.ts';
import { cityOf } from './place-city.ts';
import { isStateOrCountry, placesOfTokens } from './place-tokens.ts';
import { withoutWorkplace, workplaceOf } from './workplace.ts';
import { countryName, countryOf } from './countries.ts';
import { isSameCity, knownCity } from './cities.ts';
import { subdivisionByName, subdivisionOf } from './subdivisions.ts';

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
  const letters = whole.trim();
  if (/^[A-Z]{2}$/.test(letters) && subdivisionOf('US', letters) !== undefined)
    return byLetters(letters, hint);
  const source = plainly(whole.slice(0, longest));
  const workplace = workplaceOf([source]);
  const listed = source.includes(' ,');
  const found = segmentsOf(withoutLabel(withoutWorkplace(source))).flatMap((segment) => {
    const inSegment = placesOfTokens(tokensOf(segment), hint);
    return listed ? inSegment : withinCity(inSegment);
  });
  const told = merged(ofOneState(source, found));
  const state = stateBehindWords(source, told, hint);
  const places = state === undefined ? told.map((place) => besideStates(source, told, place)) : [state];
  return workplace === undefined ? { places } : { places, workplace };
}

/** `Remote, GA`, `Bay Area, CA`: behind words that name no place, letters of a state and a country are the state; not so `Remote, DE`. */
function stateBehindWords(source: string, told: readonly Place[], hint: string | undefined) {
  const [only] = told;
  if (told.length !== 1 || only?.city !== undefined || only?.subdivision !== undefined) return undefined;
  const [, words = '', letters = ''] = /^(.*\p{L}.*?)[\s,(–—-]+([A-Z]{2})\)?\s*$/u.exec(source) ?? [];
  const subdivision = subdivisionOf('US', letters);
  const isElsewhere = (hint !== undefined && hint !== 'US') || letters === 'DE' || ofContinents.test(words);
  const isShared = subdivision !== undefined && only?.country === countryOf(letters) && !isElsewhere;
  return isShared && read(words, hint).places.length === 0 ? { subdivision, country: 'US' } : undefined;
}

/** `Denver, CO or Remote, CA`: letters of a state and a country, beside an American state, are the state; not so `DE`. */
function besideStates(source: string, told: readonly Place[], place: Place): Place {
  const { city, subdivision, country } = place;
  if (city !== undefined || subdivision !== undefined || country === undefined || country === 'DE')
    return place;
  const isShared =
    subdivisionOf('US', country) !== undefined &&
    told.some((other) => other.subdivision?.startsWith('US-')) &&
    new RegExp(String.raw`(?:^|[^\p{L}])${country}(?:[^\p{L}]|$)`, 'u').test(source);
  return isShared ? { subdivision: `US-${country}`, country: 'US' } : place;
}

const ofContinents = /\b(?:emea|apac|latam|mena|eu|europe|asia|africa|middle east)\b/i;

/** `Bozeman & Billings, Montana`, `3 locations: Provo, Orem & Lehi (UT)`: towns and the state of all. */
function ofOneState(source: string, places: readonly Place[]): readonly Place[] {
  const last = places.at(-1);
  const isList =
    /^[^,;|/]+(?:&|\b(?:and|or)\b)[^,;|/]+,[^,;|/]+$|^[^;|/:]+:[^;|/(]+(?:&|\b(?:and|or)\b)[^,;|/(]+\([A-Z]{2}\)\s*$/;
  const isOfIt = ({ city = '', subdivision = last?.subdivision, country = last?.country }: Place) =>
    country === last?.country && subdivision === last?.subdivision && !isAcross(city, subdivision ?? '');
  if (last?.subdivision === undefined || !isList.test(source) || !places.every(isOfIt)) return places;
  return places.map((place) => ({ ...last, ...place }));
}

/** Whether no town is named, or one with several large namesakes, or one beside a large city of another state: `Bethesda or Washington, DC`. */
const isAcross = (town: string, state: string) =>
  /^(?:|portland|birmingham|arlington|jersey city|hoboken|newark|covington)$/i.test(town) ||
  state.endsWith('DC');

/** `MO` alone is Missouri or Macao: only the country that the feed or another field says tells which. */
function byLetters(letters: string, hint: string | undefined): PlaceReading {
  if (hint === 'US') return { places: [{ subdivision: `US-${letters}`, country: 'US' }].map(withCapital) };
  const country = countryOf(letters);
  return { places: country === undefined || country === hint ? placesOfTokens([letters], hint) : [] };
}

/** Without what systems add: `US_Remote`, `Germany > Bavaria`, `Korea, Republic of`, `Glasgow, City of`, `+2 more`, `must reside in TX`. */
function plainly(text: string): string {
  const plain = withAnd(text).replaceAll('_', ' ').replace(congo, 'Democratic Republic of the Congo');
  return asides
    .reduce((rest, aside) => rest.replace(aside, ''), plain)
    .replace(/[^;|\n]*(?<!-)[>»›][^;|\n]*/g, untilTown)
    .replace(/([\p{L}]{3,})\s?\/\s?(Main|Rhein|Neckar|Inn)(?=\s*(?:$|[,;|(]))/gu, '$1 am $2')
    .replace(/\bFrankfurt\s?[/(]\s?Oder\b\)?/g, 'Frankfurt an der Oder');
}

const congo = /\bcongo,\s*(?:the )?democratic republic of(?: the)?\b/gi;
/** What says no place of the job: `within 5 miles of`, limits, names of firms and persons, posts of forces, time zones, ends of names. */
const asides = [
  /\b(?:[Ww]ithin \d+ (?:miles?|km|kilomet\w+) (?:of|from)\b|near (?:the|a|our) \p{Ll}[^,;|/)]*)/gu,
  /[\p{L} ]+-(?:nationwide|statewide|worldwide|countrywide|pacific)\b|[^,;|/()–—-]*(?:&|\band) (?:sons|daughters|bro(?:ther)?s|associates)\b[^,;|/()–—-]*|\b[ADF]PO,? A[EAP]\b(?: \d{5}(?:-\d{4})?)?|\b(?:eastern|central|mountain|pacific|atlantic)(?: standard| daylight)? time(?: ?zones?)?\b|^\s*(?:contact|attn|attention|recruiter|supervisor|(?:hiring )?manager|posted by|ask for)(?: \w+)?:.*/giu,
  /,\s*(?:the )?(?:[\w]+ )*?(?:republic|state|province|city|county|town) of(?: the\b| china\b)?(?=\s*(?:$|[,;/|)]))|[\s,](?:except|excluding|excl\.|other than)\s[^)\];|]*/gi,
  /(?:\+|\b(?:and|plus)|&)\s*\d+ (?:more|others?|other locations|additional)\b(?: locations?| sites?)?|\b(?:candidates? |we are |we're |(?:job|role|position|office|company|team) is )?(?:(?:must|should|need to|can|to) (?:currently )?(?:reside|live|work|be (?:located|based))|residing|residents?|based|located)(?: (?:in|within|from|of))\b/gi,
];

/** `PA > Pittsburgh > Mercy Hospital`: a path ends with the town behind its country and state. */
function untilTown(path: string): string {
  const parts = path.split(/\s*(?<!-)[>»›]\s*/);
  const country = countryOf(parts[0] ?? '') ?? 'US';
  const town = parts.findIndex(
    (part) => (countryOf(part) ?? subdivisionOf(country, part) ?? subdivisionByName(part)) === undefined,
  );
  const isPath = town > 0 && !parts.slice(town + 1).some(isKnown);
  return parts.slice(0, isPath ? town + 1 : parts.length).join(' - ');
}

/** `Trinidad & Tobago`: a name, not two. */
function withAnd(text: string): string {
  if (!text.includes(' & ')) return text;
  return text
    .split(/([,;|/()])/)
    .map((part) => {
      const name = part.replace(' & ', ' and ');
      return countryOf(name) === undefined ? part : name;
    })
    .join('');
}

/** `Offices: Bonn, Kiel` without its first word; `Germany: Bonn` as a place and its country. */
function withoutLabel(text: string): string {
  return text.replace(/^\s*(?:\d+ )?(\p{L}[\p{L} ]{1,30}):\s+/u, (_, label: string) =>
    isKnown(label) ? `${label}, ` : '',
  );
}

/** The string cut where one place ends and another begins; a bracket that names a place is read with what stands before it, or for itself. */
function segmentsOf(text: string): readonly string[] {
  const apart: string[] = [];
  const outside = text.replace(
    /(^|[^([{;|/]*)[([{]([^)\]}]*)[)\]}]?/g,
    (whole, before: string, inside: string, at: number) => {
      if (isSameCity(before, inside)) return `${before} `;
      const land = landOfCode(before, inside, text.slice(at + whole.length));
      if (land !== undefined) return `${before}, ${inside}, ${countryName(land)} `;
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
    ...apart.flatMap((inside) => americanStates(inside) ?? inside.split(betweenInside)),
  ]
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
}

/** `Zug (ZG), Schweiz`, `Noida (U.P.)`, `Cologno al Serio (BG)`: a town, the code of a state in brackets, and the country that has both. */
function landOfCode(before: string, code: string, behind: string): string | undefined {
  if (!/^(?:[A-Z]\.?){2,3}$/.test(code) || before.includes(',')) return undefined;
  const town = cityOf(before.replace(/^\s*\d{4,6}\s/, '')) ?? '';
  const home =
    knownCity(town)?.country ?? (italian.test(town) && !/^(?:CA|CO|PR)$/.test(code) ? 'IT' : undefined);
  const isAmerican = home !== 'US' && subdivisionOf('US', code) !== undefined && !italian.test(town);
  const land = countryOf(/^\s*,\s*([\p{L} ]+)/u.exec(behind)?.[1] ?? '') ?? (isAmerican ? undefined : home);
  return land !== undefined && subdivisionOf(land, code) !== undefined ? land : undefined;
}
/** Words inside the names of Italian towns, and of hardly any others. */
const italian =
  /\p{L} (?:di|della|dei|sul|sulla) \p{L}|\p{L} San \p{L}+[aeio]$|\bSant['’]\p{Lu}| (?:Brianza|Milanese|Veneto|Emilia|Torinese|Monferrato)$/u;

/** What parts one place from the next: marks with spaces, words for and, or. */
const between = /\s*[;|•·\n]\s*|\s+\/\s*|\s*\/\s+|\s+(?:&|\+|->)\s+/;
const betweenWords = /\s+(?:or|and|oder|und|et|ou|y|e)\s+/i;
const betweenInside = /\s*[;|/&+]\s*|\s+(?:or|and)\s+/i;

/** Words for and, or part places, but not inside a name: `Trinidad and Tobago`, `Brighton and Hove, UK`. */
function words(segment: string): readonly string[] {
  const states = americanStates(segment);
  if (states !== undefined) return [states];
  const parts = segment.split(',').map((part) => part.trim());
  return parts.some(
    (part) =>
      betweenWords.test(part) &&
      (countryOf(part) ?? subdivisionOf('GB', part) ?? subdivisionByName(part)) !== undefined,
  )
    ? [segment]
    : segment.split(betweenWords);
}

/** `TX, OK or AR`, `California or Washington`: states, together, as their letters. */
function americanStates(text: string): string | undefined {
  const listed = text.replace(betweenWords, ', ');
  const parts = listed.split(',').map((part) => part.trim());
  if (parts.every((part) => /^[A-Z]{2}$/.test(part) && subdivisionOf('US', part) !== undefined))
    return listed;
  const states = parts.map((part) => subdivisionOf('US', part));
  const named = states.every((state) => state !== undefined) && parts.some((part) => part.length > 2);
  return named && listed !== text && parts.some((part) => subdivisionByName(part) !== undefined)
    ? states.map((state) => state.slice(3)).join(', ')
    : undefined;
}

/** Whether the inside of a bracket is a country or state, and not a remark. */
function namesPlaces(inside: string): boolean {
  const parts = withoutWorkplace(inside)
    .split(/\s*[,;|/&+]\s*|\s+(?:or|and)\s+/i)
    .map((part) =>
      part
        .replace(/\b(?:only|based)\b|^(?:(?:anywhere|within|across|throughout|in|from|the)\s)+/gi, '')
        .trim(),
    )
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
  const home = knownCity(first)?.country;
  const own = home !== undefined && /^[A-Z]{2}$/.test(second) && subdivisionOf(home, second) !== undefined;
  const turkish = knownCity(second)?.country === 'TR' && !isKnown(first);
  const [, other = '', state = ''] = /^(\p{Lu}[\p{L} .'’-]+), ?([A-Z]{2})$/u.exec(second) ?? [];
  if (other !== '' && !/^\p{Lu}+$/u.test(first) && subdivisionOf('US', state) !== undefined && cityOf(first))
    return [isAcross(first, state) ? first : `${first}, ${state}`, second];
  if (
    parts.length === 2 &&
    (letters || own || turkish || (!isKnown(first) && subdivisionByName(second) !== undefined))
  )
    return [`${first}, ${second}`];
  return parts.some(isKnown) ? parts : [segment];
}

function isKnown(part: string): boolean {
  return (
    isStateOrCountry(part) ||
    knownCity(part) !== undefined ||
    /^(?:emea|apac|latam|eu|europe|amer|anz)$/i.test(part)
  );
}

/** A segment's parts: at commas, at spaced dashes, and at the marks of `USA.VA.Reston` and `US-CA-San Francisco`. */
function tokensOf(segment: string): readonly string[] {
  const [, code = '', , state = '', city] = /^([A-Z]{2,3})([.-])([A-Z]{2})(?:\2(.+))?$/.exec(segment) ?? [];
  const [, land = '', town = ''] = /^(\p{L}{4,})\.(\p{Lu}\p{L}+)$/u.exec(segment) ?? [];
  if (land !== '' && countryOf(land) !== undefined) return [town, land];
  if (code !== '' && countryOf(code) !== undefined) {
    if (city === undefined) return [code, state];
    const [large = ''] = city.split('-');
    return [isKnown(city) || knownCity(large) === undefined ? city : large, state, code];
  }
  const inside = stateFirst(segment);
  if (inside !== undefined) return inside;
  const based = segment.replace(/[\s-]+based$/i, '');
  if (countryOf(based) !== undefined) return [based];
  const dashed = /^([\p{L} ]+)-(\p{L}.+)$/u.exec(segment);
  if (dashed && countryOf(segment) === undefined && countryOf(dashed[1] ?? '') !== undefined)
    return (stateFirst(dashed[2] ?? '') ?? dashed.slice(2)).concat(dashed.slice(1, 2));
  const tokens = withoutDetail(segment)
    .split(/\s*,\s*|\s+[-–—]\s+|\s*[–—]\s*|^-\s*|\s*-$/)
    .flatMap((token) => /^([A-Z]{2})-([A-Z]{2})$/.exec(token.trim())?.slice(1) ?? token.trim())
    .filter((token) => token !== '');
  const [first = '', second = ''] = tokens;
  return tokens.length === 2 && isDistrict(second, first) ? [first] : tokens;
}

/** `Berlin, Mitte`, `Singapore - one-north`: a city and a part of it, which is no second place. */
function isDistrict(name: string, city: string): boolean {
  const districts = { DE: /^\p{Lu}\p{Ll}+$/u, AT: /^\p{Lu}\p{Ll}+$/u, SG: /^\p{L}+-\p{L}+$/u };
  const land = knownCity(city)?.country ?? countryOf(city);
  return Object.entries(districts).some(([of, form]) => of === land && form.test(name)) && !isKnown(name);
}

/** `TX - Plano`, `TX-Plano`, `Texas - Plano`, `TX-Plano-75024`, `TX02 - Plano`: the state before its city. */
function stateFirst(segment: string): readonly string[] | undefined {
  const [, code, name, city = ''] =
    /^(?:([A-Z]{2})\d{0,4}\s*[-–]|([\p{L} ]{4,}?)\s*[-–])\s*(\p{Lu}[\p{L} .'’]+?)(?:-\d{5})?$/u.exec(
      segment,
    ) ?? [];
  const state = code ?? name;
  if (state === undefined || countryOf(state) !== undefined) return undefined;
  const found = code === undefined ? subdivisionByName(state) : subdivisionOf('US', state);
  const there = knownCity(city)?.subdivision ?? (isKnown(city) ? undefined : found);
  return found?.startsWith('US-') === true && there === found ? [city, state] : undefined;
}

/** `Plano, TX - HQ`, `HQ - Plano, TX`: what stands beside a town with its state, and is no place that is known, is a detail of it. */
function withoutDetail(segment: string): string {
  const [, before, town = segment, behind] =
    /^(?:([^,]+?)\s+[-–—]\s+)?([^,]+,\s*[A-Z]{2}(?: \d{5})?)(?:\s+[-–—]\s+([^,]+))?$/.exec(segment) ?? [];
  const state = town.match(/,\s*([A-Z]{2})/)?.[1] ?? '';
  if (subdivisionOf('US', state) === undefined && subdivisionOf('CA', state) === undefined) return segment;
  return [before, behind].some((part) => part !== undefined && isKnown(part)) ? segment : town;
}

/**
 * `Shoreditch, London`, `Pentagon, Arlington, VA`: a name that nobody knows before a large city, or before a town with its state, is a
 * part of it; `Sabadell, Barcelona`: or a town of the province that bears the city's name.
 */
function withinCity(places: readonly Place[]): readonly Place[] {
  const [inner, outer] = places;
  const large = outer?.city === undefined ? undefined : knownCity(outer.city);
  const land = large?.country ?? outer?.subdivision?.slice(0, 2);
  if (places.length !== 2 || inner?.city === undefined || outer?.city === undefined || land === undefined)
    return places;
  if (inner.subdivision !== undefined || knownCity(inner.city) !== undefined) return places;
  if ([inner.country, outer.country].some((country) => country !== undefined && country !== land))
    return places;
  const province =
    outer.subdivision === undefined && provinces.has(land) ? subdivisionOf(land, outer.city) : undefined;
  return [province === undefined ? outer : { ...outer, city: inner.city, subdivision: province }];
}
/** Countries that name provinces by their first city, and write them behind a town. */
const provinces = new Set(['ES', 'IT', 'PT', 'JP', 'BR', 'NL', 'BE', 'CH', 'TR']);

/** A bare country or state says nothing beside its own cities, and a bare country completes the one place that lacks a country. */
function merged(places: readonly Place[]): readonly Place[] {
  const named = places.map(withCapital).filter((place) => !isOnlyState(place, places));
  const cities = named.filter((place) => place.city !== undefined);
  const inner = named.filter(
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

/** `Washington DC, District of Columbia`: the state's own name is no second city. */
function isOnlyState({ city, subdivision }: Place, places: readonly Place[]): boolean {
  if (city === undefined || subdivision !== undefined) return false;
  const named = subdivisionByName(city);
  return (
    named !== undefined && places.some((other) => other.city !== undefined && other.subdivision === named)
  );
}

/** The federal district of the United States is one city. */
const withCapital = (place: Place): Place =>
  place.subdivision === 'US-DC' && place.city === undefined ? { ...place, city: 'Washington' } : place;

/** Each place once. */
export function unique(places: readonly Place[]): readonly Place[] {
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

function placeKey({ city, subdivision, country, region }: Place): string {
  return [city?.toLowerCase(), subdivision, country, region].join('|');
}
