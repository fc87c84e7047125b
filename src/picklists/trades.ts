import type { FieldReader, Reading } from './types.ts';
import { classLevels } from './synonyms/class-level.ts';
import { fillers } from './synonyms/fillers.ts';
import { industries } from './synonyms/industry.ts';
import { functionsOfBusiness } from './synonyms/job-function-business.ts';
import { functionsOfCraft } from './synonyms/job-function-craft.ts';
import { prepareVocabulary, readEntryText, readHeads, upwards, type Vocabulary } from './vocabulary.ts';

/** Job functions: the families of work, whatever the employer's trade. */
export const functionReader = readerOver(
  () => prepareVocabulary(functionsOfBusiness + functionsOfCraft, fillers),
  {
    words: true,
    spelling: true,
    title: true,
  },
);

/** Industries: the employer's trade, whatever the job. A job family in an industry label is no industry. */
export const industryReader = readerOver(
  () => prepareVocabulary(industries, fillers),
  { words: true, spelling: true, title: false },
  readIndustry,
);

/** Class levels: never guessed from single words (M5), and seniority is no class level. */
export const classReader = readerOver(
  () =>
    prepareVocabulary(
      classLevels,
      'student students status standing level year required preferred welcome current currently college university enrolled program candidate degree pursuing must be above entering incoming their',
    ),
  {
    words: false,
    spelling: false,
    title: false,
  },
  readClass,
);

/** `Junior (1-2 years of experience)` is seniority. */
function readClass(vocabulary: Vocabulary, text: string): Reading[] {
  return /\b(?:years?|yrs?)\b.*\bexperience\b/i.test(text) ? [] : readHeads(vocabulary, text);
}

/** One person's work (`Marketing Manager`) is no industry; and whatever is manufactured, it is manufacturing where nothing nearer is listed. */
function readIndustry(vocabulary: Vocabulary, text: string): Reading[] {
  if (onePerson.test(text)) return [];
  const readings = readHeads(vocabulary, text);
  if (readings.length === 0 || !/\bmanufactur(?:ing|ers?)\b/i.test(text)) return readings;
  return [...readings, { concept: 'manufacturing', cover: 1, isLastResort: true }];
}

const onePerson =
  /\b(?:manager|assistant|specialist|coordinator|representative|clerk|supervisor|technician|intern|trainee|director|officer|developer|engineer|analyst|nurse|teacher|driver|accountant|recruiter)\s*$/i;

/** Concepts whose name starts with `not-` are known to be none of the field's: they veto the label. */
const vetoes = (concept: string) => concept.startsWith('not-');

function readerOver(
  prepare: () => Vocabulary,
  guesses: FieldReader['guesses'],
  readText = readHeads,
): FieldReader {
  let prepared: Vocabulary | undefined;
  const vocabulary = () => (prepared ??= prepare());
  const read = (text: string) => {
    const readings = readText(vocabulary(), text);
    return readings.some(({ concept }) => vetoes(concept)) ? [] : readings;
  };
  return {
    readLabel: read,
    readEntry: (text) => readEntryText(vocabulary(), text).filter(({ concept }) => !vetoes(concept)),
    upwards: (concept) => upwards(vocabulary(), concept),
    match: 'covers',
    guesses,
  };
}
