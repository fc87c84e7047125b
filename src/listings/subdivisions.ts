import { iso31662 } from 'iso-3166';
import { foldText } from '../core/text.ts';
import { knownCity } from './cities.ts';

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
  const said = /^(?:(?:state|province) of|upstate) |\b(?:state|province|voivodeship)$/i.test(text);
  if (said) return firstWith(name, hint);
  if (
    name.length < (otherNames[name] === undefined ? 4 : 3) ||
    alsoCities.has(name) ||
    knownCity(text) !== undefined
  )
    return undefined;
  if (/^(?:co\.?|county)\s/i.test(text)) return namesOf('IE').get(name) ?? namesOf('GB').get(name);
  return firstWith(name, hint, standsAlone);
}

function firstWith(
  name: string,
  hint: string | undefined,
  accept: (code: string) => boolean = () => true,
): string | undefined {
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
const plainCountries = [
  'US',
  'CA',
  'AU',
  'DE',
  'FR',
  'GB',
  'IT',
  'ES',
  'AT',
  'IN',
  'NL',
  'BE',
  'CH',
  'PL',
  'SE',
  'BR',
];

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
  for (const [name, code] of Object.entries(otherNames)) if (code.startsWith(country)) names.set(name, code);
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
      /^(?:state|province|region|county|departement|bundesland|land|provincia|regione|wojewodztwo|woj|co) (?:of |de |di |d )?/,
      '',
    )
    .replace(/ (?:state|province|voivodeship)$/, '');
  return name.replace(
    /^(?:northern|southern|eastern|western|central|upstate|greater) (?!ireland|territory|cape|mariana|australia|visayas|samar)(?=\p{L}{4}|new )/u,
    '',
  );
}

/** Names of subdivisions that a place without more means as a city. */
const alsoCities = new Set(
  'new york,washington,quebec,opole,lublin,lodz,berlin,hamburg,bremen,brandenburg,paris,vienne,mayenne,wien,vienna,salzburg,utrecht,groningen,antwerpen,antwerp,liege,namur,bruxelles,brussels,delhi,new delhi,chandigarh,goa,puducherry,sao paulo,rio de janeiro,uppsala,stockholms,orebro,kalmar'.split(
    ',',
  ),
);

/** Countries whose subdivisions mostly bear the names of cities: those that stand alone all the same. */
const standing: Readonly<Record<string, RegExp>> = {
  IT: /^IT-\d\d$/,
  ES: /^ES-(?:AN|AR|AS|CN|CB|CM|CL|CT|EX|GA|IB|PV|NC|VC)$/,
  CH: /^CH-(?:VD|VS|TI|AG|TG|JU|GR)$/,
};

function standsAlone(code: string): boolean {
  if (!(standing[code.slice(0, 2)]?.test(code) ?? true)) return false;
  return !code.startsWith('GB-') || counties.test(codes().get(code) ?? '');
}
const counties =
  /shire$|^(?:England|Scotland|Wales|Northern Ireland|Devon|Kent|Essex|Surrey|Cornwall|Cumbria|Dorset|Norfolk|Suffolk|Somerset|Rutland|Highland|Fife|Gwynedd|Powys|Isle of .*|(?:East|West) Sussex)$/;

