import { Buffer } from 'node:buffer';
import { headValues } from '../detect/head-values.ts';
import { valueEnd } from '../cut/json-bytes.ts';
import { INCOMPLETE } from '../cut/xml-markup.ts';
import { jsonIn } from '../../core/json.ts';

/** Where a document that is one item ends too early: JSON before its last bracket, a page before the tag that closes it. */
export function openEnd(text: string): string | undefined {
  if (isJson(text)) return isClosed(text) ? undefined : 'the document ends before its last bracket';
  const tail = text.slice(-TAIL);
  // The tag is optional in HTML, but hardly a page leaves it out; a truncated page lacks it.
  if (/<html[\s>]/i.test(text.slice(0, TAIL)) && !/<\/html\s*>/i.test(tail))
    return 'the page ends before </html>';
  if (text.lastIndexOf('<script') > text.lastIndexOf('</script')) return 'the page ends inside a script';
  return /<[a-z!/][^<>]*$/i.test(tail) ? 'the page ends inside a tag' : undefined;
}

const TAIL = 16 * 1024;

function isJson(text: string): boolean {
  return /^[\s\uFEFF]*[[{]/.test(text);
}

function isClosed(text: string): boolean {
  const bytes = Buffer.from(text);
  let at = bytes.findIndex((byte) => byte === 0x7b || byte === 0x5b);
  while (at >= 0) {
    const end = valueEnd(bytes, at, bytes.length, true);
    if (end === INCOMPLETE) return false;
    const rest = bytes.subarray(end).findIndex((byte) => byte === 0x7b || byte === 0x5b);
    at = rest < 0 ? -1 : end + rest;
  }
  return true;
}

/** The plain values of a JSON document outside its lists, by dotted key: what a cutter gives of one that is cut into items. */
export function jsonHead(text: string): Readonly<Record<string, string>> {
  const head = headValues();
  if (isJson(text)) add(jsonIn(text.replace(/^\uFEFF/, '')), '');
  return head.values;

  function add(value: unknown, path: string): void {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      head.add(path, String(value));
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, member] of Object.entries(value)) add(member, path === '' ? key : `${path}.${key}`);
  }
}
