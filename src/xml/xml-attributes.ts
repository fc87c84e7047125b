import { isSpace, nameEnd, skipSpace } from './xml-names.ts';
import { decodeReferences } from './xml-references.ts';
import { createScope, qualify, type Attribute, type Scope, type TagRest } from './xml-scope.ts';

type Malformed = { readonly kind: 'malformed'; readonly reason: string; readonly truncated: boolean };

/** Reads from behind the name of a start tag to its end. */
export function readTagRest(text: string, from: number, outer: Scope, limit: number): TagRest | Malformed {
  for (const [known, tag] of outer.tags) if (text.startsWith(known, from)) return tag;
  const rest = readAttributes(text, from, outer, limit);
  // What was read is what stands between: it means the same wherever it comes again in this scope.
  if (rest.kind === 'tag' && rest.scope === outer && outer.tags.length < MOST_KNOWN)
    outer.tags.push([text.slice(from, from + rest.length), rest]);
  return rest;
}

function readAttributes(text: string, from: number, outer: Scope, limit: number): TagRest | Malformed {
  const raw: RawAttribute[] = [];
  let at = from;
  for (;;) {
    const next = skipSpace(text, at);
    const code = text.charCodeAt(next);
    if (code === MORE) return qualifyAll(raw, { outer, empty: false, length: next + 1 - from });
    if (code === SLASH && text.charCodeAt(next + 1) === MORE)
      return qualifyAll(raw, { outer, empty: true, length: next + 2 - from });
    if (next === at || next >= text.length)
      return malformed('a start tag that is not well formed', next + 1 >= text.length);
    if (raw.length >= limit) return malformed(`more than ${limit} attributes`);
    const read = readAttribute(text, next);
    if (read.kind === 'malformed') return read;
    raw.push(read.attribute);
    at = read.end;
  }
}

type RawAttribute = { readonly name: string; readonly value: string };
type AttributeReading =
  | { readonly kind: 'attribute'; readonly attribute: RawAttribute; readonly end: number }
  | Malformed;

const MOST_KNOWN = 8;
const NONE: readonly Attribute[] = [];
const MORE = 62;
const SLASH = 47;
const EQUALS = 61;
const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

const malformed = (reason: string, truncated = false) => ({ kind: 'malformed' as const, reason, truncated });

function readAttribute(text: string, from: number): AttributeReading {
  const end = nameEnd(text, from);
  const equals = skipSpace(text, end);
  const open = skipSpace(text, equals + 1);
  const quote = text[open];
  if (open >= text.length) return malformed('a start tag without an end', true);
  if (end === from || text.charCodeAt(equals) !== EQUALS || (quote !== '"' && quote !== "'"))
    return malformed('an attribute that is not well formed');
  const close = text.indexOf(quote, open + 1);
  if (close === -1) return malformed('an attribute without an end', true);
  const value = text.slice(open + 1, close);
  if (value.includes('<')) return malformed('a < inside an attribute');
  const flat = /[\t\n]/.test(value) ? value.replace(/[\t\n]/g, ' ') : value;
  const decoded = flat.includes('&') ? decodeReferences(flat) : { kind: 'text' as const, text: flat };
  if (decoded.kind === 'malformed') return malformed(decoded.reason);
  return {
    kind: 'attribute',
    attribute: { name: text.slice(from, end), value: decoded.text },
    end: close + 1,
  };
}

type Tag = { readonly outer: Scope } & Pick<TagRest, 'empty' | 'length'>;

function qualifyAll(raw: readonly RawAttribute[], { outer, empty, length }: Tag): TagRest | Malformed {
  const scope = raw.some(({ name }) => isDeclaration(name)) ? declare(raw, outer) : outer;
  if ('reason' in scope) return malformed(scope.reason);
  if (raw.length === 0) return { kind: 'tag', attributes: NONE, scope, empty, length };
  const attributes: Attribute[] = [];
  for (const { name, value } of raw) {
    if (isDeclaration(name)) continue;
    const qualified = name.includes(':') ? qualify(scope, name) : { namespace: '', name };
    if (!qualified) return malformed(`a name or prefix that nobody declared: ${name.slice(0, 60)}`);
    if (attributes.some((other) => other.name === qualified.name && other.namespace === qualified.namespace))
      return malformed(`the attribute ${name.slice(0, 60)} twice`);
    attributes.push({ namespace: qualified.namespace, name: qualified.name, value });
  }
  return { kind: 'tag', attributes, scope, empty, length };
}

/** The scope that the declarations among these attributes make. */
function declare(raw: readonly RawAttribute[], outer: Scope): Scope | { readonly reason: string } {
  const names = new Map<string, string>();
  for (const { name, value } of raw) {
    if (!isDeclaration(name)) continue;
    const prefix = name === 'xmlns' ? '' : name.slice(6);
    if (names.has(prefix)) return { reason: `${name} twice` };
    if (name === 'xmlns:' || !mayDeclare(prefix, value))
      return { reason: `a declaration that is not allowed: ${name}` };
    names.set(prefix, value);
  }
  return createScope(names, outer);
}

const isDeclaration = (name: string) => name === 'xmlns' || name.startsWith('xmlns:');

/** Namespaces in XML, 2.2 and 3: `xml` and `xmlns` are fixed, and a prefix cannot be undeclared. */
function mayDeclare(prefix: string, value: string): boolean {
  if (prefix === '') return value !== XML && value !== XMLNS;
  if (prefix === 'xml') return value === XML;
  return (
    !/^$|:|^[-.0-9]/.test(prefix) && prefix !== 'xmlns' && !isSpace(value) && value !== XML && value !== XMLNS
  );
}
