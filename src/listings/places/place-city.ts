import { foldText } from '../../core/text.ts';
import { knownCity } from './cities.ts';

/** The city that a part of a place names, in its usual spelling, or undefined when it is no city. `certain`: a state or country vouches for it. */
export function cityOf(token: string, certain = false): string | undefined {
  const native = nativeCity(token.replace(/^[^\p{L}]+/u, ''));
  if (native !== undefined) return native;
  const text = token
    .replace(/^(?:within|in|from|at|near|greater|metro|downtown|central)\s+/i, '')
    .replace(
      /[\s-]+(?:based|only|wide|area|bay area|metro|metro area|metropolitan area|metropolitan region|region|residents|office|hub|cbd|hq|headquarters|candidates|preferred|city centre|city center)$/i,
      '',
    )
    .replace(/^(.+) campus$/i, (whole, town: string) => (knownCity(town) === undefined ? whole : town))
    .replace(/\s+(?:metro|metropolitan|bay|(?:sector|phase|block|zone)[ -]?\w{1,3})$/i, '')
    .replace(/\s*[-–]?\s*\(?\b\d{2,3}\)?$/, (tail) => (/^\s+0?\d{1,2}$/.test(tail) ? tail : ''))
    .replace(/^[^\p{L}]+|[\s.:*!-]+$/gu, '')
    .trim();
  if (regions.test(foldText(token)) || !looksLikeCity(text, certain)) return undefined;
  const whole = ofDistrict(text);
  if (whole !== undefined) return whole;
  return (abbreviations.test(text) ? knownCity(text)?.city : undefined) ?? capitalised(text);
}

/** `東京都渋谷区`, `广东省深圳市南山区`, `경기도 성남시 분당구`: the city, else the ward, behind the prefecture or province. */
function nativeCity(token: string): string | undefined {
  const [, han] =
    /^(?:東京都|北海道|京都府|大阪府|\p{sc=Han}{2,3}[県縣省])?(\p{sc=Han}{1,4}?[市区區町](?!市))\P{Lu}*$/u.exec(
      token,
    ) ?? [];
  return han ?? /^(?:\p{sc=Hangul}+도\s+)?(\p{sc=Hangul}{2,8}시)(?:\s|$)/u.exec(token)?.[1];
}

