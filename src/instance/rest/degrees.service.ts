import type { NewId } from '../ids.ts';
import { isData, merge, text } from '../instance-records.ts';
import type { RecordData } from '../instance-schema.ts';
import type { Completed } from './collection.ts';
import type { FieldMessages } from './replies.ts';

/**
 * The rules when writing degrees (REST 2.10): the array sent is the whole of them, an entry with `id` or `visualId`
 * updates that degree, exactly one is primary; if none is, the instance keeps the one that was, else takes the first.
 */
export function writtenDegrees(
  change: RecordData,
  storedDegrees: unknown,
  { newId, most }: { readonly newId: NewId; readonly most: number },
): Completed {
  const sent = change['degrees'];
  if (!Array.isArray(sent)) return { kind: 'complete', change };
  const entries: readonly unknown[] = sent;
  const stored = (Array.isArray(storedDegrees) ? storedDegrees : []).filter(isData);
  const pairs = entries.filter(isData).map((entry) => ({ entry, known: degreeOf(entry, stored) }));
  const errors = objections(pairs, most);
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
  const written = pairs.map(({ entry, known }) => {
    const { id: _, visualId: __, ...fields } = entry;
    const id = text(known?.['id']) ?? newId();
    return merge({ visualId: `D${id.slice(-8).toUpperCase()}`, ...known, id }, fields);
  });
  return { kind: 'complete', change: { ...change, degrees: withOnePrimary(written, pairs) } };
}

type Pair = { readonly entry: RecordData; readonly known: RecordData | undefined };

function degreeOf(entry: RecordData, stored: readonly RecordData[]): RecordData | undefined {
  const id = text(entry['id']);
  const visualId = text(entry['visualId']);
  return stored.find((degree) =>
    id === undefined ? visualId !== undefined && degree['visualId'] === visualId : degree['id'] === id,
  );
}

function objections(pairs: readonly Pair[], most: number): FieldMessages {
  const errors: Record<string, string> = {};
  if (pairs.length > most) errors['degrees'] = `A student has at most ${most} degrees.`;
  if (pairs.filter(({ entry }) => entry['primary'] === true).length > 1)
    errors['degrees'] = 'Exactly one degree is primary.';
  for (const [index, { entry, known }] of pairs.entries()) {
    const named = text(entry['id']) !== undefined ? 'id' : 'visualId';
    const isNamed = text(entry[named]) !== undefined;
    if (isNamed && known === undefined)
      errors[`degrees.${index}.${named}`] = 'The student has no such degree.';
    if (known !== undefined && pairs.findIndex((other) => other.known === known) < index)
      errors[`degrees.${index}.${named}`] = 'This degree is there twice.';
  }
  return errors;
}

function withOnePrimary(written: readonly RecordData[], pairs: readonly Pair[]): readonly RecordData[] {
  const said = pairs.findIndex(({ entry }) => entry['primary'] === true);
  const before = pairs.findIndex(
    ({ entry, known }) => known?.['primary'] === true && entry['primary'] !== false,
  );
  const chosen = said >= 0 ? said : Math.max(0, before);
  return written.map((degree, index) => ({ ...degree, primary: index === chosen }));
}
