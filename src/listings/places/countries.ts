import { iso31661, iso31661Alpha3ToAlpha2 } from 'iso-3166';
import { foldText } from '../../core/text.ts';
import { cellsOf } from '../listing-tables.ts';

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
  if (name.length < 4) return short.get(name);
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

const otherNames = new Map<string, Intl.DisplayNames>();

/** The name in a language, English by default. */
export function countryName(code: string, language = 'en'): string {
  if (language !== 'en') {
    const names = otherNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region' });
    otherNames.set(language, names);
    return names.of(code) ?? code;
  }
  englishNames ??= new Intl.DisplayNames(['en'], { type: 'region' });
  return preferred[code] ?? englishNames.of(code) ?? code;
}

const alpha2 = new Set(iso31661.map((country) => country.alpha2));
const alpha3 = new Map<string, string>(Object.entries(iso31661Alpha3ToAlpha2));
const odd: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };
/** Zones and words that look like alpha-3 codes. */
const notCountries = new Set(['EST', 'MST', 'AND', 'CAN', 'PER', 'BEN', 'COM', 'GUM', 'NAM']);
const preferred: Record<string, string> = { HK: 'Hong Kong', MO: 'Macao', TR: 'Turkey', MM: 'Myanmar' };

const names = (kind: string) =>
  new Map(
    cellsOf('countryNames').flatMap(([of, name = '', code = '']) =>
      of === kind ? [[foldText(name), code] as const] : [],
    ),
  );
const [short, byAlias] = [names('short'), names('name')];

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
