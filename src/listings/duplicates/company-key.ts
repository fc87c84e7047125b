import { fold } from '../../core/text.ts';

/**
 * What two spellings of one company share (rule D2): marks and case folded, `&` read as "and", a leading "the" and legal forms at
 * the end dropped. Never empty when the name has a letter: "Bell Labs" is not "Bell", and "Limited" alone stays. Cut at a length that no
 * name has: a feed may write anything in its place, and an index of PostgreSQL takes no key of pages.
 */
export function companyKey(name: string): string {
  const words = wordsOf(name);
  const first = words[0]?.key === 'the' && words.length > 1 ? 1 : 0;
  let end = words.length;
  while (end > first + 1 && isLegalForm(words[end - 1], end < words.length)) end -= 1;
  return words
    .slice(first, end)
    .map((word) => word.key)
    .join(' ')
    .slice(0, MOST_LETTERS)
    .toWellFormed();
}

const MOST_LETTERS = 400;

/** A word of a name: its key, and whether the name writes it as an abbreviation (dots inside, or capitals that the rest has not). */
type Word = { readonly key: string; readonly abbreviated: boolean };

function wordsOf(name: string): Word[] {
  const shouted = name === name.toUpperCase();
  return name
    .replace(/\(YC [A-Z]\w?\d\d\)/i, '')
    .replace(/\b(Unified|Independent) School District\b/i, (_, kind: string) => `${kind.slice(0, 1)}SD`)
    .replace(/^(The )?St\.? (?=\p{L})/iu, '$1Saint ')
    .replaceAll('&', ' and ')
    .replaceAll('+', ' and ')
    .replace(/['’`´]/g, '')
    .split(/[\s,;:()[\]|–—_"-]+/u)
    .map((word) => {
      const letters = word.replace(/[./]/g, '');
      const dotted = letters.length > 1 && /\p{L}[./]\p{L}/u.test(word);
      const capitals = !shouted && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
      return {
        key: fold(dotted ? letters : word).replace(/[^\p{L}\p{N}]+/gu, ''),
        abbreviated: dotted || capitals || letters === 'SpA',
      };
    })
    .filter((word) => word.key !== '');
}

/** `inside`: a legal form was already dropped behind this word, as in "GmbH & Co. KG". */
function isLegalForm(word: Word | undefined, inside: boolean): boolean {
  if (word === undefined) return false;
  if (legalForms.has(word.key)) return true;
  if (inside && (word.key === 'and' || word.key === 'de')) return true;
  return word.abbreviated && ambiguousForms.has(word.key);
}

/** Nothing but a legal form in any name. */
const legalForms = new Set(
  (
    'inc incorporated llc llp lllp ltd limited corp corporation co company plc pllc pbc gmbh mbh ggmbh ug kg kgaa ohg ' +
    'bv nv sarl sas sasu srl sro spzoo zoo pty pte pvt oyj aps kft doo eood ood ltda lda eirl'
  ).split(' '),
);

/** Legal forms that are also words or names: they count only where written as abbreviations (`S.A.`, `AG` behind "Siemens"). */
const ambiguousForms = new Set(
  'sa se ag ab as asa oy spa sl slu lp pc kk bhd sdn cv ev eg sc gbr dac'.split(' '),
);
