import { detectAll } from 'tinyld/light';
import { present } from './listing-absent.ts';

/** ISO 639-1: what the source says (`en-US`, `de`), else what the text is written in, when there is enough of it to tell. */
export function languageOf(stated: string | undefined, text: string): string | undefined {
  const code = /^([a-z]{2})(?:[-_].*)?$/i.exec(present(stated) ?? '')?.[1]?.toLowerCase();
  if (code !== undefined) return code;
  if (text.length < 80) return undefined;
  if (plainlyEnglish(text)) return 'en';
  const sample = text.slice(0, 500);
  const foreign = (sample.match(/[\u0370-\uffff]/g)?.length ?? 0) > sample.length / 5;
  const [best, second] = detectAll(sample).filter(({ lang }) => otherScripts.has(lang) === foreign);
  if (best === undefined) return undefined;
  const clear = best.accuracy >= 0.03 && best.accuracy >= 2 * (second?.accuracy ?? 0);
  return best.accuracy >= 0.3 || clear ? best.lang : undefined;
}

/** Languages that are not written in Latin letters. */
const otherScripts = new Set(
  'el ru uk bg be sr mk kk hi bn ta te mr gu kn ja zh ko ar fa ur he th ka hy am km my'.split(' '),
);

/** Text that no other language could be: one word in nine or more is among the smallest of English. */
function plainlyEnglish(text: string): boolean {
  const words =
    text
      .slice(0, 600)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const small = words.filter((word) => english.has(word)).length;
  return small >= 3 && small >= words.length / 9;
}

const english = new Set(
  'the and of with our you your are is this that for we be will from as by have'.split(' '),
);
