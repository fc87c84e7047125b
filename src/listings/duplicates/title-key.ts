import { fold, foldWords } from '../../core/text.ts';
import type { Place } from '../listing.ts';

/**
 * The set of words of a title (rule D3), short forms written out. Brackets and trailing parts that only repeat the place or the
 * workplace are dropped; every other word counts, "UK" and "IT" too. Keys are compared for equality, never by likeness.
 */
export function titleKey(title: string, places: readonly Place[] = []): string {
  const bare = withoutRepeats(title, new Set(places.flatMap(spellings)));
  const words = wordsOf(bare);
  return [...new Set(words.length > 0 ? words : wordsOf(title))].sort().join(' ');
}

function withoutRepeats(title: string, said: ReadonlySet<string>): string {
  const repeats = (part: string) => said.has(foldWords(part)) || workplaces.has(foldWords(part));
  let bare = title.replace(/[([{]([^()[\]{}]*)[)\]}]/g, (bracket, inside: string) =>
    repeats(inside) ? ' ' : bracket,
  );
  for (;;) {
    const tail = tails
      .map((tail) => tail.exec(bare))
      .find((match) => match !== null && repeats(match[1] ?? ''));
    if (!tail || tail.index === 0) return bare;
    bare = bare.slice(0, tail.index);
  }
}

/** What may stand behind a dash, a bar or a comma at the end: the last part, or the last two (`- Boston, MA`). */
const tails = [
  /\s+[-–—|/@]\s*([^-–—|]+?)\s*$/u,
  /\s*[-–—]\s+([^-–—|]+?)\s*$/u,
  /,\s*([^,]+,[^,]+)$/u,
  /,\s*([^,]+)$/u,
];

function wordsOf(title: string): string[] {
  const text = fold(title)
    .replaceAll('&', ' and ')
    .replace(/['’`]/g, '')
    .replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1');
  // `c++`, `c#` and `.net` are words of their own.
  return (text.match(/(?<![\p{L}\p{N}])\.net\b|[\p{L}\p{N}][\p{L}\p{N}]*(?:\+\+|#)?/gu) ?? []).map(
    (word) => longForms[word] ?? word,
  );
}

/** How a title may repeat a place: alone, with state or country, as the source wrote it. */
function spellings(place: Place): string[] {
  const city = foldWords(place.city ?? '');
  const state = place.subdivision?.split('-')[1]?.toLowerCase() ?? '';
  const parts = [state, place.region ?? '', place.country ?? '', `${state} ${place.country ?? ''}`].map(
    foldWords,
  );
  const around = parts.filter((part) => part !== '');
  return city === '' ? around : [city, ...around.map((part) => `${city} ${part}`)];
}

const workplaces = new Set(
  (
    'remote,fully remote,100 remote,remote work,work from home,wfh,telecommute,home office,hybrid,hybrid remote,remote hybrid,' +
    'onsite,on site,in office,in person,remoto,hibrido,presencial,teletrabajo,teletravail,a distance,vor ort'
  ).split(','),
);

const longForms: Readonly<Record<string, string>> = {
  sr: 'senior',
  snr: 'senior',
  jr: 'junior',
  jnr: 'junior',
  mgr: 'manager',
  asst: 'assistant',
  coord: 'coordinator',
  ii: '2',
  iii: '3',
  iv: '4',
};
