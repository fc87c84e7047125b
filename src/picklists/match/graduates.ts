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

/** `M1` is the first year of a master's programme, and of medicine in a list that has an `M3`. */
export function withMedicalYears(reader: FieldReader, labels: readonly string[]): FieldReader | undefined {
  const has = (label: string) => reader.readEntry(label, '').some(({ concept }) => concept === 'medical-3');
  if (!labels.some(has)) return undefined;
  return {
    ...reader,
    readLabel: (text, context) => reader.readLabel(text, context).map(inMedicine),
    readEntry: (text, key) => reader.readEntry(text, key).map(inMedicine),
  };
}

const inMedicine = (one: Reading): Reading => ({ ...one, concept: medicalYears[one.concept] ?? one.concept });

const medicalYears: Readonly<Record<string, string>> = {
  'first-year-master': 'medical-1',
  'second-year-master': 'medical-2',
};
