import { isNetworkAddress } from '../core/net/addresses.ts';
import { csvCells } from './cut/items-csv.ts';
import { decodeXml } from './cut/xml-text.ts';

/** One row of a list of feeds, as it is written. */
export type FeedRow = {
  /** Its line in the list, from 1. */
  readonly line: number;
  /** Empty where the row names no address. */
  readonly url: string;
  readonly name?: string;
  readonly employer?: string;
  readonly every?: string;
  readonly targets?: readonly string[];
  readonly right?: string;
  readonly owner?: string;
};

export type FeedList = {
  readonly rows: readonly FeedRow[];
  /** Columns of a CSV that mean nothing here. */
  readonly ignored: readonly string[];
};

type Cells = Readonly<Record<string, string>>;

const known = new Set(['name', 'url', 'employer', 'every', 'targets', 'right', 'owner']);

/** A list of feeds: OPML, CSV with a header that names `url`, or an address a line. */
export function readFeedList(text: string): FeedList {
  const plain = text.replace(/^\uFEFF/, '');
  if (/^\s*</.test(plain)) return { rows: outlinesOf(plain), ignored: [] };
  const records = recordsOf(plain).filter(({ text: record }) => record.trim() !== '');
  const [first, ...others] = records;
  const delimiter = [',', ';', '\t'].find((one) => columnsOf(first?.text ?? '', one).includes('url'));
  if (delimiter === undefined) return { rows: addressesOf(records), ignored: [] };
  const columns = columnsOf(first?.text ?? '', delimiter);
  return {
    rows: others.map(({ line, text: record }) => {
      const cells = csvCells(record, delimiter);
      return rowOf(line, Object.fromEntries(columns.map((name, at) => [name, cells[at]?.trim() ?? ''])));
    }),
    ignored: columns.filter((name) => name !== '' && !known.has(name)),
  };
}

/** Their names here: `xmlUrl` is that of OPML. */
function columnsOf(record: string, delimiter: string): string[] {
  return csvCells(record, delimiter).map((cell) => {
    const name = cell.trim().toLowerCase();
    if (name === 'xmlurl') return 'url';
    if (name === 'title') return 'name';
    return name === 'schools' ? 'targets' : name;
  });
}

function rowOf(line: number, cells: Cells): FeedRow {
  const { url = '', name, employer, every, targets, right, owner } = cells;
  return {
    line,
    url,
    ...(name && { name }),
    ...(employer && { employer }),
    ...(every && { every }),
    ...(targets && { targets: targets.split(/[\s,;|]+/).filter(Boolean) }),
    ...(right && { right }),
    ...(owner && { owner }),
  };
}

type Numbered = { readonly line: number; readonly text: string };

/** The records of a CSV, each with the line that it begins on; a quoted cell may hold line ends. */
function recordsOf(text: string): Numbered[] {
  const records: Numbered[] = [];
  let [line, begun, isQuoted, record] = [1, 1, false, ''];
  for (const row of text.split(/\r\n|\r|\n/)) {
    if (!isQuoted) [begun, record] = [line, row];
    else record += `\n${row}`;
    if ((row.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
    if (!isQuoted) records.push({ line: begun, text: record });
    line += 1;
  }
  // A quote that is never closed spoils its own line alone.
  if (isQuoted) records.push(...record.split('\n').map((row, at) => ({ line: begun + at, text: row })));
  return records;
}

/** An address a line; what begins with `#` is a remark, words behind the address are its name. */
function addressesOf(records: readonly Numbered[]): FeedRow[] {
  return records
    .filter(({ text }) => !text.trim().startsWith('#'))
    .map(({ line, text }) => {
      const [url = '', ...words] = text.trim().split(/[\s,;]+/);
      const name = words.join(' ');
      return { line, url, ...(name !== '' && { name }) };
    });
}

/** The outlines of an OPML that have an address. */
function outlinesOf(text: string): FeedRow[] {
  return [...text.matchAll(/<outline\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g)].flatMap((outline) => {
    const given = [...(outline[1] ?? '').matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, name = '', double, single]) => [name.toLowerCase(), decodeXml(double ?? single ?? '').trim()],
    );
    const attributes: Cells = Object.fromEntries(given);
    const { xmlurl, title, text: label } = attributes;
    if (xmlurl === undefined) return [];
    const name = title || label;
    const line = text.slice(0, outline.index).split('\n').length;
    return [{ line, url: xmlurl, ...(name && { name }) }];
  });
}

/** A name for a feed, of its own words or of its address: `Anvil Works` is anvil-works, `https://jobs.acme.example/feed.xml` acme. */
export function feedNameOf({ name, url }: Pick<FeedRow, 'name' | 'url'>): string {
  if (name !== undefined) return slug(name);
  if (!isNetworkAddress(url)) return '';
  const { hostname, pathname } = new URL(url);
  const labels = hostname.replace(/^(www|jobs|careers|boards|feeds?|api)\.(?=.*\.)/, '').split('.');
  const host = labels.length > 1 ? labels.slice(0, -1).join('-') : hostname;
  const step = pathname.split('/').find((part) => /^[a-z][\w-]+$/i.test(part) && !usual.test(part));
  return slug(step === undefined ? host : `${host}-${step}`);
}

/** Steps of an address that name no employer. */
const usual = /^(jobs?|careers?|feeds?|rss|xml|json|api|v\d+|boards?|postings?|index|en|us)$/i;

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
}
