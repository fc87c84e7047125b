import { iso31662 } from 'iso-3166';
import { foldText } from '../../core/text.ts';
import { knownCity } from './cities.ts';
import { cellsOf } from '../listing-tables.ts';

/** ISO 3166-2 of a state, province or region of a country, by its code or name. */
export function subdivisionOf(country: string, text: string): string | undefined {
  const trimmed = text.trim().replace(/[.,]+$/, '');
  const code = /^(?:[A-Z]{2}[- ])?([A-Z0-9]{1,3})$/.exec(trimmed.replaceAll('.', '').toUpperCase())?.[1];
  const byCode = code === undefined ? undefined : `${country}-${code}`;
  if (byCode !== undefined && codes().has(byCode)) return byCode;
  return namesOf(country).get(folded(trimmed));
}

/** The subdivision whose name is known all over and is no city's as well: `Indiana`, `Isère`, `Hessen`; the hint's country first. */
export function subdivisionByName(text: string, hint?: string): string | undefined {
  const name = folded(text);
  const said =
    /^(?:(?:state|province) of|upstate|estado d[eo]|jude[tț](?:ul)?|jud\.?|prov\.?) |\b(?:state|province|voivodeship)$/i.test(
      text,
    );
  if (said) return firstWith(name, hint);
  if (name.length < (otherNames.has(name) ? 3 : 4) || alsoCities.has(name) || knownCity(text) !== undefined)
    return undefined;
  if (/^(?:co\.?|county)\s/i.test(text)) return namesOf('IE').get(name) ?? namesOf('GB').get(name);
  return firstWith(name, hint, otherNames.has(name) ? undefined : standsAlone);
}

function firstWith(name: string, hint: string | undefined, accept: (code: string) => boolean = () => true) {
  const first = hint !== undefined && plainCountries.includes(hint) ? [hint] : [];
  return [...first, ...plainCountries]
    .map((country) => namesOf(country).get(name))
    .find((code) => code !== undefined && accept(code));
}

/** The state that a code in capitals means without its country: `TX`, `ON`, `NSW`; the hint's country first. */
export function subdivisionByCode(text: string, hint?: string): string | undefined {
  const code = text.replaceAll('.', '');
  if (!/^[A-Z]{2,3}$/.test(code)) return undefined;
  return [hint, 'US', 'CA', 'AU']
    .filter((country) => country !== undefined && codeCountries.has(country))
    .map((country) => `${country ?? ''}-${code}`)
    .find((candidate) => codes().has(candidate));
}

/** The name, as ISO has it; Indian ones without the marks of transliteration. */
export function subdivisionName(code: string): string | undefined {
  return codes()
    .get(code)
    ?.replace(/\s*[([].*$/, '');
}

/** Countries where places are written with the letters of the state. */
const codeCountries = new Set(['US', 'CA', 'AU', 'BR', 'IN', 'IT', 'MX', 'CH']);
/** Countries whose states stand alone in feeds. */
const plainCountries = 'US CA AU DE FR GB IT ES AT IN NL BE CH PL SE BR MX CO MY ID ZA JP RO NG PH TR'.split(
  ' ',
);

let codeMap: Map<string, string> | undefined;
let byCountry: Map<string, (typeof iso31662)[number][]> | undefined;
const folds = new Map<string, ReadonlyMap<string, string>>();

/** Code to name. */
function codes(): ReadonlyMap<string, string> {
  codeMap ??= new Map(iso31662.map(({ code, name }) => [code, name]));
  return codeMap;
}

/** Folded name to code of one country, made when first asked for. */
function namesOf(country: string): ReadonlyMap<string, string> {
  const known = folds.get(country);
  if (known !== undefined) return known;
  byCountry ??= Map.groupBy(iso31662, ({ code }) => code.slice(0, 2));
  const names = new Map<string, string>();
  for (const { code, name } of byCountry.get(country) ?? []) {
    for (const spelling of spellings(name)) {
      const key = folded(spelling);
      if (!names.has(key)) names.set(key, code);
    }
  }
  for (const [name, code] of otherNames) if (code.startsWith(country)) names.set(name, code);
  folds.set(country, names);
  return names;
}

/** `Bolzano, Bozen`, `Murcia, Región de` (also `Región de Murcia`), `Puducherry (Pondicherry)`: the name and its parts. */
function spellings(name: string): ReadonlySet<string> {
  const plain = name.replace(/\s*[([].*$/, '');
  const bare = plain.replace(/\s+(?:län|kraj|County|Oblast|Region|Province|Prefecture|Sheng|Shi)$/i, '');
  return new Set([
    name,
    plain,
    bare,
    ...plain.split(/,\s*|\s+\/\s+/),
    plain.replace(/^(.+), (.+)$/, '$2 $1'),
  ]);
}

/** `State of New York`, `Washington State`, `Northern Virginia`: the name that counts. */
function folded(text: string): string {
  const name = foldText(text)
    .replace(
      /^(?:state|province|region|county|departement|bundesland|land|provincia|regione|wojewodztwo|woj|judet(?:ul)?|jud|prov|estado(?! de mexico)|co) (?:of |d[eio] |d )?/,
      '',
    )
    .replace(/ (?:state|province|voivodeship)$/, '');
  return name.replace(
    /^(?:northern|southern|eastern|western|central|upstate|greater|(?:north|south)(?:east|west)(?:ern)?) (?!ireland|territor|cape|mariana|australia|visayas|samar)(?=\p{L}{4}|new )/u,
    '',
  );
}

/** Names of subdivisions that a place without more means as a city. */
const alsoCities = new Set(
  'new york,washington,quebec,opole,lublin,lodz,berlin,hamburg,bremen,brandenburg,paris,vienne,mayenne,wien,vienna,salzburg,utrecht,groningen,antwerpen,antwerp,liege,namur,bruxelles,brussels,delhi,new delhi,chandigarh,goa,puducherry,sao paulo,rio de janeiro,uppsala,stockholms,orebro,kalmar'.split(
    ',',
  ),
);

/** Of countries whose subdivisions mostly bear the names of cities, those that stand alone anyway; all of the others. */
const standing =
  /^(?:IT-\d\d|ES-(?:AN|AR|AS|CN|CB|CM|CL|CT|EX|GA|IB|PV|NC|VC)|CH-(?:VD|VS|TI|AG|TG|JU|GR)|MX-(?:JAL|NLE|BC[NS]|SIN|SON|TA[BM]|YUC|ROO|MIC|CHP|COA|NAY)|CO-(?:ANT|ATL|BOY|CUN|RIS|VAC)|MY-(?!04|1[456]).*|ID-(?!BE|GO|JA|YO).*|ZA-(?!FS|NW).*|JP-(?:01|08|10|14|23|28)|RO-IF|TR-(?:31|41|54)|(?!IT|ES|CH|MX|CO|MY|ID|ZA|JP|RO|NG|PH|TR).*)$/;

function standsAlone(code: string): boolean {
  return standing.test(code) && (!code.startsWith('GB-') || counties.test(codes().get(code) ?? ''));
}
const counties =
  /shire$|^(?:England|Scotland|Wales|Northern Ireland|Devon|Kent|Essex|Surrey|Cornwall|Cumbria|Dorset|Norfolk|Suffolk|Somerset|Rutland|Highland|Fife|Gwynedd|Powys|Isle of .*|(?:East|West) Sussex)$/;

/** Names that ISO does not give: English ones, old codes, colloquial ones. */
const otherNames = new Map(cellsOf('stateNames').map(([name = '', code = '']) => [name, code]));
