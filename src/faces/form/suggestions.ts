import { preparePicklist } from '../../picklists/picklist.ts';
import { noAliases } from '../../picklists/picklist-aliases.ts';
import { resolve } from '../../picklists/resolve.ts';

/** Entries of a list on offer that labels mean. */
export function entriesFor(field: string, labels: readonly string[], offered: readonly string[]) {
  const picklist = preparePicklist(
    field,
    offered.map((label) => ({ ikey: label, ivalue: label })),
  );
  return resolve({ field, labels }, picklist, noAliases).keys;
}

/** Entries of the job functions on offer that a title speaks of, at most three. */
export function functionsFor(title: string, offered: readonly string[]): readonly string[] {
  return title.trim() === '' ? [] : entriesFor('job_function', [title], offered).slice(0, 3);
}
