import type { Knowledge } from '../knowledge.ts';
import type { FieldReader } from '../picklist-types.ts';

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
