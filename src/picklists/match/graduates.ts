import type { Knowledge } from '../knowledge.ts';
import type { FieldReader, Reading } from '../picklist-types.ts';

/**
 * The reader of a list in which a bare `Graduate` is one who has finished: where another entry names postgraduates, or alumni stand in
 * the same entry. Then it means `finished`, the concept of those with a first degree; in other lists it is a graduate student or degree.
 */
export function withFinished(
  reader: FieldReader,
  knowledge: Knowledge,
  labels: readonly string[],
  finished: string,
): FieldReader | undefined {
  const isBare = (label: string) => knowledge.says('finished', label);
  const others = labels.filter((label) => !isBare(label));
  if (others.length === labels.length) return undefined;
  const hasPostgraduates = others.some((other) => knowledge.says('postgraduate', other));
  const isFinished = (label: string, key: string) =>
    hasPostgraduates || reader.readEntry(label, key).some(({ concept }) => concept === finished);
  return {
    ...reader,
    readEntry: (text, key) =>
      isBare(text) && isFinished(text, key) ? [{ concept: finished, cover: 1 }] : reader.readEntry(text, key),
  };
}

/**
 * `M1` is the first year of a master's programme, and of medicine in a list that has an `M3`; `Second year` is the second of law in a
 * list that has a `3L` and no year of college.
 */
export function withProgramYears(
  reader: FieldReader,
  knowledge: Knowledge,
  labels: readonly string[],
): FieldReader | undefined {
  const listed = new Set(
    labels.flatMap((label) => reader.readEntry(label, '').map(({ concept }) => concept)),
  );
  const [sign, names = ''] = programs.find(([each]) => listed.has(each)) ?? [];
  if (sign === undefined) return undefined;
  const college = collegeYears.some((year) => listed.has(year)) ? [] : collegeYears;
  const masters = sign === 'medical-3' ? ['first-year-master', 'second-year-master'] : [];
  const inProgram = (one: Reading): Reading => {
    const at = Math.max(college.indexOf(one.concept), masters.indexOf(one.concept));
    return { ...one, concept: names.split(' ')[at] ?? one.concept };
  };
  return {
    ...reader,
    readLabel: (text, context) => {
      const readings = reader.readLabel(text, context);
      return knowledge.says('college', text) ? readings : readings.map(inProgram);
    },
    readEntry: (text, key) => reader.readEntry(text, key).map(inProgram),
  };
}

const collegeYears: readonly string[] = ['freshman', 'sophomore', 'junior', 'senior'];

/** The years of a program in their order, by the year that only its lists have. */
const programs = [
  ['medical-3', 'medical-1 medical-2 medical-3 medical-4'],
  ['third-year-law', 'first-year-law second-year-law third-year-law fourth-year-law'],
  ['second-year-master', 'first-year-master second-year-master'],
  ['mba-2', 'mba-1 mba-2'],
] as const;
