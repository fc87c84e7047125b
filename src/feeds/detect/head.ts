import { present } from '../../core/present.ts';
import type { DocumentHead } from '../adapter.ts';
import { vocabulary } from '../formats/synonyms.ts';
import { jsonPaths } from '../cut/json-paths.ts';
import { wordOf } from '../cut/tree.ts';

/** What detection looks at, out of the first decoded characters of a document. They may end anywhere. */
export function headOf(text: string, url?: string): DocumentHead {
  const body = text.replace(/^[\uFEFF\s\0]+/, '').replace(guards, '');
  const empty = { text, namespaces: [], paths: [], names: [], ...present({ url }) };
  if (/^[[{]/.test(body)) return { ...empty, kind: 'json', names: jsonPaths(body) };
  const start = markupStart(body);
  // Behind its header a table may hold any markup.
  const header = start === 0 ? undefined : csvHeader(body.slice(0, start));
  if (header !== undefined) return { ...empty, kind: 'csv', names: header.map(wordOf) };
  return start === undefined ? { ...empty, kind: 'text' } : { ...empty, ...markupHead(body.slice(start)) };
}

/** What is put before JSON so that no page can read it as a script, and the call of JSONP. */
export const guards = /^(?:\)\]\}',?|while\s*\(1\);|for\s*\(;;\);|(?:\/\*\*\/)?\s*[\w$.]{1,60}\()\s*(?=[[{])/;

/**
 * Where the markup starts: at once, or after what a browser or a person put before the root. Tags in quotes or in the middle of a
 * line belong to a value.
 */
function markupStart(text: string): number | undefined {
  for (const { 0: found, index } of text.slice(0, 4096).matchAll(quotesOrMarkup))
    if (found.startsWith('<')) return index;
  return undefined;
}

const quotesOrMarkup =
  /"[^"]*(?:"|$)|<(?:\?xml\s|!doctype\s)|(?<=^[^\n,;|\t]{0,8}|[\n\r][\t ]*)<(?:[a-z][\w:.-]*(?:\s[^<>]*)?>\s*<|!--)|^</gi;

type MarkupHead = Pick<DocumentHead, 'kind' | 'root' | 'names' | 'paths' | 'namespaces'>;

function markupHead(text: string): MarkupHead {
  const bare = withoutAsides(text);
  const { names, paths } = elementPaths(bare.replace(doctype, ''));
  const [root = ''] = names;
  const isPage = /^\s*<!doctype\s+html\b/i.test(bare) || pageRoots.has(root);
  const isPiece = pieceRoots.has(root) && !/^<\?xml\s/i.test(text);
  const namespaces = [...bare.matchAll(/\sxmlns(?::[\w.-]+)?\s*=\s*["']([^"']*)["']/g)].map(
    ([, address]) => address ?? '',
  );
  return {
    kind: isPage || isPiece ? 'html' : 'xml',
    root: isPage ? 'html' : root,
    names,
    paths,
    namespaces: [...new Set(namespaces)],
  };
}

const pageRoots = new Set(['html', 'head', 'body']);
/** Elements that a piece of a page begins with. XML of somebody’s own may have such a root too: there it follows an XML declaration. */
const pieceRoots = new Set(
  'script div meta main section article header footer nav aside form p table ul ol dl span a link h1 h2 h3 style title center'.split(
    ' ',
  ),
);

/** Comments, CDATA and instructions taken out, also those that the head cuts off. */
function withoutAsides(text: string): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)/g, '');
}

const doctype = /<!doctype\s[^<>[]*(?:\[[\s\S]*?\]\s*)?>/i;

function elementPaths(text: string): { names: string[]; paths: string[] } {
  const [names, paths] = [new Set<string>(), new Set<string>()];
  const open: string[] = [];
  for (const [, closing, tag = '', selfClosing] of text.matchAll(
    // Linear: a name is taken whole, and no value of an attribute holds a `<`, so no tag is looked for behind the next one.
    /<(\/?)([a-z_][\w:.-]*)(?![\w:.-])(?:"[^"<]*"|'[^'<]*'|[^<>"'/]|\/(?!>))*(\/?)>/gi,
  )) {
    const word = wordOf(tag);
    if (closing === '/') {
      const depth = open.lastIndexOf(word);
      if (depth >= 0) open.length = depth;
      continue;
    }
    names.add(word);
    if (open.length < 6) paths.add([...open, word].join('.'));
    if (selfClosing !== '/') open.push(word);
  }
  return { names: [...names], paths: [...paths] };
}

/** The cells of the first line that reads like a header of jobs: a title and one more known name, between separators. */
function csvHeader(text: string): string[] | undefined {
  for (const line of text.split(/\r\n?|\n/, 20)) {
    const separator = [',', ';', '\t', '|'].find((one) => isHeader(cellsOf(line, one)));
    if (separator !== undefined) return cellsOf(line, separator);
  }
  return undefined;
}

function isHeader(cells: readonly string[]): boolean {
  const meanings = new Set(cells.map((cell) => columnNames.get(wordOf(cell))?.meaning));
  meanings.delete(undefined);
  return meanings.has('title') && meanings.size >= 2;
}

const columnNames = vocabulary();

function cellsOf(line: string, separator: string): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}
