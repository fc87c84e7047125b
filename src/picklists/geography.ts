import { iso31661 } from 'iso-3166/1.js';
import { iso31662 } from 'iso-3166/2.js';
import { foldText } from '../core/text.ts';
import { shippedKnowledge } from './knowledge.ts';
import type { FieldReader, Reading } from './picklist-types.ts';
import { upwards, type Tree } from './vocabulary.ts';

/** Countries by any name or code; concepts are ISO 3166-1 alpha-2, 3166-2 for the parts of the United Kingdom, and regions of the world. */
export const countryReader: FieldReader = {
  readLabel: (text) => (readCountry(text)?.split(';') ?? []).flatMap(certain),
  readEntry: (text, key) => certain((readCountry(text) ?? readCountry(key))?.split(';').at(-1)),
  upwards: (code) => upwards(around(), code),
  match: 'alternatives',
  guesses: { words: false, spelling: true, title: false },
};

/** States by name, code, or the abbreviations of old; concepts are ISO 3166-2, and regions of a country (`New England`). */
export const stateReader: FieldReader = {
  readLabel: (text, { country }) =>
    readState(text)
      .filter((code) => country === undefined || code.startsWith(`${country}-`))
      .map((concept) => ({ concept, cover: 1 })),
  readEntry: (text, key) => entryAt(text, key, ['US', 'CA']),
  forList: (labels) => {
    const countries = labels.flatMap((label) => [
      ...new Set(readState(label).map((code) => code.slice(0, 2))),
    ]);
    const most = [...Map.groupBy(countries, (one) => one)].find(([, all]) => all.length > labels.length / 2);
    return most && { ...stateReader, readEntry: (text, key) => entryAt(text, key, [most[0], 'US', 'CA']) };
  },
  upwards: (code) => upwards(around(), code),
  match: 'alternatives',
  guesses: { words: false, spelling: true, title: false },
};

const certain = (concept: string | undefined): Reading[] =>
  concept === undefined ? [] : [{ concept, cover: 1 }];

/** Of the places that share the entry's name or key, the one that a list of the first of these countries means. */
function entryAt(text: string, key: string, countries: readonly string[]): Reading[] {
  const texts = [text, text.replace(/\s*\([^()]*\)\s*$/, ''), key];
  const codes = texts.map(readState).find(({ length }) => length > 0) ?? [];
  const own = countries.flatMap((country) => codes.find((code) => code.startsWith(`${country}-`)) ?? []);
  return certain(own[0] ?? codes[0]);
}

let wider: Tree | undefined;

/** What each place is a part of: the regions that people count it to, then its parent in ISO 3166-2. */
function around(): Tree {
  if (wider) return wider;
  const broader = new Map<string, string[]>();
  for (const { code: region, name: places } of shippedKnowledge.placeNames('within'))
    for (const place of places.split(';')) add(broader, place, region);
  for (const { code, parent } of iso31662) if (parent) add(broader, code, parent);
  return (wider = { broader, excluded: new Map() });
}

