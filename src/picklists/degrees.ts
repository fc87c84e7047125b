import { degreeLevels, degreeFillers } from './synonyms/degree-level.ts';
import type { FieldReader, Reading } from './types.ts';
import { prepareVocabulary, readText, upwards, type Vocabulary } from './vocabulary.ts';

/** Degree levels. What is only preferred is no level asked for, and the field of study says nothing about the level. */
export const degreeReader: FieldReader = {
  readLabel,
  readEntry: readDegrees,
  upwards: (concept) => upwards(vocabulary(), concept),
  match: 'covers',
  guesses: { words: false, spelling: false, title: false },
};

/** What a label asks for, its wishes left out. */
function readLabel(text: string): Reading[] {
  const asked = text
    .split(/[,;]/)
    .filter((part) => !isOnlyWished(part))
    .join(',');
  const levels = readDegrees(withoutSubject(asked));
  return levels.length > 0 ? levels : readDegrees(asked);
}

let prepared: Vocabulary | undefined;
const vocabulary = () => (prepared ??= prepareVocabulary(degreeLevels, degreeFillers));

/** A degree named in full is sure whatever stands beside it; short ones (`BA`, `MS`) are weak phrases and stand alone. */
function readDegrees(text: string): Reading[] {
  const readings = readText(vocabulary(), text);
  if (readings.some(({ concept }) => concept.startsWith('not-'))) return [];
  return readings.map(({ concept }) => ({ concept, cover: 1 }));
}

const isOnlyWished = (text: string) =>
  /\b(?:preferred|preferably|a plus|desir(?:ed|able)|nice to have|ideally|bonus|advantage(?:ous)?|souhaite|wunschenswert|von vorteil)\b/i.test(
    text,
  );

/** `Bachelor's Degree in Computer Science or related fields` is a bachelor's degree. */
function withoutSubject(text: string): string {
  return text.replace(
    /\s(?:in|im|en|of study in|with a major in)\s+(?!progress|process|arts\b|science\b|business administration).*$/i,
    '',
  );
}
