import { crosswalk } from '../crosswalks.ts';
import { withFinished, withProgramYears } from './graduates.ts';
import type { Knowledge } from '../knowledge.ts';
import type { FieldReader, Reading } from '../picklist-types.ts';
import {
  membersOf,
  readEntryText,
  readHeads,
  unreadTokens,
  upwards,
  type Vocabulary,
} from '../vocabulary.ts';

/** Job functions: the families of work, whatever the employer's trade. */
export const functionReader = readerOver('job_function', { words: true, spelling: true, title: true });

/** Industries: the employer's trade, whatever the job. A job family in an industry label is no industry. */
export const industryReader = readerOver(
  'industry',
  { words: true, spelling: true, title: false },
  readIndustry,
);

/** Class levels: never guessed from single words (M5), and seniority is no class level. */
export const classReader = readerOver(
  'class_level',
  { words: false, spelling: false, title: false },
  readClass,
);

/** `Junior (1-2 years of experience)` is seniority; `Sophomore or above` is no single year, and a list has no entry for several (rule U3). */
function readClass(vocabulary: Vocabulary, text: string, knowledge: Knowledge): Reading[] {
  return isNoYear(knowledge, text) || isSpan(vocabulary, text) ? [] : readHeads(vocabulary, text);
}

/** `Sophomore - Senior`, `freshman to junior`: from one year to another. */
function isSpan(vocabulary: Vocabulary, text: string): boolean {
  const ends = text.split(/\s?[-–—]\s?|\s(?:to|through|thru|bis|à|hasta)\s/iu);
  if (ends.length !== 2) return false;
  const years = ends.flatMap((end) => readHeads(vocabulary, end)).map(({ concept }) => concept);
  return (
    years.length === 2 && new Set(years).size === 2 && years.every((year) => undergraduateYears.has(year))
  );
}

const undergraduateYears = new Set(['freshman', 'sophomore', 'junior', 'senior']);

const isNoYear = (knowledge: Knowledge, text: string): boolean =>
  /\b(?:years?|yrs?)\b.*\bexperience\b/i.test(text) || knowledge.says('range', text);

/** One person's work (`Marketing Manager`) is no industry; and whatever is manufactured, it is manufacturing where nothing nearer is listed. */
function readIndustry(vocabulary: Vocabulary, text: string, knowledge: Knowledge): Reading[] {
  const trade = knowledge.tradeOf(text);
  if (trade !== undefined) return [{ concept: trade, cover: 1 }];
  if (knowledge.says('person', text)) return [];
  const readings = readHeads(vocabulary, text);
  if (readings.length === 0 || !/\bmanufactur(?:ing|ers?)\b/i.test(text)) return readings;
  return [...readings, { concept: 'manufacturing', cover: 1, isLastResort: true }];
}

/** Concepts whose name starts with `not-` are known to be none of the field's: they veto the label. */
const vetoes = (concept: string) => concept.startsWith('not-');

type ReadLabel = (vocabulary: Vocabulary, text: string, knowledge: Knowledge) => Reading[];

function readerOver(field: string, guesses: FieldReader['guesses'], readText: ReadLabel = readHeads) {
  return (knowledge: Knowledge): FieldReader => {
    const vocabulary = knowledge.vocabulary(field);
    const reader: FieldReader = {
      readLabel: (text) => {
        const readings = readText(vocabulary, text, knowledge);
        return readings.some(({ concept }) => vetoes(concept)) ? [] : readings;
      },
      isVoid: (text) => field === 'class_level' && isNoYear(knowledge, text),
      readCode: (text) => crosswalk(knowledge, field, text),
      readEntry: (text) => readEntryText(vocabulary, text).filter(({ concept }) => !vetoes(concept)),
      unread: (text) => unreadTokens(vocabulary, text),
      upwards: (concept) => upwards(vocabulary, concept),
      members: (concept) => membersOf(vocabulary, concept),
      isNot: (concept) => vocabulary.excluded.get(concept) ?? [],
      match: 'covers',
      composites: field !== 'class_level',
      subsStandAlone: field === 'industry',
      guesses,
      ...(field === 'class_level' && {
        forList: (labels) => {
          const inProgram = withProgramYears(reader, knowledge, labels);
          return withFinished(inProgram ?? reader, knowledge, labels, 'alumni') ?? inProgram;
        },
      }),
    };
    return reader;
  };
}
