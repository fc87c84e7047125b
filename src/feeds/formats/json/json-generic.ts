import { present } from '../../../core/present.ts';
import type { RawListing } from '../../../listings/raw-listing.ts';
import type { Adapter, DocumentContext, DocumentHead, ParsedItem } from '../../adapter.ts';
import { signOfMore, statedTotal } from '../../read/larger-set.ts';
import { leaf, wordOf, type Tree } from '../../cut/tree.ts';
import { textAt, treeAt, treesAt } from '../find.ts';
import { emptyLists, isOneJob, jobLists, wrappers, type JobList } from './json-lists.ts';
import { linkedPages, resolved, stated } from '../format-pages.ts';
import { jsonItems, listed, refused } from '../format-reading.ts';
import { vocabulary, type Dialect, type Meaning } from '../synonyms.ts';
import { readPlainText } from '../plain-text.ts';

const dialect: Dialect = {
  identifier: 'id jobid',
  url: 'url joburl link href permalink weburl hostedurl absoluteurl publicurl careersurl canonicalurl',
  ignored: 'links relationships logo image images icon',
};

const nextLinks = [
  'next',
  'next_url',
  'nextUrl',
  'next_page_url',
  'nextPageUrl',
  'links.next',
  'links.next.href',
  '_links.next.href',
  'paging.next',
  'pagination.next',
  'pagination.next_url',
  'meta.next',
  'meta.pagination.links.next',
  '@odata.nextLink',
] as const;
const links = linkedPages(...nextLinks);

const anyList: JobList = { path: '', groups: [] };

/** JSON lists of jobs in nobody's format: `{"jobs": […]}`, `{"data": […]}`, a list by itself, rows in wrappers or in groups. */
export const jsonGeneric: Adapter = {
  name: 'json-generic',
  about: 'JSON lists of jobs without a format of their own, in the words of the shared table',
  detect: (head) => {
    const [list] = jobLists(head);
    if (list !== undefined)
      return {
        confidence: 0.35,
        why: `JSON with jobs ${list.path === '' ? 'as a list' : `under ${list.path}`}`,
      };
    return isOneJob(head) ? { confidence: 0.3, why: 'JSON of one job' } : undefined;
  },
  reads: {
    kind: 'names',
    dialect,
    also: {
      company: 'else what a group of jobs is named, where it is a company',
      jobLocation: 'else what a group of jobs is named, where it is a place',
      occupationalCategory: 'else what a group of jobs is named, where it is a department',
      url: 'else links/html, links/self and their like',
    },
  },
  cut: { kind: 'json', paths: ['', 'jobs', 'data', 'results', 'items', 'data.jobs'], single: true },
  fitted: fittedTo,
  parse: rowsAt(anyList),
  partial: whyPartial,
  paging: {
    next: (page) => (isLink(stated(page.head, ...nextLinks)) ? links.next(page) : undefined),
    total: ({ head }) => statedTotal(head),
  },
};

/** The same with the lists of the document at hand. */
function fittedTo(head: DocumentHead): Adapter {
  const lists = jobLists(head);
  const [list] = lists;
  const paths = list === undefined ? emptyLists(head) : lists.map(({ path }) => path);
  if (paths.length === 0) return jsonGeneric;
  return {
    ...jsonGeneric,
    cut: { kind: 'json', paths, single: true },
    parse: rowsAt(list ?? anyList),
  };
}

function isLink(text: string | undefined): boolean {
  return text !== undefined && /^(https?:\/\/|\/|\?)/i.test(text);
}

/** A list that says there is more, and not where. */
function whyPartial(head: Readonly<Record<string, string>>): string | undefined {
  return isLink(stated(head, ...nextLinks)) ? undefined : signOfMore(head);
}

const words = vocabulary(dialect);

function rowsAt({ path, groups }: JobList): Adapter['parse'] {
  const list = path.split('.').at(-1) ?? '';
  return jsonItems((tree, document, { text }) => {
    const item = list === '' ? tree : { ...tree, name: wordOf(list) };
    const rows = groups.length > 0 ? rowsInGroup(item, groups, []) : rowsIn(item, 0);
    const found = rows.map((row): ParsedItem => listed(readRow(named(row, text), document)));
    return found.length > 0 || groups.length > 0 ? found : [refused('no title in it')];
  });
}

const deepest = 6;

