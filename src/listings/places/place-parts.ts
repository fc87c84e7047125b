import { knownCity } from './cities.ts';
import { countryOf } from './countries.ts';
import { subdivisionByCode, subdivisionByName } from './subdivisions.ts';

/** The parts of a part, as spaces part them: `TX United States`, `AZ USA 86321`, `Boston MA`, `Paris France`; streets and postal codes go. */
export function partsOf(source: string): readonly string[] {
  if (isStreet(source)) return [];
  const token = source
    .replace(/\bD\. ?C\.?/g, 'DC')
    .replace(/^[\s:;.,*–-]+|[\s:;,*–-]+$/g, '')
    .replace(lead, '')
    .replace(tail, '')
    .replace(postalBehind, '')
    .replace(postalBefore, '')
    .replace(/^.{1,40}\sin\s+(\p{Lu}.{1,40})$/u, (whole, place: string) =>
      isPlaceName(place) ? place : whole,
    )
    .trim();
  if (/^(?:d[ée]p(?:artement|t)?\.?\s*)?[\d\s-]*$/i.test(token) || postalAlone.test(token)) return [];
  if (!token.includes(' ') || isPlaceName(token)) return [token];
  const [, state = '', country = ''] = /^([A-Z]{2}|D\.C\.)\s+(.+)$/.exec(token) ?? [];
  if (countryOf(country) !== undefined && subdivisionByCode(state) !== undefined) return [state, country];
  return behindCity(token) ?? [token];
}

/** A city with its state or country behind it and only a space between: `Fort Worth TX`, `Fremont California`, `Leeds United Kingdom`. */
function behindCity(token: string): readonly string[] | undefined {
  const words = token.split(/\s+/);
  for (const count of [3, 2, 1]) {
    const [first, last] = [words.slice(0, -count).join(' '), words.slice(-count).join(' ')];
    if (
      first === '' ||
      notBefore.test(first) ||
      /\bof$/i.test(first) ||
      /^island$/i.test(last) ||
      !/^\p{Lu}/u.test(first)
    )
      continue;
    // `Contact HR`, `Head of IT` are not in Croatia or Italy.
    const isDepartment = /^(?:HR|IT)$/.test(last) && knownCity(first)?.country !== last;
    if ((countryOf(last) !== undefined && !isDepartment) || isStateOf(last, first))
      return [...partsOf(first), last];
    if (
      last.length > 3 &&
      !/^(?:washington|mont|miss)$/i.test(last) &&
      subdivisionByName(last, 'US')?.startsWith('US-') === true
    )
      return [first, last];
  }
  return undefined;
}
const notBefore =
  /^(?:new|north|south|east|west|northern|southern|eastern|western|central|upper|lower|fort|port|lake|mount|mt|st|saint|san|santa|old|greater|little|anywhere|across|the|republic|university)\.?$/i;

/** Letters behind a name are a state when they are American or three, or when the city is known to be there (`Ramstein AB` is not in Alberta). */
function isStateOf(letters: string, city: string): boolean {
  if (!/^[A-Z]{2,3}$/.test(letters)) return false;
  const state = subdivisionByCode(letters);
  return (
    state !== undefined &&
    (letters.length === 3 || state.startsWith('US-') || knownCity(city)?.country === state.slice(0, 2))
  );
}

function isPlaceName(token: string): boolean {
  return (
    (countryOf(token) ?? subdivisionByName(token)) !== undefined ||
    (knownCity(token) !== undefined && !/\bd\.?c\.?$/i.test(token))
  );
}

/** Words around a place that do not belong to its name. */
const lead =
  /^(?:(?:anywhere|across|but|city of|within|throughout|all over|based|located|only|in|from|near|our|the(?! hague)|for|nationwide|(?:(?:work )?split )?between|pan(?=[ -]\p{L})|location:?|locations:?|(?:(?:job|work|primary|main|office) )?(?:location|lieu|standort|ort|place|stadt|city|town|ville|ciudad|cidade|città|arbeitsort|einsatzort|dienstort|ubicación|lugar|sede|luogo|standplaats|plaats|miejsce(?: pracy)?|lokalizacja|office|multiple|various|several) ?:)\s+)+(?=\S)/iu;
const tail =
  /(?<!^bay)(?:[\s-]+(?:only|wide|based|residents?|citizens|candidates|preferred|nationwide|anywhere|(?:bay |metro |metropolitan )?area|metro|hub|cbd|bldg\.? [a-z]))+$/i;

const postalBehind =
  /[\s,]+(?:[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{5,6}(?:-\d{4})?|(?<=\b(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT) )\d{4})$/;
const postalAlone = /^(?:[A-Z]{1,2}\d[A-Z\d]?(?: ?\d[A-Z]{2})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/;
const postalBefore = /^(?:[A-Z]{1,2}-)?\d{4,6}(?: [A-Z]{2})?\s+(?=\p{L}{2})/u;

const streetWord =
  /(?:\b(?:street|st|avenue|ave|boulevard|blvd|parkway|pkwy|road|rd|drive|dr|lane|ln|way|plaza|court|square|highway|hwy|suite|floor|rue|via|calle|platz|allee|weg|laan|straat|building|bldg|unit|level|lot|apt|apartment|p\.? ?o\.? box)\b\.?|\b(?:gebäude|bâtiment|edificio|room|rm|raum|terminal|gate|dock|warehouse|plant|hangar) ?[a-z]?\d{1,4}\b|\p{L}(?:straße|strasse|str\.|weg|platz|allee|gasse|straat|laan|vägen|gatan))/iu;

/** Whether it holds a street or a postcode: then the parts are those of one address. */
export function isOfAddress(token: string): boolean {
  return isStreet(token) || postalBehind.test(` ${token}`) || postalBefore.test(token);
}

/** A number with a street's name; a number of four to six digits before another name is a postal code. */
function isStreet(token: string): boolean {
  if (!/\d/.test(token))
    return /^(?:building|bldg|block|wing|terminal) [A-Z]$|\b(?:suite|floor|p\.?o\.? box|(?:business|industrial|office|retail|enterprise) (?:park|estate|centre|center))\b|^(?:av|avda|rua|ul|jl|jln|jalan)\.?\s/i.test(
      token,
    );
  return streetWord.test(token) || (/^\d{1,3}[a-z]?\s+\p{L}{3}/iu.test(token) && !/^\d{1,2}\s+-/.test(token));
}
