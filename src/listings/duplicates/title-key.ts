import { fold, foldText } from '../../core/text.ts';
import type { Place } from '../listing.ts';
import { cellsOf } from '../listing-tables.ts';
import { companyKey } from './company-key.ts';
import { cityKey } from './place-keys.ts';

/**
 * The set of words of a title (rule D3), short forms written out. Brackets and trailing parts that only repeat the place, the
 * workplace, the company or the title's own initials are dropped, and so is what says that all genders may apply; every other word
 * counts, "UK" and "IT" too. Keys are compared for equality, never by likeness. A second line has what
 * the title says of hours, grade, pay or number.
 */
export function titleKey(title: string, places: readonly Place[] = [], company = ''): string {
  const open = withoutCompany(title.replace(calling, '').replace(again, '').replace(genders, ' '), company);
  const bare = withoutRepeats(open, new Set(places.flatMap(spellings)));
  const plain = bare.replace(hours, ' ');
  const words = wordsOf(plain.replace(terms, ' '));
  if (words.length === 0) return setOf(wordsOf(title));
  const told = [...bare.matchAll(hours), ...plain.matchAll(terms)].map(([, term = '']) => term);
  return told.length === 0 ? setOf(words) : `${setOf(words)}\n${setOf(wordsOf(told.join(' ')))}`;
}

const setOf = (words: readonly string[]) => [...new Set(words)].sort().join(' ');

/** Whether two titles have the same words, and neither a term (hours, grade, pay, number) that contradicts the other's. */
export function mayBeOneTitle(one: string, other: string): boolean {
  const [[words, terms], [others, otherTerms]] = [one.split('\n'), other.split('\n')];
  return words === others && (terms === undefined || otherTerms === undefined || terms === otherTerms);
}

