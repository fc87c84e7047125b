/** Case, marks and compatibility forms folded away: what two spellings of one word share. Spaces are single and trimmed. */
export function fold(text: string): string {
  return tidy.test(text) ? text.toLowerCase() : singleSpaced(foldCharacters(text)).trim();
}

/** `fold`, with the spaces as they are. */
export function foldCharacters(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae');
}

/** Each run of white space as one blank; what is one already is not touched, which is most of it. */
export function singleSpaced(text: string): string {
  return text.replace(/[^\S ]\s*| \s+/g, ' ');
}

/** Nothing in it has marks or other forms, and its words have single blanks between them. */
const tidy = /^[!-~]*(?: [!-~]+)*$/;
/** Nothing in it has marks or other forms. */
const plain = /^[\t\n\r -~]*$/;

/** `fold`, with everything but letters and digits turned into single spaces. */
export function foldText(text: string): string {
  return foldCharacters(text)
    .replace(/[^\p{L}\p{N} ][^\p{L}\p{N}]*| [^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** At most `max` characters (code points), cut with an ellipsis. For messages and logs, never for data that is sent. */
export function shorten(text: string, max: number): string {
  const points = Array.from(text);
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`;
}

/** Characters that nobody sees: soft hyphens, zero-width spaces and joiners, marks of direction, tags. */
export const invisible =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Without characters that no keyboard writes: a database refuses some of them, others hide, or turn round, what a text says. */
export function readable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Words of a program as a sentence: a capital before, a full stop after, where they are missing. */
export function sentence(words: string): string {
  const begun = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]”?$/.test(begun) ? begun : `${begun}.`;
}

/** A word as a shell takes it: quoted where it must be. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
