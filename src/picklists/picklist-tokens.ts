import { foldText } from '../core/text.ts';

/** A text cut for matching: its words in a form that plural, case and marks do not change, and where its parts end. */
export type Tokens = {
  readonly words: readonly string[];
  /** For each word, the number of the part (between separators) it is in. */
  readonly parts: readonly number[];
  /** Index of the first word after `Main - sub` or `Main: sub`, when the text is written so. */
  readonly subFrom?: number;
};

/** Words that bind and carry nothing, in the languages of the feeds. */
const binders = new Set(
  'and or of the in for a an to with at by on as etc de la le les des du d l et ou en und oder der die das fur von im y e o el los las del da do dos das och og i van voor het een aux au un une'.split(
    ' ',
  ),
);

/** Cuts a label or an entry. Codes in front, HTML entities, camelCase, underscores and dots of abbreviations do not matter. */
export function cutTokens(text: string): Tokens {
  const known = cuts.get(text);
  if (known !== undefined) return known;
  const tokens = cut(text);
  if (cuts.size >= 5_000) cuts.clear();
  if (text.length <= 200) cuts.set(text, tokens);
  return tokens;
}

/** An entry is read as a whole, by its parts and by its words, and labels come again: each text is cut once. */
const cuts = new Map<string, Tokens>();

/** What schools shorten in long lists, where it is short for one word only. */
const abbreviations = new Map(
  `mgmt management, mgt management, mktg marketing, acctg accounting, svcs services, svc service, mfg manufacturing, engrg engineering,
  engr engineer, govt government, intl international, asst assistant, mgr manager, coord coordinator, comms communications, sci science,
  mech mechanical, elec electrical, enviro environmental, maint maintenance, whse warehouse, constr construction,
  transp transportation, psych psychology, cust customer, rep representative, reps representatives, agri agriculture`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]),
);

function cut(text: string): Tokens {
  const words: string[] = [];
  const parts: number[] = [];
  let part = -1;
  let subFrom: number | undefined;
  const [main, sub] = mainAndSub(tidy(text));
  for (const [index, half] of [main, sub].entries()) {
    if (half === undefined) continue;
    if (index === 1 && words.length > 0) subFrom = words.length;
    for (const piece of half.split(separators)) {
      const found = foldText(piece)
        .split(' ')
        .filter(carries)
        .map((word) => stem(abbreviations.get(word) ?? word));
      if (found.length === 0) continue;
      part += 1;
      words.push(...found);
      parts.push(...found.map(() => part));
    }
  }
  // `AS` is a degree, though a text is not known by this word.
  if (words.length === 0) for (const word of foldText(text).split(' ')) if (word !== '') words.push(word);
  return { words, parts: parts.length === 0 ? words.map(() => 0) : parts, subFrom };
}

/** A label written without its gaps; empty for short ones and for those with figures, where gaps matter. */
export function withoutGaps(text: string): string {
  const letters = foldText(text).replaceAll(' ', '');
  return /^\D{6,}$/.test(letters) ? letters : '';
}

/** The parts of a text between its separators. */
export function partsOf(text: string): string[] {
  return tidy(text)
    .split(/\s[-–—]\s|:\s/u)
    .flatMap((half) => half.split(separators));
}

/** The whole text as one string of stems: equal for spellings that differ in nothing that matters. */
export function stemmed(text: string): string {
  return cutTokens(text).words.join(' ');
}

const separators = /[/,;|&+•·()[\]]|\s(?:and|or|und|oder|et|ou|och|og|en|y|e|o|ja)\s/iu;

