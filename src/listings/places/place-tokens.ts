import { foldText } from '../../core/text.ts';
import { isSameCity, knownCity } from './cities.ts';
import { countryOf } from './countries.ts';
import type { Place } from '../listing.ts';
import { cityOf } from './place-city.ts';
import { isOfAddress, partsOf } from './place-parts.ts';
import { subdivisionByCode, subdivisionByName, subdivisionName, subdivisionOf } from './subdivisions.ts';
import { byPostcode } from './zip-states.ts';

/**
 * Places from the parts of one string: `City, ST, Country`, `Country, State, City`, and lists of cities, states or countries. Each
 * part is read in the light of the country that follows it, of the feed's country, and of the cities that everybody knows.
 */
export function placesOfTokens(source: readonly string[], hint?: string): readonly Place[] {
  const tokens = byPostcode(source).flatMap(partsOf).map(asState);
  const [first, second = ''] = tokens;
  if (tokens.length === 2 && first === second && /^(?:NY|DC)$/.test(second))
    return [{ ...knownCity(second === 'NY' ? 'New York' : 'DC'), country: 'US' }];
  if (tokens.length === 2 && somewhere.test(first ?? '') && subdivisionByCode(second) !== undefined)
    return [{ subdivision: subdivisionByCode(second) ?? '' }].map((place) => completed(place, hint));
  if (
    tokens.length > 1 &&
    tokens[0] !== 'LA' &&
    tokens.every((token) => /^[A-Z]{2}$/.test(token) && subdivisionOf('US', token) !== undefined)
  )
    return tokens.map((token) => ({ subdivision: `US-${token}`, country: 'US' }));
  const atAddress = source.some(isOfAddress);
  const places: Place[] = [];
  let open: Place = {};
  for (const [at, token] of tokens.entries()) {
    const [next, after] = [tokens[at + 1], tokens[at + 2]];
    const view: View = { open, token, next, after, follows: countryAhead(tokens, at), hint, atAddress };
    const part = partOf(view);
    if (part === undefined || isSameCity(open.city ?? '', part.city ?? '')) continue;
    if (begins(open, part)) {
      places.push(open);
      open = {};
    }
    open = { ...open, ...part };
  }
  const told = [...places, open].filter((place) => !isEmpty(place));
  return (atAddress ? addressed(told) : told).map((place) => completed(place, hint));
}

/** Of one address only the town counts: what stands before it, without a state and known to nobody, is a house, an estate or a street. */
function addressed(places: readonly Place[]): readonly Place[] {
  return places.filter(
    ({ city, subdivision, country }, at) =>
      at === places.length - 1 ||
      city === undefined ||
      (subdivision ?? country ?? knownCity(city)) !== undefined,
  );
}

const somewhere = /^(?:various|multiple|several|all|any)\b/i;

/** Behind a city two letters are a state however they are written: `Boise, Id`, `Joplin, Mo.`. */
function asState(token: string, at: number): string {
  const code = token.replace('.', '').toUpperCase();
  return at > 0 && /^[A-Za-z][a-z]\.?$/.test(token) && subdivisionByCode(code) !== undefined ? code : token;
}

type View = {
  /** The place that earlier parts have begun. */
  readonly open: Place;
  readonly token: string;
  readonly next: string | undefined;
  readonly after: string | undefined;
  /** The country that one of the next two parts names. */
  readonly follows: string | undefined;
  readonly hint: string | undefined;
  /** A street or a postcode stands with it: two states in a row are a town and its state. */
  readonly atAddress: boolean;
};

/** What a part adds: a state, a country, a city, or nothing. */
function partOf(view: View): Place | undefined {
  if (isAbbreviatedCity(view)) return { city: 'Los Angeles' };
  const cityState = /^(?:singapore|hong kong(?: sar)?|maca[uo])$/i.test(view.token)
    ? countryOf(view.token)
    : undefined;
  if (cityState !== undefined) return partOfCityState(view, cityState);
  if (isCityOfItsCountry(view) || isCityNamedLikeCountry(view)) return { city: view.token };
  if (isCodeBeforeName(view) || isCountyBetween(view) || isStateAgain(view)) return undefined;
  const subdivision = stateOf(view);
  if (subdivision !== undefined) return { subdivision };
  const country = countryFor(view);
  if (country !== undefined) return { country };
  const vouched = view.open.country !== undefined || (view.next !== undefined && isStateOrCountry(view.next));
  const city = cityOf(view.token, vouched);
  return city === undefined ? undefined : { city };
}

/** Singapore and its like are city and country; behind a city of theirs, or one that nobody knows, they are the country. */
function partOfCityState({ open, token }: View, country: string): Place | undefined {
  if (open.city === undefined) return { city: token.replace(/ SAR$/i, ''), country };
  if (open.country === country) return undefined;
  return open.country === undefined && knownCity(open.city) === undefined
    ? { country }
    : { city: token, country };
}