/** The jobs in an item: itself, or what wrappers and lists hold. */
function rowsIn(tree: Tree, depth: number): Tree[] {
  const row = unwrapped(tree);
  if (isTitled(row)) return [row];
  const within = row.children.filter((child) => child.children.length > 0);
  return depth < deepest ? within.flatMap((child) => rowsIn(child, depth + 1)) : [];
}

/** The jobs in the lists of a group, with what the groups around them say of them. */
function rowsInGroup(group: Tree, [list, ...deeper]: readonly string[], inherited: readonly Tree[]): Tree[] {
  const above = [...saysOfItsJobs(group), ...inherited];
  return group.children
    .filter((child) => child.name === list && child.children.length > 0)
    .flatMap((child) =>
      deeper.length > 0
        ? rowsInGroup(child, deeper, above)
        : rowsIn(child, 0).map((row) => withInherited(row, above)),
    );
}

function isTitled(tree: Tree): boolean {
  return tree.children.some((child) => words.get(child.name)?.meaning === 'title' && titleOf(child) !== '');
}

function titleOf(child: Tree): string {
  return child.text.trim() || (textAt(child, 'rendered', 'name', 'label', 'text', 'value') ?? '');
}

/** A row with what its wrappers hold in their place; the kind of a resource (`type: jobs`) is no kind of employment. */
function unwrapped(tree: Tree): Tree {
  const inner = tree.children.filter((child) => wrappers.has(child.name) && child.children.length > 0);
  if (
    inner.length === 0 ||
    (isTitled(tree) && !inner.some(({ name }) => /^(acf|meta|fields|dates)$/.test(name)))
  )
    return tree;
  const own = tree.children.filter((child) => !inner.includes(child) && child.name !== 'type');
  return { ...tree, children: [...own, ...inner.flatMap((child) => unwrapped(child).children)] };
}

/** Of an object whose members are jobs by their ids the member's name is the id, as it is in the item. */
function named(row: Tree, text: string): Tree {
  if (!/\d/.test(row.name) || hasOwnId(row)) return row;
  const keys = [...text.matchAll(/"([\w.-]*\d[\w.-]*)"\s*:\s*\{/g)].map(([, key = '']) => key);
  const key = keys.find((one) => wordOf(one) === row.name);
  return key === undefined ? row : { ...row, children: [...row.children, leaf('id', key)] };
}

function hasOwnId(row: Tree): boolean {
  return row.children.some((child) => words.get(child.name)?.meaning === 'identifier');
}

const groupMeanings: ReadonlySet<Meaning | undefined> = new Set(['company', 'category', 'place', 'division']);

/** What a group of jobs says of them: its own members that mean it, else its name under the word that its list goes by. */
function saysOfItsJobs(group: Tree): Tree[] {
  const own = group.children.filter(
    (child) => child.text.trim() !== '' && groupMeanings.has(words.get(child.name)?.meaning),
  );
  if (own.length > 0) return own;
  const name = textAt(group, 'name', 'title', 'label', 'text');
  const singular = group.name.replace(/ies$/, 'y').replace(/s$/, '');
  const meaning = (words.get(singular) ?? words.get(group.name))?.meaning;
  const isSaid =
    meaning === 'company' || meaning === 'category' || meaning === 'place' || /^offices?$/.test(group.name);
  if (name === undefined || !isSaid) return [];
  return [leaf(meaning === 'company' ? 'company' : meaning === 'category' ? 'department' : 'location', name)];
}

function withInherited(row: Tree, inherited: readonly Tree[]): Tree {
  const has = new Set(row.children.map(({ name }) => words.get(name)?.meaning));
  const more = inherited.filter(({ name }) => !has.has(words.get(name)?.meaning));
  return more.length === 0 ? row : { ...row, children: [...row.children, ...more] };
}

function readRow(row: Tree, { url: address }: DocumentContext): RawListing {
  const raw = readPlainText(row, words);
  const links = { url: resolved(raw.url ?? linkOf(row), address), applyUrl: resolved(raw.applyUrl, address) };
  return { ...raw, ...present(links) };
}

const linkNames = ['html', 'public', 'web', 'alternate', 'careersitejoburl', 'joburl', 'job', 'self'];

function linkOf(row: Tree): string | undefined {
  const own = textAt(row, ...linkNames.flatMap((name) => [`links/${name}`, `links/${name}/href`]));
  const first = own ?? treesAt(row, 'links').flatMap((link) => textAt(link, 'href', 'url') ?? [])[0];
  return first ?? (treeAt(row, 'links') === undefined ? undefined : textAt(row, 'links'));
}
