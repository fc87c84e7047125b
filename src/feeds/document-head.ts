import type { DocumentHead } from './adapter.ts';
import { detectCharset, toText } from './encoding.ts';
import { jsonNames } from './json-names.ts';

const HEAD_BYTES = 64 * 1024;
const MOST_NAMES = 400;

/** What detection looks at, of a document's first bytes (unpacked). */
export function documentHead(bytes: Uint8Array, url?: string, contentType?: string): DocumentHead {
  const head = bytes.subarray(0, HEAD_BYTES);
  const text = toText(head, detectCharset(head, contentType));
  const address = url === undefined ? {} : { url };
  const first = text.trimStart();
  if (first.startsWith('{') || first.startsWith('['))
    return { text, kind: 'json', namespaces: [], names: jsonNames(first, MOST_NAMES), ...address };
  if (isTable(first)) return { text, kind: 'csv', namespaces: [], names: [], ...address };
  const markup = text.replaceAll(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>/gs, '');
  const names = elementNames(markup);
  const root = names[0];
  if (root === undefined) return { text, kind: 'text', namespaces: [], names: [], ...address };
  const isHtml = htmlRoots.has(root) || /<!doctype\s+html/i.test(markup);
  return { text, kind: isHtml ? 'html' : 'xml', root, namespaces: namespacesOf(markup), names, ...address };
}

/** Local names of the first elements, in their order, each once. */
function elementNames(markup: string): string[] {
  const names = new Set<string>();
  for (const [, name = ''] of markup.matchAll(
    /<(?:[\p{L}_][\p{L}\p{N}_.-]*:)?([\p{L}_][\p{L}\p{N}_.-]*)/gu,
  )) {
    names.add(name.toLowerCase());
    if (names.size === MOST_NAMES) break;
  }
  return [...names];
}

function namespacesOf(markup: string): string[] {
  return [
    ...new Set(
      [...markup.matchAll(/\sxmlns(?::[\w.-]+)?\s*=\s*["']([^"']+)["']/g)].map((match) => match[1] ?? ''),
    ),
  ];
}

/** Rows of cells: the first lines agree on a separator, and the first is no markup. */
function isTable(text: string): boolean {
  const lines = text
    .replaceAll(/"(?:[^"]|"")*"/g, '""')
    .split(/\r?\n|\r/, 12)
    .filter((line) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined || text.startsWith('<')) return false;
  return [',', ';', '\t', '|'].some((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const most = Math.max(...counts);
    return (
      most >= 1 &&
      counts.filter((count) => count >= most * 0.8).length >= Math.min(2, lines.length) &&
      lines.length > 1
    );
  });
}

/** Elements that begin a page, or a piece of one. */
const htmlRoots = new Set(
  'html head body div span script article section main p ul ol table h1 h2 h3 a meta link style header'.split(
    ' ',
  ),
);