/** The code, or both codes of a name that two bear (`Congo`): `USA`, `Korea, Republic of`, `United States - Remote`, `United Kingdom (England, …)`, `Berlin, Germany`. */
function readCountry(text: string): string | undefined {
  const names = countryNames();
  const whole = names.get(bagOf(text));
  if (whole !== undefined) return whole;
  const bare = text
    .replace(/\([^)]*\)/g, ' ')
    .replace(/\b(?:remote|only|hybrid|onsite|on-site|based|anywhere in|within)\b/gi, ' ');
  const named = names.get(bagOf(bare));
  if (named !== undefined) return named;
  const plain = names.get(bagOf(foldText(bare).replace(kindOfState, ' ')));
  // The Republic of China is Taiwan.
  if (plain !== undefined && plain !== 'CN') return plain;
  const parts = bare.split(/,|\s[-–]\s|\//).filter((part) => part.trim() !== '' && !isState(part));
  const found = new Set(parts.flatMap((part) => names.get(bagOf(part)) ?? []));
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

/** What a country is, in the official name of it. */
const kindOfState =
  /\b(?:(?:bundes)?republi[ckq]u?[ae]?|federa(?:l|tiva|tive|le)|bolivariana?|oriental|estado plurinacional|plurinational state|(?:united )?kingdom|konigreich|reino|royaume|regno|koninkrijk|principality|principado|grand duchy|islamic|hashemite|socialist|de|da|do|di|du)\b/g;

/** Beside a country, `Georgia` or `GA` is a state of ours: neither Georgia nor Gabon. */
const isState = (text: string) => statesCalled(text).some((code) => /^(?:US|CA)-/.test(code));

/** All subdivisions a text may mean; none when its parts contradict each other. */
function readState(text: string): readonly string[] {
  const whole = statesCalled(text);
  if (whole.length > 0) return whole;
  const parts = text.split(/[,()/]|\s[-–]\s/).filter((part) => part.trim() !== '');
  for (const part of parts) {
    const inside = parts.filter((other) => other !== part).flatMap(statesCalled);
    const country = readCountry(part);
    const found = inside.filter((code) => code.startsWith(`${country}-`));
    if (found.length > 0) return found;
  }
  const known = parts.map(statesCalled).filter((codes) => codes.length > 0);
  return [...new Set(known.flat())].filter((code) => known.every((codes) => isWithin(code, codes)));
}

const isWithin = (code: string, codes: readonly string[]) =>
  stateReader.upwards(code).some(({ concept }) => codes.includes(concept));

function statesCalled(text: string): readonly string[] {
  const { codes, names } = stateIndex();
  const words = foldText(text);
  const iso = codes.get(words.replace(' ', '-'));
  if (iso) return iso;
  const dotted = codes.get(words.replaceAll(' ', ''));
  if (dotted && words.length <= 5) return [...new Set([...dotted, ...(names.get(words) ?? [])])];
  const bare = words.replace(rankBefore, '').replace(/ (?:state|province|prefecture)$/, '');
  return names.get(words) ?? names.get(bare) ?? (bare === words ? [] : (codes.get(bare) ?? []));
}

/** What a state is, before its name. */
const rankBefore =
  /^(?:(?:the )?(?:state|commonwealth|province|canton|prefecture) of|freistaat|freie (?:und )?hansestadt|(?:bundes)?land|kanton|canton d[eu]|estado(?: libre y soberano)? de|estado d[ao]|provincia d[ei]l?|departamento del?|comunidad(?: autonoma)? de|principado de|region de|regione) /;

let countries: ReadonlyMap<string, string> | undefined;

/** Built at the first question: names of ISO 3166, of the platform in the feeds' languages, and our own. */
function countryNames(): ReadonlyMap<string, string> {
  if (countries) return countries;
  const names = new Map<string, string>();
  const add = (name: string, code: string) => {
    if (bagOf(name) !== '' && !names.has(bagOf(name))) names.set(bagOf(name), code);
  };
  for (const { code, name } of shippedKnowledge.placeNames('country')) add(name, code);
  for (const { alpha2, alpha3, numeric, name } of iso31661) {
    for (const each of [name, alpha2, alpha3, numeric]) add(each, alpha2);
  }
  for (const language of ['en', 'fr', 'de', 'es', 'pt', 'nl']) {
    const display = new Intl.DisplayNames([language], { type: 'region' });
    for (const { alpha2 } of iso31661) add(display.of(alpha2) ?? '', alpha2);
  }
  return (countries = names);
}

type Codes = ReadonlyMap<string, readonly string[]>;
let states: { readonly codes: Codes; readonly names: Codes } | undefined;

function stateIndex() {
  if (states) return states;
  const codes = new Map<string, string[]>();
  const names = new Map<string, string[]>();
  for (const { code, name } of shippedKnowledge.placeNames('state')) add(names, foldText(name), code);
  for (const { code, name } of iso31662) {
    add(codes, code.toLowerCase(), code);
    const local = code.slice(3).toLowerCase();
    if (/^[a-z]{2,3}$/.test(local)) add(codes, local, code);
    for (const each of name.split(/[,([]/)) add(names, foldText(each), code);
  }
  return (states = { codes, names });
}

function add(index: Map<string, string[]>, key: string, code: string): void {
  const known = index.get(key);
  if (!known) index.set(key, [code]);
  else if (!known.includes(code)) known.push(code);
}

/** `Korea, Republic of` and `Republic of Korea` are one name: the words sorted, without those that only bind. */
function bagOf(name: string): string {
  const words = foldText(name).split(' ');
  return words
    .filter((word) => !/^(?:the|of|and|la|le|les|y|et|und|e)$/.test(word) || words.length === 1)
    .sort()
    .join(' ');
}