/** Names that ISO does not give: English ones, old codes, colloquial ones. */
const otherNames: Readonly<Record<string, string>> = {
  'd c': 'US-DC',
  'washington d c': 'US-DC',
  'washington dc': 'US-DC',
  'puerto rico': 'US-PR',
  calif: 'US-CA',
  mass: 'US-MA',
  penn: 'US-PA',
  'n y': 'US-NY',
  'n c': 'US-NC',
  'n j': 'US-NJ',
  tex: 'US-TX',
  fla: 'US-FL',
  ill: 'US-IL',
  'n h': 'US-NH',
  'n m': 'US-NM',
  's c': 'US-SC',
  's d': 'US-SD',
  'n d': 'US-ND',
  'w va': 'US-WV',
  conn: 'US-CT',
  colo: 'US-CO',
  wash: 'US-WA',
  ariz: 'US-AZ',
  minn: 'US-MN',
  mich: 'US-MI',
  tenn: 'US-TN',
  wis: 'US-WI',
  ore: 'US-OR',
  okla: 'US-OK',
  newfoundland: 'CA-NL',
  yukon: 'CA-YT',
  pei: 'CA-PE',
  'b c': 'CA-BC',
  bavaria: 'DE-BY',
  saxony: 'DE-SN',
  hesse: 'DE-HE',
  'north rhine westphalia': 'DE-NW',
  nrw: 'DE-NW',
  'lower saxony': 'DE-NI',
  thuringia: 'DE-TH',
  'rhineland palatinate': 'DE-RP',
  'saxony anhalt': 'DE-ST',
  'mecklenburg western pomerania': 'DE-MV',
  'baden wurttemberg': 'DE-BW',
  'baden wuerttemberg': 'DE-BW',
  thueringen: 'DE-TH',
  saarland: 'DE-SL',
  'ile de france': 'FR-IDF',
  brittany: 'FR-BRE',
  normandy: 'FR-NOR',
  burgundy: 'FR-BFC',
  'auvergne rhone alpes': 'FR-ARA',
  'rhone alpes': 'FR-ARA',
  'provence alpes cote d azur': 'FR-PAC',
  paca: 'FR-PAC',
  corsica: 'FR-20R',
  alsace: 'FR-6AE',
  'nord pas de calais': 'FR-HDF',
  picardie: 'FR-HDF',
  'midi pyrenees': 'FR-OCC',
  'languedoc roussillon': 'FR-OCC',
  lorraine: 'FR-GES',
  'champagne ardenne': 'FR-GES',
  'poitou charentes': 'FR-NAQ',
  limousin: 'FR-NAQ',
  auvergne: 'FR-ARA',
  bourgogne: 'FR-BFC',
  'franche comte': 'FR-BFC',
  'centre val de loire': 'FR-CVL',
  aquitaine: 'FR-NAQ',
  lombardy: 'IT-25',
  tuscany: 'IT-52',
  piedmont: 'IT-21',
  sicily: 'IT-82',
  sardinia: 'IT-88',
  apulia: 'IT-75',
  latium: 'IT-62',
  'aosta valley': 'IT-23',
  'trentino south tyrol': 'IT-32',
  catalonia: 'ES-CT',
  cataluna: 'ES-CT',
  andalusia: 'ES-AN',
  'basque country': 'ES-PV',
  'pais vasco': 'ES-PV',
  'balearic islands': 'ES-IB',
  'canary islands': 'ES-CN',
  'community of madrid': 'ES-MD',
  navarre: 'ES-NC',
  'comunidad valenciana': 'ES-VC',
  'valencian community': 'ES-VC',
  'castile and leon': 'ES-CL',
  vienna: 'AT-9',
  'lower austria': 'AT-3',
  'upper austria': 'AT-4',
  styria: 'AT-6',
  carinthia: 'AT-2',
  tyrol: 'AT-7',
  geneva: 'CH-GE',
  vaud: 'CH-VD',
  ticino: 'CH-TI',
  'north holland': 'NL-NH',
  'south holland': 'NL-ZH',
  'north brabant': 'NL-NB',
  flanders: 'BE-VLG',
  vlaanderen: 'BE-VLG',
  wallonie: 'BE-WAL',
  'metro manila': 'PH-00',
  metropolitana: 'CL-RM',
  midtjylland: 'DK-82',
  ncr: 'PH-00',
  oo: 'AT-4',
  no: 'AT-3',
  'islas baleares': 'ES-IB',
  'illes balears': 'ES-IB',
  'west java': 'ID-JB',
  'central java': 'ID-JT',
  'east java': 'ID-JI',
  'north sumatra': 'ID-SU',
  qro: 'MX-QUE',
  jal: 'MX-JAL',
  gto: 'MX-GUA',
  'n l': 'MX-NLE',
  'q roo': 'MX-ROO',
  's l p': 'MX-SLP',
  'edo mex': 'MX-MEX',
  edomex: 'MX-MEX',
  chih: 'MX-CHH',
  coah: 'MX-COA',
  tamps: 'MX-TAM',
  ags: 'MX-AGU',
  wallonia: 'BE-WAL',
  lisbon: 'PT-11',
  orissa: 'IN-OD',
  'new delhi': 'IN-DL',
  england: 'GB-ENG',
  scotland: 'GB-SCT',
  wales: 'GB-WLS',
  'northern ireland': 'GB-NIR',
  'county durham': 'GB-DUR',
  mazowieckie: 'PL-14',
  masovian: 'PL-14',
  'lower silesian': 'PL-02',
  'kuyavian pomeranian': 'PL-04',
  lublin: 'PL-06',
  lubusz: 'PL-08',
  lodz: 'PL-10',
  'lesser poland': 'PL-12',
  subcarpathian: 'PL-18',
  pomeranian: 'PL-22',
  silesian: 'PL-24',
  'holy cross': 'PL-26',
  'warmian masurian': 'PL-28',
  'greater poland': 'PL-30',
  'west pomeranian': 'PL-32',
  silesia: 'PL-24',
  opole: 'PL-16',
  skane: 'SE-M',
  dublin: 'IE-D',
  'co dublin': 'IE-D',
  tokyo: 'JP-13',
  osaka: 'JP-27',
  kyoto: 'JP-26',
  'mexico city': 'MX-CMX',
  'distrito federal': 'MX-CMX',
  'estado de mexico': 'MX-MEX',
  michoacan: 'MX-MIC',
  veracruz: 'MX-VER',
  coahuila: 'MX-COA',
  cdmx: 'MX-CMX',
  'sao paulo state': 'BR-SP',
  prague: 'CZ-10',
  praha: 'CZ-10',
};
