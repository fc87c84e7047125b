/**
 * A text as XML character data that every parser reads back as it was: markup escaped, carriage returns kept,
 * what XML 1.0 cannot carry dropped, lone surrogates replaced. No text of a feed can open or close anything.
 */
export function escapeText(text: string): string {
  const clean = cleanText(text);
  // PHP's ext-soap drops text that is only white space, unless it is CDATA (which cannot hold a carriage return).
  if (BLANK.test(clean)) return `<![CDATA[${clean}]]>`;
  return MARKUP.test(clean) ? clean.replace(/[&<>\r]/g, (character) => references[character] ?? '') : clean;
}

/** A text as the value of an attribute between double quotes. */
export function escapeAttribute(text: string): string {
  return cleanText(text).replace(/[&<>"\t\n\r]/g, (character) => references[character] ?? '');
}

/** What XML 1.0 can carry of a text: control characters and U+FFFE, U+FFFF go, lone surrogates become U+FFFD. */
function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return FORBIDDEN.test(whole) ? whole.replace(EVERY_FORBIDDEN, '') : whole;
}

/** The first character of a text that XML 1.0 cannot carry, such as `U+0001`: an identifier without it would be another one. */
export function forbiddenIn(text: string): string | undefined {
  const code = FORBIDDEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** ASCII only: every other character as a numeric reference, so that any character set that extends ASCII can say it. */
export function asReferences(xml: string): string {
  return xml.replace(/[^\0-\u007f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

const MARKUP = /[&<>\r]/;
const BLANK = /^[ \t\n]+$/;
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/u;
const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'gu');

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
