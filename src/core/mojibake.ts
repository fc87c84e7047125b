/** What Windows-1252 writes for the bytes 0x80 to 0x9F; the five it leaves undefined are the bytes themselves. */
const high = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at));
const byteOf = new Map(Array.from(high, (letter, at) => [letter, 0x80 + at]));

/** UTF-8 that was read as Windows-1252 shows these before another letter or sign; the byte order of `Ã©`, `Â `, `â€™`, and `áº¡` of Vietnamese. */
const suspicious = new RegExp(`(?:[ÃÂâðÄÅÎÐÑã]|á[º»])[\\u0080-\\u00BF${high}]`, 'gu');
const otherScripts =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * Text whose UTF-8 was read as Windows-1252, once or twice, as it was written: `FranÃ§ais` is `Français`. A text that does not decode as
 * a whole, or that has letters which that mistake never makes, stays as it is.
 */
export function repairText(text: string): string {
  let repaired = withoutBytesLiteral(text);
  for (let time = 0; time < 2; time += 1) {
    const before = count(repaired);
    if (before === 0 || otherScripts.test(repaired)) return repaired;
    const next = decoded(repaired);
    if (next === undefined || count(next) >= before) return repaired;
    repaired = next;
  }
  return repaired;
}

/** A value with every text in it repaired; a value without a damaged text is returned itself. */
export function repairTexts<T>(value: T): T {
  const repaired: unknown = inEveryText(value);
  return repaired as T;
}

function inEveryText(value: unknown): unknown {
  if (typeof value === 'string') return repairText(value);
  if (Array.isArray(value)) return value.map(inEveryText);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inEveryText(inner)]));
}

const count = (text: string): number => text.match(suspicious)?.length ?? 0;

function decoded(text: string): string | undefined {
  const bytes: number[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const byte =
      code < 0x80 || (code >= 0xa0 && code < 0x100)
        ? code
        : (byteOf.get(letter) ?? (code < 0x100 ? code : undefined));
    if (byte === undefined) return undefined;
    bytes.push(byte);
  }
  return decodedBytes(bytes);
}

/** `b'Fran\\xc3\\xa7ais'`: bytes that a program printed instead of their text. */
function withoutBytesLiteral(text: string): string {
  const inside = /^b(['"])(.*)\1$/s.exec(text.trim())?.[2];
  if (inside === undefined || !/\\x[0-9a-f]{2}/i.test(inside)) return text;
  const parts = inside.split(/(\\x[0-9a-f]{2})/i);
  const bytes = parts.flatMap((part) =>
    /^\\x/i.test(part) ? [Number.parseInt(part.slice(2), 16)] : [...new TextEncoder().encode(part)],
  );
  return decodedBytes(bytes) ?? text;
}

function decodedBytes(bytes: readonly number[]): string | undefined {
  try {
    return strict.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