/** `LA` first is Los Angeles, behind a city it is the state. */
function isAbbreviatedCity({ open, token, next }: View): boolean {
  return (
    isEmpty(open) && token === 'LA' && (next === undefined || next === 'CA' || countryOf(next) === undefined)
  );
}

/** `Norfolk, VA`, `Lebanon, New Hampshire`: a name with the state of another country behind it is a city. */
function isCityNamedLikeCountry({ open, token, next, after, follows, hint, atAddress }: View): boolean {
  const country = countryOf(token) ?? subdivisionByName(token)?.slice(0, 2);
  if (country === undefined || next === undefined || !isEmpty(open) || /^[A-Z.]{2,4}$/.test(token))
    return false;
  const state = subdivisionOf('US', next);
  if (/^[A-Z]{2}$/.test(next) && (after === undefined || countryOf(after) !== undefined)) {
    const [own, other] = [subdivisionByName(token), subdivisionByCode(next, hint)];
    if (
      own !== undefined &&
      other !== undefined &&
      other !== own &&
      !own.startsWith(`${follows ?? hint ?? ''}-`)
    )
      return true;
  }
  if (isElsewhereNamed(token, next, atAddress)) return true;
  return (
    country !== 'US' &&
    state !== undefined &&
    countryOf(next) !== country &&
    (subdivisionOf(country, next) === undefined ||
      (/^[A-Z]{2}$/.test(next) && subdivisionByCode(next, country) === state))
  );
}

/** `Victoria, British Columbia`: the name of a state before that of another country's; `Nevada, Iowa 50201`: at an address, of any other. */
function isElsewhereNamed(token: string, next: string, atAddress: boolean): boolean {
  const [own, other] = [token, next].map((name) => subdivisionByName(name));
  if (own === undefined || other === undefined || own === other || countryOf(next) !== undefined)
    return false;
  return own.slice(0, 2) !== other.slice(0, 2) || (atAddress && own.startsWith('US-'));
}

/** `Luxembourg, Luxembourg`: the first is the city. */
function isCityOfItsCountry({ open, token, next }: View): boolean {
  return isEmpty(open) && countryOf(token) !== undefined && foldText(next ?? '') === foldText(token);
}

/** `Harrisburg, Dauphin County, PA`, `Lihue, Kauai, HI`: between a town and its state a county or an island says nothing more. */
function isCountyBetween({ open, token, next }: View): boolean {
  if (open.city === undefined || next === undefined || isStateOrCountry(token)) return false;
  return counties.test(foldText(`${token}, ${next}`));
}

const counties =
  /(?: (?:county|parish|township)|^(?:o ?ahu|maui|kaua ?i|molokai|lanai|(?:big|long|staten) island|cape cod)) \S+(?: \S+)?$|^(?:st|saint) (?:croix|thomas|john) (?:u ?s ?)?(?:vi|virgin islands)$/;

/** `Brooklyn, New York, NY`: the state that the place has already. */
function isStateAgain({ open, token }: View): boolean {
  return /^[A-Z]{2}$/.test(token) && open.subdivision?.slice(3) === token;
}

/** `Weinheim, DE, Germany`: the country twice. */
function isCodeBeforeName({ token, next }: View): boolean {
  const country = /^[A-Z]{2}$/.test(token) ? countryOf(token) : undefined;
  return country !== undefined && next !== undefined && countryOf(next) === country;
}

/** Whether a part belongs to a new place: the open one has it already, or was written with the country behind it. */
function begins(open: Place, part: Place): boolean {
  if (part.city !== undefined)
    return open.city !== undefined || (open.subdivision !== undefined && open.country === undefined);
  if (part.subdivision !== undefined)
    return (
      open.subdivision !== undefined ||
      (open.country !== undefined && !part.subdivision.startsWith(open.country))
    );
  return (
    open.country !== undefined ||
    (open.subdivision !== undefined && !open.subdivision.startsWith(part.country ?? ''))
  );
}

/** A state: behind its city or country, before its country, or alone when its name is no city's. */
function stateOf(view: View): string | undefined {
  const { open, token, next, follows, hint } = view;
  if (open.subdivision !== undefined && open.city !== undefined) return undefined;
  if (open.city !== undefined) return stateBehindCity(open.city, view);
  if (open.country !== undefined && open.subdivision === undefined) {
    const own = subdivisionOf(open.country, token);
    const last = next === undefined || countryOf(next) !== undefined || isElsewhere(own, token, next);
    return last && subdivisionByName(token, open.country) === undefined && token.length > 3 ? undefined : own;
  }
  if (/^[A-Z]{2}$/.test(token) && next !== undefined && knownCity(next)?.subdivision === `US-${token}`)
    return `US-${token}`;
  if (follows === undefined && countryOf(token) !== undefined && !isNation(token))
    return hint !== undefined && subdivisionByName(token, hint)?.startsWith(`${hint}-`)
      ? subdivisionByName(token, hint)
      : undefined;
  return subdivisionByCode(token, follows ?? hint) ?? subdivisionByName(token, follows ?? hint);
}

