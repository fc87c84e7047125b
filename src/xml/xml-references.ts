export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'malformed'; readonly reason: string };

/**
 * Resolves the five entities of XML and numeric references; any other entity would need the DTD that SOAP forbids.
 * Axis 1.4 writes a character beyond U+FFFF as two references, one for each surrogate: they are joined again.
 */
export function decodeReferences(raw: string): Decoded {
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', from)) {
    const common = commonAt(raw, at + 1);
    if (common !== undefined) {
      text += raw.slice(from, at) + common.character;
      from = at + common.length;
      continue;
    }
    const end = raw.indexOf(';', at);
    // The longest reference that can be right is &#x0010FFFF; with some leading zeros.
    if (end === -1 || end - at > 20) return malformed('an & that starts no reference');
    const character = resolve(raw.slice(at + 1, end));
    if (character === undefined) return malformed(`the reference ${raw.slice(at, end + 1)}`);
    text += raw.slice(from, at) + character;
    from = end + 1;
  }
  text += raw.slice(from);
  return { kind: 'text', text: text.isWellFormed() ? text : text.toWellFormed() };
}

/** The references that markup is full of, without a text of each. */
function commonAt(raw: string, at: number): (typeof common)[keyof typeof common] | undefined {
  const first = raw.charCodeAt(at);
  if (first === AMP) return raw.startsWith('amp;', at) ? common.amp : undefined;
  if (raw.charCodeAt(at + 1) !== TEE || raw.charCodeAt(at + 2) !== SEMICOLON) return undefined;
  return first === ELL ? common.lt : first === GEE ? common.gt : undefined;
}

const common = {
  lt: { character: '<', length: '&lt;'.length },
  gt: { character: '>', length: '&gt;'.length },
  amp: { character: '&', length: '&amp;'.length },
} as const;
const [AMP, ELL, GEE, TEE, SEMICOLON] = [97, 108, 103, 116, 59];

const malformed = (reason: string): Decoded => ({ kind: 'malformed', reason });

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolve(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? entities[name] : undefined;
  const digits = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(name);
  if (!digits) return undefined;
  const code =
    digits[1] === undefined ? Number.parseInt(digits[2] ?? '', 10) : Number.parseInt(digits[1], 16);
  return isCharacter(code) ? String.fromCodePoint(code) : undefined;
}

/** XML 1.0's characters, and surrogates, which Axis sends in pairs. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code <= 0x10ffff && code !== 0xfffe && code !== 0xffff;
}
