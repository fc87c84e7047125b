import { detect } from 'tinyld/light';
import { present } from './absent.ts';

/** ISO 639-1: what the source says (`en-US`, `de`), else what the text is written in, when there is enough of it to tell. */
export function languageOf(stated: string | undefined, text: string): string | undefined {
  const code = /^([a-z]{2})(?:[-_].*)?$/i.exec(present(stated) ?? '')?.[1]?.toLowerCase();
  if (code !== undefined) return code;
  if (text.length < 40) return undefined;
  return plainlyEnglish(text) ? 'en' : detect(text.slice(0, 400)) || undefined;
}

/** Text that no other language could be: one word in nine or more is among the smallest of English. */
function plainlyEnglish(text: string): boolean {
  const words =
    text
      .slice(0, 600)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const small = words.filter((word) => english.has(word)).length;
  return words.length >= 30 && small >= words.length / 9;
}
const english = new Set([
  'the',
  'and',
  'of',
  'with',
  'our',
  'you',
  'your',
  'are',
  'is',
  'this',
  'that',
  'for',
  'we',
  'be',
  'will',
  'from',
  'as',
  'by',
  'have',
]);
