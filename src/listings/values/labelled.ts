import { type PicklistLabel, picklistLabel, type StringArray } from '../../soap/types.ts';

/** Labels as a list field of a listing holds them; none for an empty list. */
export function labelled(labels: readonly string[]): readonly StringArray<PicklistLabel>[] | undefined {
  return labels.length === 0 ? undefined : labels.map((label) => ({ stringvalue: picklistLabel(label) }));
}
