import { isUtf8 } from 'node:buffer';

/** What bytes without a true declaration most likely are. */
export function likelyEncoding(sample: Uint8Array): string {
  if (isUtf8(sample)) return 'utf-8';
  const east = eastern
    .map(({ encoding, words }) => ({ encoding, share: shareOf(decoded(encoding, sample), words) }))
    .toSorted((a, b) => b.share - a.share)[0];
  if (east !== undefined && east.share > 0.5) return east.encoding;
  return cyrillic(sample) ?? 'windows-1252';
}

/** Encodings of two bytes a character, and the characters that running text in them is made of. */
const eastern = [
  { encoding: 'shift_jis', words: /[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f\uff01-\uff9f]/u },
  { encoding: 'euc-jp', words: /[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f\uff01-\uff5e]/u },
  { encoding: 'euc-kr', words: /[\uac00-\ud7a3]/u },
  { encoding: 'gb18030', words: /[\u4e00-\u9fff\u3000-\u303f\uff01-\uff5e]/u },
  { encoding: 'big5', words: /[\u4e00-\u9fff\u3000-\u303f\uff01-\uff5e]/u },
] as const;

/** The share of the non-ASCII characters that belong; 0 when the bytes are not of that encoding. Kana decide between the Japanese ones and the Chinese ones. */
function shareOf(text: string | undefined, words: RegExp): number {
  if (text === undefined) return 0;
  const foreign = Array.from(text).filter((character) => character > '\u007f');
  if (foreign.length < 4) return 0;
  const fitting = foreign.filter((character) => words.test(character)).length / foreign.length;
  const kana = foreign.filter((character) => /[\u3040-\u30ff]/u.test(character)).length / foreign.length;
  const half = foreign.filter((character) => /[\uff61-\uff9f]/u.test(character)).length / foreign.length;
  return fitting * 0.9 + kana * 0.1 - half * 0.5;
}

function decoded(encoding: string, sample: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Cyrillic text is nearly all letters of the upper half, and mostly small ones. */
function cyrillic(sample: Uint8Array): string | undefined {
  const high = sample.filter((byte) => byte >= 0x80).length;
  const letters = sample.filter(
    (byte) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a),
  ).length;
  if (high < 20 || high < letters) return undefined;
  const small = (encoding: string) =>
    Array.from(new TextDecoder(encoding).decode(sample)).filter((character) => /[а-яё]/u.test(character))
      .length;
  const [windows, koi] = [small('windows-1251'), small('koi8-r')];
  if (Math.max(windows, koi) < high * 0.6) return undefined;
  return windows >= koi ? 'windows-1251' : 'koi8-r';
}
