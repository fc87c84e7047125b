import type { Adapter, DocumentHead } from '../adapter.ts';
import { isErrorPage } from '../formats/error-page.ts';
import { detect } from './detect.ts';

/** Values outside the items (`DocumentContext.head`). */
type HeadValues = Readonly<Record<string, string>>;

/** What a JSON document says of itself that forbids taking it for the whole: an error beside the rows, a search cut short. */
export function errorDocumentIn(values: HeadValues): string | undefined {
  for (const [path, text] of Object.entries(values)) {
    const [first = ''] = path.toLowerCase().split(/[.[]/, 1);
    const isError =
      errorKeys.has(first) && !/\.(code|status|time|timestamp)$/i.test(path) && !isNothing(text);
    const isFailure = path.toLowerCase() === first && failedKeys.has(first) && /^false$/i.test(text);
    const isPart = path.toLowerCase() === first && partKeys.has(first) && /^true$/i.test(text);
    if (isError || isFailure || isPart) return `the document says ${path}: ${text.slice(0, 120)}`;
  }
  return undefined;
}

const errorKeys = new Set(['error', 'errors', 'errormessage', 'error_message', 'exception', 'fault']);
const failedKeys = new Set(['success', 'ok', 'succeeded']);
const partKeys = new Set(['partial', 'truncated', 'incomplete', 'incomplete_results', 'timed_out']);

function isNothing(text: string): boolean {
  return /^\s*(|false|0|null|none|no|no errors?|ok|success)\s*$/i.test(text);
}

/**
 * Why a document without one item is no empty feed of its format: the list of jobs is not in it, it is an answer about an error, or
 * it is of another format.
 */
export function strayReason(
  adapter: Adapter,
  head: DocumentHead,
  adapters: readonly Adapter[],
): string | undefined {
  const { cut } = adapter;
  if (head.kind === 'json' && cut.kind === 'json' && !hasList(head, cut.paths)) {
    const lists = cut.paths.map((path) => (path === '' ? 'a list by itself' : path));
    const keys = head.names.slice(0, 5).join(', ') || 'none';
    return `no list of jobs in it: expected ${lists.slice(0, 4).join(' or ')}, found the keys ${keys}`;
  }
  if (head.kind === 'xml' && cut.kind === 'xml') {
    const complaint = head.names.slice(0, 2).find((name) => complaintNames.test(name));
    if (complaint !== undefined) return `an answer about an error in place of a feed: <${complaint}>`;
  }
  if (head.kind === 'html' && cut.kind !== 'document') return pageInstead;
  if (head.kind === 'html' && isErrorPage(head.text)) return 'a page of an error or a sign-in';
  if (cut.kind === 'csv' && head.kind !== 'csv' && adapters.includes(adapter))
    return 'no table of jobs: its first rows have no column for a title';
  if (cut.kind !== head.kind || !adapters.includes(adapter) || adapter.detect(head) !== undefined)
    return undefined;
  const other = detect(head, adapters);
  return other.kind === 'known' && other.confidence >= SURE && other.adapter.cut.kind !== 'document'
    ? `a document of another format: ${other.why}`
    : undefined;
}

export const pageInstead = 'an HTML page in place of a feed';
const SURE = 0.5;
const complaintNames = /^(error|errors|errorresponse|errormessage|fault|exception|servicereport|soapfault)$/;

/** Whether one of the lists is in a document, filled or empty. Of a list in a list the outer one is enough. */
function hasList({ names, text }: DocumentHead, paths: readonly string[]): boolean {
  const isList = /^[\s\uFEFF]*\[/.test(text);
  return paths.some((path) => {
    const outer = path.split('[]', 1)[0] ?? '';
    return outer === '' ? isList : names.includes(outer);
  });
}
