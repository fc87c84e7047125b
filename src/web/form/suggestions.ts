import { preparePicklist } from '../../picklists/picklist.ts';
import { noAliases } from '../../picklists/aliases.ts';
import { resolve } from '../../picklists/resolve.ts';

/** Entries of the job functions on offer that a title speaks of, at most three. */
export function functionsFor(title: string, offered: readonly string[]): readonly string[] {
  if (title.trim() === '') return [];
  const picklist = preparePicklist(
    'job_function',
    offered.map((label) => ({ ikey: label, ivalue: label })),
  );
  return resolve({ field: 'job_function', labels: [title] }, picklist, noAliases).keys.slice(0, 3);
}
