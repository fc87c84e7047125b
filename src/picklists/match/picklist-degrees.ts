import { withFinished } from './graduates.ts';
import type { Knowledge } from '../knowledge.ts';
import type { FieldReader, Reading } from '../picklist-types.ts';
import { membersOf, readText, unreadTokens, upwards, type Vocabulary } from '../vocabulary.ts';

/** Degree levels. What is only preferred is no level asked for, and the field of study says nothing about the level. */
export function degreeReader(knowledge: Knowledge): FieldReader {
  const vocabulary = knowledge.vocabulary('degree_level');
  const reader: FieldReader = {
    readLabel: (text) => readLabel(vocabulary, text, knowledge),
    // `Master in Management` is one kind of master's degree only.
    readEntry: (text) => (isNamed(vocabulary, text) ? readDegrees(vocabulary, text) : []),
    unread: (text) => unreadTokens(vocabulary, text),
    upwards: (concept) => upwards(vocabulary, concept),
    members: (concept) => membersOf(vocabulary, concept),
    match: 'covers',
    subsStandAlone: true,
    guesses: { words: false, spelling: false, title: false },
    forList: (labels) => withFinished(reader, knowledge, labels, 'bachelor'),
  };
  return reader;
}

/** What a label asks for, its wishes left out. */
function readLabel(vocabulary: Vocabulary, text: string, knowledge: Knowledge): Reading[] {
  if (knowledge.says('person', text)) return [];
  const asked = text
    .split(/[,;]/)
    .filter((part) => !knowledge.says('wish', part))
    .join(',');
  const levels = readDegrees(vocabulary, isNamed(vocabulary, asked) ? asked : withoutSubject(asked));
  const all = levels.length > 0 ? levels : readDegrees(vocabulary, asked);
  // `Bachelor's degree not required` names a level and asks for none.
  const none = all.filter(({ concept }) => concept === 'none');
  return none.length > 0 && knowledge.says('denial', text) ? none : all;
}

/** A degree named in full is sure whatever stands beside it; short ones (`BA`, `MS`) are weak phrases and stand alone. */
function readDegrees(vocabulary: Vocabulary, text: string): Reading[] {
  const readings = readText(vocabulary, text);
  if (readings.some(({ concept }) => concept.startsWith('not-'))) return [];
  return readings.map(({ concept }) => ({ concept, cover: 1 }));
}

/** No subject beside the degree, or one that makes its name: `Bachelor of Science in Nursing`. */
function isNamed(vocabulary: Vocabulary, text: string): boolean {
  const [only, ...others] = readText(vocabulary, text);
  return withoutSubject(text) === text || (others.length === 0 && (only?.cover ?? 0) >= 0.999);
}

/** `Bachelor's Degree in Computer Science or related fields` is a bachelor's degree. */
function withoutSubject(text: string): string {
  return text.replace(
    /\s(?:in|im|en|of study in|with a major in)\s+(?!progress|process|(?:applied |fine )?arts\b|(?:applied )?science\b|teaching\b|business administration).*$/i,
    '',
  );
}