/** Of two known cities behind a country the first is no state of the second: `Germany, Berlin, Hamburg`. */
function isElsewhere(own: string | undefined, token: string, next: string): boolean {
  const there = knownCity(next)?.subdivision;
  return own !== undefined && knownCity(token) !== undefined && there !== undefined && there !== own;
}

function stateBehindCity(city: string, { token, follows, hint }: View): string | undefined {
  const known = knownCity(city);
  const told = follows ?? hint;
  const land = told ?? known?.country;
  const named = countryOf(token);
  if (
    named !== undefined &&
    !isNation(token) &&
    follows !== named &&
    (named === land || foldText(token) === foldText(city))
  )
    return undefined;
  const own = land === undefined ? undefined : subdivisionOf(land, token);
  if (
    own !== undefined &&
    (told === undefined
      ? isOwnState(own, token, known ?? { city }, foldText(city))
      : isSaid(own, token, city))
  )
    return own;
  if (isCodeOfCountry(city, token, known?.country ?? hint)) return undefined;
  const alsoCity = known === undefined ? stateAndCity.get(foldText(token)) : undefined;
  return alsoCity ?? subdivisionByCode(token) ?? subdivisionByName(token);
}

/** A country of the United Kingdom: ISO has it as a subdivision. */
function isNation(token: string): boolean {
  return /^(?:england|scotland|wales|northern ireland)$/i.test(token);
}

/** `NL` is the Netherlands rather than Newfoundland, `DE` behind German letters is Germany rather than Delaware. */
function isCodeOfCountry(city: string, token: string, country: string | undefined): boolean {
  return (token === 'NL' && country !== 'CA') || (token === 'DE' && /[äöüß]/i.test(city));
}

/** States whose name a city bears as well: behind a city that nobody takes for a place elsewhere they are the state. */
const stateAndCity = new Map(Object.entries({ 'new york': 'US-NY', washington: 'US-WA', quebec: 'CA-QC' }));

/** Behind a city and before its country, any name of a subdivision is one. */
function isSaid(code: string, token: string, city: string): boolean {
  if (foldText(token) === foldText(city)) return !code.startsWith('GB-');
  return (
    token.length <= 3 ||
    subdivisionByName(token, code.slice(0, 2)) !== undefined ||
    knownCity(token) === undefined
  );
}

/** Without a country: a name that is no city's, a code that no American state has, or the city's own. */
function isOwnState(code: string, token: string, { city, subdivision }: Place, written: string): boolean {
  const name = foldText(city ?? '');
  if ([name, written].includes(foldText(subdivisionName(code) ?? '')) || foldText(token) === name)
    return true;
  if (/^[A-Z]{2}$/.test(token))
    return /^(?:US|CA|AU|BR)-/.test(code) || subdivisionOf('US', token) === undefined;
  return (
    token.length <= 3 ||
    subdivisionByName(token, code.slice(0, 2)) === code ||
    (stateAndCity.get(foldText(token)) === code && (subdivision === undefined || subdivision === code)) ||
    (knownCity(token) === undefined &&
      /^(?:MX|BR|IN|AR|CN|CO|CL|ZA|DK|CZ|VE|FI|NZ|MY|ID|RO|JP|NG|PH)-/.test(code))
  );
}

/** A country; behind a city a code that is also a state's is the country only where city or feed say so. */
function countryFor({ open, token, hint }: View): string | undefined {
  const country = countryOf(token);
  if (
    country === undefined ||
    open.city === undefined ||
    !/^[A-Z]{2}$/.test(token) ||
    subdivisionOf('US', token) === undefined ||
    isCodeOfCountry(open.city, token, hint)
  )
    return country;
  return open.subdivision !== undefined || knownCity(open.city)?.country === country || hint === country
    ? country
    : undefined;
}

function countryAhead(tokens: readonly string[], at: number): string | undefined {
  const [one, two] = [tokens[at + 1], tokens[at + 2]].map((token) =>
    token === undefined ? undefined : countryOf(token),
  );
  const state = tokens[at + 1] !== undefined && subdivisionByCode(tokens[at + 1] ?? '') !== undefined;
  return state ? (two ?? undefined) : (one ?? two);
}

export function isStateOrCountry(token: string): boolean {
  return (countryOf(token) ?? subdivisionByCode(token) ?? subdivisionByName(token)) !== undefined;
}

function isEmpty(place: Place): boolean {
  return Object.keys(place).length === 0;
}

/** Country from the subdivision, from a city that everybody knows, or from the feed. */
function completed(place: Place, hint: string | undefined): Place {
  if (place.subdivision !== undefined)
    return { ...place, country: place.country ?? place.subdivision.slice(0, 2) };
  const known = place.city === undefined ? undefined : knownCity(place.city);
  if (known === undefined || (place.country !== undefined && place.country !== known.country))
    return place.country === undefined && hint !== undefined ? { ...place, country: hint } : place;
  return { ...known, ...place };
}
