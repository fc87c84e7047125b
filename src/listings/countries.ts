import { iso31661, iso31661Alpha3ToAlpha2 } from 'iso-3166';
import { foldText } from '../core/text.ts';

/** ISO 3166-1 alpha-2 of a country by any name (in the languages below), or by a code in capitals. */
export function countryOf(text: string): string | undefined {
  const trimmed = text.trim().replace(/[.,]+$/, '');
  return countryByCode(trimmed) ?? countryByName(trimmed);
}

/** By a code: `US`, `USA`, `uk` and `EL`; lower case only where a whole field says country. */
export function countryByCode(text: string): string | undefined {
  if (!/^[A-Z]{2,3}$/.test(text)) return undefined;
  if (text.length === 3) return notCountries.has(text) ? undefined : alpha3.get(text);
  return odd[text] ?? (alpha2.has(text) ? text : undefined);
}

/** By its name, folded: English first, then the other languages. */
function countryByName(text: string): string | undefined {
  const name = foldText(text).replace(/^(?:the|la|le|les|l|die|der|den|de) (?=\p{L}{4})/u, '');
  if (name.length < 4) return short[name];
  const known = found.get(name);
  if (known !== undefined) return known === '' ? undefined : known;
  const country =
    byAlias.get(name) ?? english().get(name) ?? elsewhere(name) ?? english().get(name.replace(formal, ''));
  if (found.size > 20_000) found.clear();
  found.set(name, country ?? '');
  return country;
}

/** `Republic of North Macedonia`, `Kingdom of Spain`. */
const formal = /^(?:\p{L}+ )?(?:republic|kingdom|principality|sultanate) of (?:the )?/u;

/** The English name. */
export function countryName(code: string): string {
  englishNames ??= new Intl.DisplayNames(['en'], { type: 'region' });
  return preferred[code] ?? englishNames.of(code) ?? code;
}

const alpha2 = new Set(iso31661.map((country) => country.alpha2));
const alpha3 = new Map<string, string>(Object.entries(iso31661Alpha3ToAlpha2));
const odd: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };
/** Zones and words that look like alpha-3 codes. */
const notCountries = new Set(['EST', 'MST', 'AND', 'CAN', 'PER', 'BEN', 'COM', 'GUM', 'NAM']);
const short: Readonly<Record<string, string>> = {
  us: 'US',
  usa: 'US',
  'u s': 'US',
  uk: 'GB',
  'u k': 'GB',
  uae: 'AE',
  'u a e': 'AE',
  ksa: 'SA',
  rsa: 'ZA',
  prc: 'CN',
  roc: 'TW',
  can: 'CA',
  eua: 'US',
  eeuu: 'US',
  vae: 'AE',
  нет: '',
  рф: 'RU',
  rok: 'KR',
  drc: 'CD',
};
const preferred: Readonly<Record<string, string>> = {
  HK: 'Hong Kong',
  MO: 'Macao',
  TR: 'Turkey',
  MM: 'Myanmar',
};

