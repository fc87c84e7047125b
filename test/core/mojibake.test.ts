import { describe, expect, test } from 'vitest';
import { repairText } from '../../src/core/mojibake.ts';

const sound = [
  'Ingénieur commercial à Besançon',
  'Sachbearbeiter für Öffentlichkeitsarbeit, Köln',
  'Técnico de señalización – España',
  'Coordenação de estágios, São Paulo',
  'Perché no? Città di Castello',
  'Een reünie in ’s-Hertogenbosch',
  'Sjuksköterska på Åland',
  'Żółta łódź, Łódź',
  'Řidič, Plzeň',
  'İstanbul’da mühendis',
  'Инженер, Москва',
  '東京のエンジニア',
  'The Brontë “sisters…” museum',
  'Â is a letter of Romanian and of Vietnamese: Â, Ấ',
  '€20 – €30 an hour',
  'Pâtissier, château, bâtiment',
  '',
];

describe('text that is sound stays', () => {
  test.each(sound)('%s', (text) => expect(repairText(text)).toBe(text));
});

const misread = (text: string): string =>
  new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

describe('text that was read by the wrong table is repaired', () => {
  test.each(
    sound.filter(
      (text) => misread(text) !== text && !/[^\p{ASCII}\u0080-\u024F\u2010-\u2030\u20AC]/u.test(text),
    ),
  )('%s, misread once and twice', (text) => {
    expect(repairText(misread(text))).toBe(text);
    expect(repairText(misread(misread(text)))).toBe(text);
  });

  test('bytes that a program printed are read', () => {
    expect(repairText(String.raw`b'Fran\xc3\xa7ais \xe2\x80\x93 native'`)).toBe('Français – native');
    expect(repairText("b'plain'")).toBe("b'plain'");
  });

  test('a text that does not decode as a whole stays', () => {
    expect(repairText('Ã© and a lone Ã at the end Ã')).toBe('Ã© and a lone Ã at the end Ã');
  });
});

/** Names of countries as twelve languages write them: 240 strings that are sound, and those of them that a wrong table would damage. */
const countries = 'AT BR CH CI CZ DE DK EG ES FR GR IE IT JP MX NO RE SE TR VN'.split(' ');
const languages = ['cs', 'da', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr', 'vi'];
const named = languages.flatMap((language) => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return countries.flatMap((country) => names.of(country) ?? []);
});
const damaged = named
  .map((text) => ({ text, read: misread(text) }))
  .filter(({ text, read }) => read !== text);

describe('names of countries in twelve languages', () => {
  test('240 sound names stay as they are', () => {
    expect(named).toHaveLength(240);
    expect(named.filter((text) => repairText(text) !== text)).toEqual([]);
  });

  test('each name that was misread is repaired', () => {
    expect(damaged.length).toBeGreaterThan(60);
    expect(damaged.filter(({ text, read }) => repairText(read) !== text)).toEqual([]);
  });
});