/** Entities decoded, `B.S.` to `BS`, `bachelor's` to `bachelors`, `fullTime` to `full Time`, a code in front dropped. */
function tidy(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replaceAll(/&amp;/gi, '&')
    .replaceAll('_', ' ')
    .replaceAll(/\b(?:R|L|M|FP)\s?&\s?[AD]\b/g, (pair) => spelledOut[pair.replaceAll(/\s/g, '')] ?? pair)
    .replaceAll(genders, ' ')
    .replaceAll(feminine, '')
    .replaceAll(/&(?:apos|#39|rsquo);/gi, "'")
    .replaceAll(/&[a-z]+;/gi, ' ')
    .replaceAll(/[’`´]/g, "'")
    .replaceAll(/(\p{L})'s\b/gu, '$1s')
    .replaceAll(/\b(\p{L}{1,2})\.(?=\p{L}{1,4}(?:\.|\b))/gu, '$1')
    .replaceAll(/(\p{Lu}{2,})(\p{Lu}\p{Ll}{2,})/gu, '$1 $2')
    .replaceAll(/(\p{Ll})(\p{Lu}\p{Ll}{2,})/gu, '$1 $2')
    .replaceAll(/\b(?:e[- ](?=commerce|learning|business|mail|tail|sport)|a[- ](?=levels?\b))/giu, (one) =>
      one.charAt(0),
    )
    .replaceAll(pay, ' ')
    .replace(/^\s*office of (?:the )?/i, '')
    .replace(
      /^\s*\d[\d.-]*\s*[-–:]?\s*(?!(?:years?|yrs?|hours?|hrs?|months?|weeks?|days?|jahre?|attorneys?|lawyers?|semester|studienjahr|jaars?|ann[ée]e|euros?)\b)(?=\p{L}{3})/iu,
      '',
    )
    .trim();
}

/** Words of two letters and more between plain separators, `Sales & Marketing`: nothing in them is to be tidied. */
const plain = /^(?![Oo]ffice [Oo]f )[A-Z]?[a-z]{2,}(?:(?: |, |\/| & )[A-Z]?[a-z]{2,})*$/;

const spelledOut: Readonly<Record<string, string>> = {
  'R&D': 'research development',
  'L&D': 'learning development',
  'M&A': 'mergers acquisitions',
  'FP&A': 'financial planning analysis',
};

/** `(m/w/d)`, `(H/F)`, `(all genders)`: whom a title of a job in Europe addresses. */
const genders =
  /\((?:all genders|gn|[mwfdhxi]{1,3}(?:\s?[/|*]\s?[mwfdhxi]){1,3})\)|\b[HFMW]\/[HFMW](?:\/[DX])?\b/gi;

/** `Commercial(e)`, `Chargé(e)`: the ending of the other gender. */
const feminine = /(?<=\p{L}{3})[(](?:e|ne|le|se|te|re|trice|euse|ère|in|innen|r)[)]/giu;

/** `$26/hr`, `($30-35/hour)`: what a title says of pay; `hr` there is no human resources. */
const pay = /\(?[$€£]\s*[\d.,]+\s*k?(?:\s*[-–]\s*[$€£]?[\d.,]+\s*k?)?(?:\s*\/\s*\p{L}+)?\)?/giu;

function mainAndSub(text: string): [string, string | undefined] {
  const at = /\s[-–—]\s|:\s|\s>\s/u.exec(text);
  return at && at.index > 0
    ? [text.slice(0, at.index), text.slice(at.index + at[0].length)]
    : [text, undefined];
}

const carries = (word: string) => word !== '' && !binders.has(word);

function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies') && word !== 'securities') return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** `stemmed` for phrases of our own tables, which are plain words already: much cheaper for thousands of them. */
export function stemmedPhrase(phrase: string): string {
  return phrase
    .replace(/\be (?=commerce|learning|business|mail|tail|sport)/, 'e')
    .replace(/\ba (?=levels?\b)/, 'a')
    .split(/[ ']/)
    .filter(carries)
    .map(stem)
    .join(' ');
}

/** Each word with its weight in a comparison: the last of a part is its head and weighs double. */
export function weighTokens(text: string): ReadonlyMap<string, number> {
  const { words, parts } = cutTokens(text);
  const weights = new Map<string, number>();
  for (const [index, word] of words.entries()) {
    const isHead = parts[index + 1] !== parts[index];
    weights.set(word, Math.max(weights.get(word) ?? 0, isHead ? 2 : 1));
  }
  return weights;
}
