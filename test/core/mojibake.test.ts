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
