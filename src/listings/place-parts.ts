import { countryOf } from './countries.ts';
import { subdivisionByCode } from './subdivisions.ts';

/** The parts of a part, as spaces part them: `TX United States`, `AZ USA 86321`, `CA 94043`, `75008 Paris`; streets and postal codes go. */
export function partsOf(source: string): readonly string[] {
  if (isStreet(source)) return [];
  const token = source
    .replace(lead, '')
    .replace(tail, '')
    .replace(postalBehind, '')
    .replace(postalBefore, '')
    .trim();
  if (/^[\d\s-]*$/.test(token)) return [];
  const [, state = '', country = ''] = /^([A-Z]{2}|D\.C\.)\s+(.+)$/.exec(token) ?? [];
  if (country !== '' && countryOf(country) !== undefined && subdivisionByCode(state) !== undefined)
    return [state, country];
  return [token];
}

/** Words around a place that do not belong to its name. */
const lead =
  /^(?:(?:anywhere|across|within|throughout|all over|based|located|only|in|from|near|the|for|nationwide|location:?|locations:?|lieu ?:|standort ?:|ort ?:|place:?)\s+)+(?=\S)/i;
const tail =
  /[\s-]+(?:only|wide|based|residents?|citizens|candidates(?: only)?|preferred|nationwide|anywhere)$/i;

const postalBehind = /[\s,]+(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{5}(?:-\d{4})?)$/;
const postalBefore = /^(?:[A-Z]{1,2}-)?\d{4,6}(?: [A-Z]{2})?\s+(?=\p{L}{2})/u;

const streetWord =
  /(?:\b(?:street|st|avenue|ave|boulevard|blvd|parkway|pkwy|road|rd|drive|dr|lane|ln|way|plaza|court|square|highway|hwy|suite|floor|rue|via|calle|platz|allee|weg|laan|straat|building|bldg|unit|po box)\b\.?|\p{L}(?:straße|strasse|str\.|weg|platz|allee|gasse|straat|laan|vägen|gatan))/iu;

/** A number with a street's name; a number of four to six digits before another name is a postal code. */
function isStreet(token: string): boolean {
  if (!/\d/.test(token)) return /\b(?:suite|floor|p\.?o\.? box)\b/i.test(token);
  return streetWord.test(token) || (/^\d{1,3}[a-z]?\s+\p{L}{3}/iu.test(token) && !/^\d{1,2}\s+-/.test(token));
}
