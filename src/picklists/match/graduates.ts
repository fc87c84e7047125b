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
  const program = programs.find(({ sign }) => listed.has(sign));
  if (program === undefined) return undefined;
  const college = ['freshman', 'sophomore', 'junior', 'senior'];
  const alone = college.some((year) => listed.has(year))
    ? []
    : college.map((year, at) => [year, program.years[at]]);
  const years = new Map(
    [...alone, ...Object.entries(program.also ?? {})].map(([from, to]) => [from, to ?? from]),
  );
  const inProgram = (one: Reading): Reading => ({ ...one, concept: years.get(one.concept) ?? one.concept });
  return {
    ...reader,
    readLabel: (text, context) => {
      const readings = reader.readLabel(text, context);
      return knowledge.says('college', text) ? readings : readings.map(inProgram);
    },
    readEntry: (text, key) => reader.readEntry(text, key).map(inProgram),
  };
}

/** A program's years in their order, by the year that only its lists have; `also`: what else they are called there. */
const programs: readonly {
  readonly sign: string;
  readonly years: readonly string[];
  readonly also?: Readonly<Record<string, string>>;
}[] = [
  {
    sign: 'medical-3',
    years: ['medical-1', 'medical-2', 'medical-3', 'medical-4'],
    also: { 'first-year-master': 'medical-1', 'second-year-master': 'medical-2' },
  },
  {
    sign: 'third-year-law',
    years: ['first-year-law', 'second-year-law', 'third-year-law', 'fourth-year-law'],
  },
  { sign: 'second-year-master', years: ['first-year-master', 'second-year-master'] },
];
