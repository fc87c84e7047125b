import type { DocumentHead } from '../../adapter.ts';
import { wordOf } from '../../cut/tree.ts';
import { addWord, jobTerms, readsLikeJobs, rowNames, type RowNames } from '../row-names.ts';

/** Objects that a row's values stand in: JSON:API, GraphQL, Elasticsearch, WordPress and anyone who calls a row's inside by a name. */
export const wrappers: ReadonlySet<string> = new Set(
  `attributes node source fields job position vacancy posting item document record jobposting requisition opening offer jobad listing acf meta dates`.split(
    ' ',
  ),
);

/** A list of jobs, or of groups that hold their jobs under `groups`, words from the outside in. */
export type JobList = { readonly path: string; readonly groups: readonly string[] };

/** The lists (or objects of objects) of a JSON document whose members read like jobs, outermost only. */
export function jobLists(head: DocumentHead): readonly JobList[] {
  if (head.kind !== 'json') return [];
  const found = [...candidatesIn(head.names)].flatMap(([path, rows]) => (readsLikeJobs(rows) ? [path] : []));
  const lists = new Map<string, JobList>();
  for (const whole of found.toSorted((a, b) => a.length - b.length)) {
    const [path = '', ...inner] = whole.split('[]');
    const groups = inner.flatMap((steps) => steps.split('.').filter((step) => step !== ''));
    if (!lists.has(path)) lists.set(path, { path, groups: groups.map(wordOf) });
  }
  return [...lists.values()];
}

/** Whether a document without a list reads like one job, maybe in a wrapper. */
export function isOneJob({ kind, names }: DocumentHead): boolean {
  const own = names.filter((name) => !name.includes('[]')).map((name) => `[].${name}`);
  const [one] = kind === 'json' ? candidatesIn(own).values() : [];
  return one !== undefined && one.meanings.size > 3 && readsLikeJobs(one);
}

/** Lists without a member under a name that jobs go by. */
export function emptyLists({ names, text }: DocumentHead): readonly string[] {
  return names.filter((name) => {
    const key = name.split('.').at(-1) ?? '';
    const isUsual =
      jobTerms.test(key) || /^(data|results?|items|content|records|rows|entries|hits|list)$/i.test(key);
    return isUsual && /^[\w-]+$/.test(key) && new RegExp(`"${key}"\\s*:\\s*\\[\\s*\\]`).test(text);
  });
}

function candidatesIn(names: readonly string[]): Map<string, RowNames> {
  const candidates = new Map<string, RowNames>();
  for (const name of names) {
    const at = name.lastIndexOf('[].');
    const [path, inner] = at < 0 ? keyedPath(name) : [name.slice(0, at), name.slice(at + 3)];
    if (path === undefined || inner === undefined || besideRows.test(path)) continue;
    const steps = inner.split('.');
    const key = wordOf(steps.pop() ?? '');
    if (!steps.every((step) => wrappers.has(wordOf(step)))) continue;
    const rows =
      candidates.get(path) ?? rowNames(path.split(/[.[\]]+/).findLast((step) => step !== '') ?? '');
    addWord(rows, key);
    candidates.set(path, rows);
  }
  return candidates;
}

/** Lists of what rows refer to. */
const besideRows = /(^|\.)(included|aggregations|facets|filters|breadcrumbs?)(\[\])?$/i;

/** `jobs.a1.title`: an object whose members are jobs by their ids. */
function keyedPath(name: string): [string, string] | [] {
  const [, path, inner] = /^(.+)\.(?=[^.]*\d)[\w-]+\.([^.]+)$/.exec(name) ?? [];
  return path === undefined || inner === undefined ? [] : [path, inner];
}