/** `Lyon 03`, `PARIS 15E ARRONDISSEMENT`, `Berlin-Mitte`: the city of its district. */
function ofDistrict(text: string): string | undefined {
  const city = /^(\p{L}[\p{L} '’-]*?)\s+0?\d{1,2}(?:e|er|[eè]me)?(?:\s+arrondissement)?$/iu.exec(text)?.[1];
  if (city !== undefined && knownCity(city) !== undefined) return capitalised(city);
  const [, german = ''] = /^(\p{L}+)[ -]\p{Lu}\p{Ll}+$/u.exec(text) ?? [];
  return knownCity(text) === undefined && /^(?:DE|AT)$/.test(knownCity(german)?.country ?? '')
    ? capitalised(german)
    : undefined;
}

/** Short forms are written out; another spelling (Milano, Bangalore) stays the source's. */
const abbreviations = /^(?:n\.?y\.?c\.?|s\.?f\.?|l\.?a\.?|d\.?c\.?|hcmc|cdmx|philly)$/i;

/** Time zones, with or without hours around them. */
const timeZones = /^(?:cet|cest|est|edt|pst|pdt|cst|cdt|mst|utc|gmt|bst|ist)(?: \d+)*$/;

const regions =
  /^(?:(?:north(?:ern)?|south(?:ern)?|east(?:ern)?|west(?:ern)?|central|latin) (?:america|europe|asia|africa)|emea|apac|latam|amer(?:icas)?|americas|anz|eu|eea|europe(?:an union)?|asia(?: pacific)?|africa|america|hq|headquarters?|office|campus|downtown|(?:north|south|east|west|central) county|north|south|east|west|midwest|world(?:wide)?|global(?:ly)?|international(?:ly)?|national(?:ly)?|nationwide|anywhere(?: in the world)?|everywhere|wherever|(?:eastern|central|mountain|pacific|atlantic)(?: standard| daylight)? time|benelux|dach|nordics?|scandinavia|mena|middle east|bay area|home counties|(?:the )?(?:east |west )?midlands|(?:south|north) (?:west|east)(?: england)?|yorkshire(?: and the humber)?|pacific northwest|new england|tri state|(?:east|west|gulf) coast|mid atlantic|great lakes|thames valley|caribbean|balkans|baltics?|gcc|oceania|cet|cest|est|edt|pst|pdt|cst|mst|utc|gmt|bst|utc [+-]?\d+|gmt [+-]?\d+|bundesweit|weltweit|europaweit|home|(?:school )?district|division|city|county|state|province|company|system|student union)$/;
const noPlace =
  /\b(?:various|multiple|several|locations?|sites?|tbd|tba|tbc|how|to be \w+|see|apply|tab|advert|ad|flexible|flexibility|any|all|other|others|unspecified|unknown|negotiable|open|depends|depending|throughout|across|statewide|time ?zones?|hours?|travel|field|worldwide|nationwide|our|the following|you|your|we|within|only|please|contact|job|jobs|role|position|choice|days?|weeks?|possible|head|client|road|online|offsite|(?:main|north|south|east|west|central|city|medical) campus|on[- ]campus|off[- ]campus|distributed|customer|stated|advertised|below|above|details|address|venue|as|not|absprache|vereinbarung|d[ée]finire?|convenir|standort|standorte|lieu|mobile|store|zoom|confidential|regional|local|vacanc\w+|citizens?|esquema|modalidad|modalit[àé]|formato|shift|elsewhere|preferred|eligible|required|undefined|null|object object)\b/i;
/** A house of an organisation, even where a state stands behind it: `University of Iowa, IA`. */
const facility =
  /\buniversit(?:y of|é de|ät )|.\b(?:university|hospital|medical center|high school|elementary school|airport)$/i;
/** Trades and terms of work, where a source's field holds more than the place. */
const work =
  /\b(?:engineers?|developers?|managers?|specialists?|analysts?|advocates?|designers?|assistants?|directors?|consultants?|nurses?|teachers?|interns?|internship|full[- ]?time|part[- ]?time|permanent|temporary|contract(?:or)?|freelance|visa|salary|equity|bonus|benefits|sponsorship|relocation|frontend|backend|sre|devops)\b/i;
const organisation =
  /^(?:dr|prof|mrs?|ms)\. |(?<!^schwäbisch|^bad) (?:hall|campus|room|lab|laborator(?:y|ies)|gym|gymnasium|auditorium|theater|theatre|stadium|arena|annex|packaging|plumbing|roofing|heating|electric|construction|landscaping|trucking|brewing|manufacturing)$|\b(?:inc|llc|ltd|limited|gmbh|corp|corporation|company|co|plc|energy|services?|department|dept|ministry|agency|authority|university|college|school|institute|hospital|clinic|bank|group|holdings?|council|police|library|headquarters|program(?:me)?|division|bureau|commission|foundation|systems?|solutions?|technologies|software|consulting|partners|associates|water|works|health|aviation|airport|utilities|municipal|fleet|mobility|courts?|housing authority|(?:city|town) hall|fire|parks|resources|accounting|administration|operations|maintenance|facilities|marketing|logistics|corporate|transportation|planning|recreation|sheriff|treasurer|attorney|museum|(?:distribution|fulfil?lment|call|service|data|support|contact|community|recreation|student|conference|operations|medical|learning|training|shopping) (?:center|centre)|bakery|baguette|pizza|pizzeria|grill|bistro|caf[eé]|coffee|restaurants?|pharmacy|fitness|insurance|financial|motors)\b\.?/i;

function looksLikeCity(text: string, certain: boolean): boolean {
  if (text.length < 2 || text.length > 60 || !/\p{L}{2}/u.test(text)) return false;
  const folded = foldText(text);
  if (
    (/^[A-Z]{2}$/.test(text) && knownCity(text) === undefined) ||
    regions.test(folded) ||
    timeZones.test(folded) ||
    work.test(text) ||
    /https?:|@|[$€£]|\b(?:gmt|utc)\b/i.test(text)
  )
    return false;
  if (knownCity(text) !== undefined) return true;
  // A word of work that is a town as well: `Mobile, AL`.
  if (certain && /^mobile$/i.test(text)) return true;
  if (facility.test(text)) return false;
  if (noPlace.test(text) || folded.split(' ').length > (certain ? 6 : 5)) return false;
  if (certain) return true;
  if (organisation.test(text)) return false;
  return (
    /^[\p{Lu}\p{Lo}'’]/u.test(text) ||
    (text === text.toLowerCase() && text.length > 3 && folded.split(' ').length <= 3)
  );
}

/** Written all in capitals or all in small letters: as a name is written. */
function capitalised(text: string): string {
  if (text !== text.toUpperCase() && text !== text.toLowerCase()) return text;
  if (/^\p{Lo}/u.test(text) || (text.length <= 3 && text === text.toUpperCase())) return text;
  return text
    .toLowerCase()
    .replace(
      /(^|[\s'’(/.-])(\p{L})/gu,
      (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`,
    )
    .replace(/(?<=\s)(?:De|La|Le|Les|Du|Des|Of|And|Am|An|Der|Im|In|Di|Del|Sur|Sous|Upon|On)(?=\s)/g, (word) =>
      word.toLowerCase(),
    );
}