/** What one source says of a job in its title and another leaves out: hours anywhere, others at the end; a teacher's grade is the pupils'. */
const hours = /[([]?\b((?:full|part)[ -]?time)\b[)\]]?/gi;
const terms =
  /(?<=.)(?:\s[-–—|]\s|,\s|[([]|\s(?=#))\s*((?<!(?:teach|tutor|educat).*)(?:grade|band) \d{1,2}|\d[\d.,]* ?(?:days?|hours?|hrs?|fte)(?: ?(?:\/|per|a) ?week)?|(?:(?:req(?:uisition)?|ref|job|jr?|r)\b[ .:#-]*(?:id|no)?[ .:#-]*|#)\d{3,}|\d{7,}|[$€£]\d[\d.,]*k?(?: ?(?:[-–]|to) ?[$€£]?\d[\d.,]*k?)?(?: ?(?:\/|per|an?) ?(?:hr|hour|h|year|yr))?)\s*[)\]]?\s*$/giu;
/** `Cook - Re-advertised`, `Cook (deadline extended)`. */
const again =
  /(?:\s+[-–—|:*]\s*|\s*[([])(?:re-?(?:advertis(?:ed?|ement|ing)|post(?:ed|ing)?)|(?:deadline|closing date) extended|extended deadline)[)\]]?\s*$/iu;

/** `Now hiring: Cook`, `URGENT - Cook`, `NEW! Cook`; a new business manager stays new. */
const calling =
  /^[\s*!]*(?:(?:(?:we['’]?re|we are)(?: now| currently)? hiring|(?:now|currently|urgently) hiring|hiring(?: immediately| now|(?=\s*[:!–—-])))\s*[:!–—-]*\s+(?=\p{Lu})|(?:urgent(?:ly)?|immediate (?:start|opening|hire)|new(?=\s*!))\s*[:!*–—-]+\s*(?=\p{Lu}))/iu;
/** `(m/w/d)`, `H/F`, `(gn)`, `(all genders)`, `Fahrer*in`: an advert has to say it, and it says nothing about the job. */
const genders =
  /(?<=\p{L}{3})[*:_/]-?in(?:nen)?(?!\p{L})|[([]\s*(?:[mwfdxhi](?:\s*[/|.,*-]\s*[mwfdxhi]){1,3}|gn\*?|all genders?)\s*[)\]]|(?<![\p{L}\p{N}/])(?:[mwf]\/[mwf]\/[dxi]|h\/f|f\/h)(?![\p{L}\p{N}/])/giu;

/** `Acme - Analyst`, `Analyst | Acme`, `Analyst at Acme`. */
function withoutCompany(title: string, company: string): string {
  if (company === '') return title;
  const [, first = '', rest] = /^(.+?)(?:\s+[-–—|]|:)\s+(.+)$/u.exec(title) ?? [];
  if (rest !== undefined && companyKey(first) === company) return rest;
  const ends = [/^(.+)(?:\s+[-–—|@]|,|\s+at)\s+(.+)$/iu, /^(.+?)(?:\s+[-–—|@]|\s+at)\s+(.+)$/iu];
  const end = ends
    .map((pattern) => pattern.exec(title))
    .find((match) => companyKey(match?.[2] ?? '') === company);
  return end?.[1] ?? title;
}

function withoutRepeats(title: string, said: ReadonlySet<string>): string {
  const repeats = (part: string) => said.has(foldText(part)) || workplaces.has(foldText(part));
  let bare = title.replace(/[([{]([^()[\]{}]*)[)\]}]/g, (bracket, inside: string, at: number) =>
    repeats(inside) || areInitials(inside, title.slice(0, at)) ? ' ' : bracket,
  );
  for (;;) {
    const tail = tails
      .map((tail) => tail.exec(bare))
      .find((match) => match !== null && repeats(match[1] ?? ''));
    if (!tail || tail.index === 0) return bare;
    bare = bare.slice(0, tail.index);
  }
}

/** `Business Development Representative (BDR)` */
function areInitials(inside: string, before: string): boolean {
  const letters = inside.trim().toLowerCase();
  if (!/^[a-z]{2,5}$/.test(letters)) return false;
  const words = foldText(before).split(' ');
  return (
    words
      .slice(-letters.length)
      .map((word) => word[0])
      .join('') === letters
  );
}

/** What may stand behind a dash, a bar or a comma at the end: the last part, or the last two (`- Boston, MA`). */
const tails = [
  /\s+[-–—|/@]\s*([^-–—|]+?)\s*$/u,
  /\s*[-–—:]\s+([^-–—|]+?)\s*$/u,
  /\s+in\s+(\S.*?)\s*$/u,
  /,\s*([^,]+,[^,]+)$/u,
  /,\s*([^,]+)$/u,
];

function wordsOf(title: string): string[] {
  const text = fold(title)
    .replaceAll('&', ' and ')
    .replace(/['’`]/g, '')
    .replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
    .replace(joined, (pair) => pair.replace(/[ -]/, ''))
    .replace(/\b(special|phys(?:ical)?|early|higher) ed\b/g, '$1 education');
  // `c++`, `c#` and `.net` are words of their own.
  return (text.match(/(?<![\p{L}\p{N}])\.net\b|[\p{L}\p{N}][\p{L}\p{N}]*(?:\+\+|#)?/gu) ?? []).flatMap(
    (word) => longForms.get(word)?.split(' ') ?? word,
  );
}

/** Written as one word and as two. */
const joined =
  /\b(?:(?:front|back)[ -]end|full[ -]stack|(?:health|child|day)[ -]care|pre[ -]school|set-up|co-op|e-(?:commerce|learning))\b/g;

/** How a title may repeat a place: alone, with state or country, as the source wrote it. */
function spellings(place: Place): string[] {
  const city = foldText(place.city ?? '');
  const state = place.subdivision?.split('-')[1]?.toLowerCase() ?? '';
  const parts = [state, place.region ?? '', place.country ?? '', `${state} ${place.country ?? ''}`].map(
    foldText,
  );
  const around = parts.filter((part) => part !== '');
  const cities = [...new Set([city, cityKey(place.city ?? '')])].filter((name) => name !== '');
  return cities.length === 0
    ? around
    : cities.flatMap((name) => [name, ...around.map((part) => `${name} ${part}`)]);
}

const workplaces = new Set(
  (
    'remote,fully remote,100 remote,remote work,work from home,wfh,telecommute,home office,hybrid,hybrid remote,remote hybrid,' +
    'onsite,on site,in office,in person,remoto,hibrido,presencial,teletrabajo,teletravail,a distance,vor ort'
  ).split(','),
);

const longForms = new Map(cellsOf('longForms').map(([short = '', long = '']) => [short, long]));
