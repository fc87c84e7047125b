import { foldText } from '../core/text.ts';

/** One entry as `getPicklist` gives it. */
export type Row = { readonly ikey: string; readonly ivalue: string };

/** What changed between two versions of a list (rule M1); a key is the same entry whatever its label. */
export type Difference = {
  readonly added: readonly Row[];
  readonly vanished: readonly Row[];
  readonly relabelled: readonly { readonly ikey: string; readonly from: string; readonly to: string }[];
};

/** Undefined when nothing changed; the order of entries is no difference. */
export function differenceOf(before: readonly Row[], after: readonly Row[]): Difference | undefined {
  const old = labelsByKey(before);
  const fresh = labelsByKey(after);
  const added = [...fresh].filter(([ikey]) => !old.has(ikey)).map(rowOf);
  const vanished = [...old].filter(([ikey]) => !fresh.has(ikey)).map(rowOf);
  const relabelled = [...fresh].flatMap(([ikey, to]) => {
    const from = old.get(ikey);
    return from === undefined || from === to ? [] : [{ ikey, from, to }];
  });
  return added.length + vanished.length + relabelled.length === 0
    ? undefined
    : { added, vanished, relabelled };
}

/**
 * What earlier versions called the keys that live, and the entries that are gone; newest first in `earlier`. An entry that came back
 * under another key is not gone.
 */
export function historyOf(
  current: readonly Row[],
  earlier: readonly (readonly Row[])[],
): { readonly former: readonly Row[]; readonly gone: readonly Row[] } {
  const alive = labelsByKey(current);
  const named = new Set(current.map(({ ivalue }) => foldText(ivalue)));
  const former = new Map<string, Row>();
  const gone = new Map<string, Row>();
  for (const row of earlier.flat()) {
    const label = alive.get(row.ikey);
    if (label === undefined && !gone.has(row.ikey) && !named.has(foldText(row.ivalue)))
      gone.set(row.ikey, row);
    if (label !== undefined && label !== row.ivalue) former.set(`${row.ikey} ${row.ivalue}`, row);
  }
  return { former: [...former.values()], gone: [...gone.values()] };
}

/** The first row of a key counts, as in resolving. */
function labelsByKey(rows: readonly Row[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const { ikey, ivalue } of rows) if (!labels.has(ikey)) labels.set(ikey, ivalue);
  return labels;
}

const rowOf = ([ikey, ivalue]: readonly [string, string]): Row => ({ ikey, ivalue });
