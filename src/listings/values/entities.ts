import entities from '../../data/entities.json' with { type: 'json' };

const named = new Map(Object.entries(entities.named));
const marks = new Map(Object.entries(entities.marks));

/** Character references of HTML turned into characters; other text stays unchanged. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,7});/gi, decoded)
    : text;
}

function decoded(whole: string, name: string): string {
  if (name.startsWith('#')) return character(name.slice(1)) ?? whole;
  const known = named.get(name) ?? named.get(name.toLowerCase());
  if (known !== undefined) return known;
  const mark = /^([a-z])([a-z]+)$/i.exec(name);
  const combining = marks.get(mark?.[2] ?? '');
  return combining === undefined ? whole : `${mark?.[1] ?? ''}${combining}`.normalize('NFC');
}

function character(digits: string): string | undefined {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
  if (code < 32 && code !== 9 && code !== 10 && code !== 13) return '';
  if (code >= 128 && code < 160) return windows.charAt(code - 128);
  return code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? undefined : String.fromCodePoint(code);
}

/** What references 128 to 159 mean in HTML. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
