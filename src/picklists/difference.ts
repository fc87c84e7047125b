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
 * What earlier versions called the keys that live, and the entries that are gone, with what they were called before; newest first in
 * `earlier`. An entry that came back under another key is not gone. A key that went to another entry of the list, or came back under another name, is not what it was.
 */
export function historyOf(current: readonly Row[], earlier: readonly (readonly Row[])[]): History {
  const [alive, named] = [labelsByKey(current), labelsIn(current)];
  const former = new Map<string, Row>();
  const gone = new Map<string, Row>();
  const goneFormer: Row[] = [];
  /** How often a key became another entry since. */
  const changes = new Map<string, number>();
  let later = alive;
  for (const version of earlier) {
    const labels = labelsByKey(version);
    for (const key of becameOthers(labels, later)) changes.set(key, (changes.get(key) ?? 0) + 1);
    for (const row of version) {
      if (alive.get(row.ikey) === row.ivalue || named.has(foldText(row.ivalue))) continue;
      const times = changes.get(row.ikey) ?? 0;
      if (times === 0) former.set(`${row.ikey} ${row.ivalue}`, row);
      else if (gone.has(`${row.ikey} ${times}`)) goneFormer.push(row);
      else gone.set(`${row.ikey} ${times}`, row);
    }
    later = labels;
  }
  return { former: [...former.values()], gone: [...gone.values()], goneFormer };
}

type History = {
  readonly former: readonly Row[];
  readonly gone: readonly Row[];
  readonly goneFormer: readonly Row[];
};

/** Keys that are gone in the next version, or have the name of another entry there. */
function becameOthers(before: Labels, after: Labels): readonly string[] {
  const renamed = [...before].filter(([key, label]) => after.get(key) !== label);
  const names = new Map(renamed.map(([key, label]) => [key, foldText(label)]));
  const had =
    renamed.length === 0 ? new Set() : new Set([...before.values()].map((label) => foldText(label)));
  return [...names].flatMap(([key, name]) => {
    const label = after.get(key);
    const next = label === undefined ? undefined : foldText(label);
    return next === undefined || (next !== name && had.has(next)) ? [key] : [];
  });
}

const labelsIn = (rows: readonly Row[]) => new Set(rows.map(({ ivalue }) => foldText(ivalue)));
type Labels = ReadonlyMap<string, string>;

/** The first row of a key counts, as in resolving. */
function labelsByKey(rows: readonly Row[]): Labels {
  const labels = new Map<string, string>();
  for (const { ikey, ivalue } of rows) if (!labels.has(ikey)) labels.set(ikey, ivalue);
  return labels;
}

const rowOf = ([ikey, ivalue]: readonly [string, string]): Row => ({ ikey, ivalue });
