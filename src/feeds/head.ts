import type { DocumentHead } from './adapter.ts';
import { vocabulary } from './adapters/synonyms.ts';
import { jsonPaths } from './json-paths.ts';
import { wordOf } from './tree.ts';

/** What detection looks at, out of the first decoded characters of a document. They may end anywhere. */
export function headOf(text: string, url?: string): DocumentHead {
  const body = text.replace(/^[\uFEFF\s\0]+/, '').replace(guards, '');
  const where = url === undefined ? {} : { url };
  const markup = markupStart(body);
  if (markup !== undefined) return { ...markupHead(body.slice(markup)), text, ...where };
  const empty = { text, namespaces: [], paths: [], ...where };
  if (/^[[{]/.test(body)) return { ...empty, kind: 'json', names: jsonPaths(body) };
  const header = csvHeader(body);
  if (header !== undefined) return { ...empty, kind: 'csv', names: header.map(wordOf) };
  return { ...empty, kind: 'text', names: [] };
}

/** What is put before JSON so that no page can read it as a script, and the call of JSONP. */
export const guards = /^(?:\)\]\}',?|while\s*\(1\);|for\s*\(;;\);|(?:\/\*\*\/)?\s*[\w$.]{1,60}\()\s*(?=[[{])/;

/** Where the markup starts: at once, or after what a browser or a person put before the root. */
function markupStart(text: string): number | undefined {
  if (text.startsWith('<')) return 0;
  if (/^[[{]/.test(text)) return undefined;
  const start = text.slice(0, 4096).search(/<\?xml\b|<!doctype\b|<[a-z][\w:.-]*(\s[^<>]*)?>\s*</i);
  return start < 0 ? undefined : start;
}

function markupHead(text: string): Pick<DocumentHead, 'kind' | 'root' | 'names' | 'paths' | 'namespaces'> {
  const bare = withoutAsides(text);
  const { names, paths } = elementPaths(bare);
  const [root = ''] = names;
  const isHtml = /^\s*<!doctype\s+html/i.test(text) || htmlRoots.has(root);
  const namespaces = [...bare.matchAll(/\sxmlns(?::[\w.-]+)?\s*=\s*["']([^"']*)["']/g)].map(
    ([, address]) => address ?? '',
  );
  return {
    kind: isHtml ? 'html' : 'xml',
    root: isHtml ? 'html' : root,
    names,
    paths,
    namespaces: [...new Set(namespaces)],
  };
}

const htmlRoots = new Set(
  'html head body script div meta main section article header footer nav aside form p table ul ol dl span a link h1 h2 h3 style title center'.split(
    ' ',
  ),
);

/** Comments, CDATA, instructions and DOCTYPE taken out, also those that the head cuts off. */
function withoutAsides(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)/g, '')
    .replace(/<!doctype\s[^<>[]*(?:\[[\s\S]*?\]\s*)?>/i, '');
}

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