const aliases: Readonly<Record<string, string>> = {
  'u s a': 'US',
  'united states of america': 'US',
  'united states': 'US',
  'unites states': 'US',
  'etats unis d amerique': 'US',
  'vereinigte staaten von amerika': 'US',
  'us of a': 'US',
  estadosunidos: 'US',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  grossbritannien: 'GB',
  'grande bretagne': 'GB',
  angleterre: 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  'slovak republic': 'SK',
  'republic of ireland': 'IE',
  eire: 'IE',
  'south korea': 'KR',
  korea: 'KR',
  'republic of korea': 'KR',
  'north korea': 'KP',
  russia: 'RU',
  'russian federation': 'RU',
  'viet nam': 'VN',
  'ivory coast': 'CI',
  'cape verde': 'CV',
  burma: 'MM',
  swaziland: 'SZ',
  macedonia: 'MK',
  'east timor': 'TL',
  turkiye: 'TR',
  turkey: 'TR',
  'hong kong': 'HK',
  'hong kong sar': 'HK',
  hongkong: 'HK',
  macau: 'MO',
  macao: 'MO',
  palestine: 'PS',
  bolivia: 'BO',
  venezuela: 'VE',
  tanzania: 'TZ',
  moldova: 'MD',
  iran: 'IR',
  laos: 'LA',
  syria: 'SY',
  taiwan: 'TW',
  brunei: 'BN',
  micronesia: 'FM',
  congo: 'CG',
  'democratic republic of the congo': 'CD',
  drc: 'CD',
  'virgin islands': 'VI',
  'us virgin islands': 'VI',
  ...inBritain(),
  'mainland china': 'CN',
  'peoples republic of china': 'CN',
  'people s republic of china': 'CN',
  brasil: 'BR',
  bosnia: 'BA',
  uzbek: 'UZ',
  'kingdom of saudi arabia': 'SA',
  emirates: 'AE',
  'united arab emirates': 'AE',
  deutschland: 'DE',
  espana: 'ES',
  italia: 'IT',
  polska: 'PL',
  cesko: 'CZ',
  osterreich: 'AT',
  oesterreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  svizzera: 'CH',
  sverige: 'SE',
  norge: 'NO',
  danmark: 'DK',
  suomi: 'FI',
  magyarorszag: 'HU',
  hrvatska: 'HR',
  nederland: 'NL',
  belgie: 'BE',
  belgique: 'BE',
  slovensko: 'SK',
  slovenija: 'SI',
  srbija: 'RS',
  'crna gora': 'ME',
  'bosna i hercegovina': 'BA',
  shqiperia: 'AL',
  romania: 'RO',
  eesti: 'EE',
  latvija: 'LV',
  lietuva: 'LT',
  letzebuerg: 'LU',
  cymru: 'GB',
  maroc: 'MA',
  pilipinas: 'PH',
  българия: 'BG',
  србија: 'RS',
  κυπρος: 'CY',
  қазақстан: 'KZ',
  ישראל: 'IL',
  مصر: 'EG',
  السعودية: 'SA',
  الإمارات: 'AE',
  المغرب: 'MA',
  한국: 'KR',
  台湾: 'TW',
  新加坡: 'SG',
  rossiya: 'RU',
  россия: 'RU',
  украина: 'UA',
  україна: 'UA',
  беларусь: 'BY',
  казахстан: 'KZ',
  日本: 'JP',
  中国: 'CN',
  台灣: 'TW',
  香港: 'HK',
  대한민국: 'KR',
  ελλαδα: 'GR',
};

const byAlias = new Map(Object.entries(aliases).map(([name, code]) => [foldText(name), code]));

/** British counties that ISO does not know: they say no more than the country. */
function inBritain(): Readonly<Record<string, string>> {
  const counties =
    'berkshire bedfordshire cheshire merseyside middlesex sussex greater-manchester west-midlands tyne-and-wear south-yorkshire west-yorkshire';
  return Object.fromEntries(counties.split(' ').map((name) => [name.replaceAll('-', ' '), 'GB']));
}

let englishNames: Intl.DisplayNames | undefined;
let englishMap: Map<string, string> | undefined;
const found = new Map<string, string>();

function english(): ReadonlyMap<string, string> {
  if (englishMap === undefined) {
    const plain = iso31661.map(
      ({ name, alpha2: code }) => [foldText(name.replace(/\s*[,(].*$/, '')), code] as const,
    );
    englishMap = new Map([
      ...plain.filter(([name]) => !['korea', 'congo', 'virgin islands', 'saint martin'].includes(name)),
      ...namesIn('en'),
    ]);
  }
  return englishMap;
}

const languages = ['fr', 'de', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl'];
/** Names that in another language are a country and everywhere else a city or county. */
const cities = new Set(['norfolk', 'maurice', 'monaco di baviera']);
const maps: ReadonlyMap<string, string>[] = [];

/** The other languages, each read when first needed. */
function elsewhere(name: string): string | undefined {
  for (const [index, language] of languages.entries()) {
    const map = (maps[index] ??= namesIn(language));
    const code = map.get(name);
    if (code !== undefined && !cities.has(name)) return code;
  }
  return undefined;
}

function namesIn(language: string): Map<string, string> {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return new Map(iso31661.map(({ alpha2: code }) => [foldText(names.of(code) ?? code), code]));
}
