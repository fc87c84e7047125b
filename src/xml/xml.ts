import { readTagRest } from './xml-attributes.ts';
import { isName, isSpace, nameEnd, skipSpace } from './xml-names.ts';
import { decodeReferences } from './xml-references.ts';
import { qualify, rootScope, type Attribute, type Scope } from './xml-scope.ts';

/** An element with what SOAP needs of it: comments gone, CDATA and references resolved, the text directly inside joined. */
export type XmlElement = {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** What prefixes mean here: values such as `xsi:type` are prefixed too. */
  readonly scope: Scope;
};
export type XmlLimits = {
  readonly depth: number;
  readonly elements: number;
  readonly attributes: number;
};

export type XmlReading =
  | { readonly kind: 'document'; readonly root: XmlElement; readonly rest: string }
  | Problem;
type Problem = { readonly kind: 'malformed'; readonly reason: string; readonly truncated: boolean };

export type XmlOptions = {
  readonly limits?: XmlLimits;
  /** `ignore` processing instructions, which SOAP 1.1 (section 3) forbids, or `refuse` them (the default). */
  readonly instructions?: 'refuse' | 'ignore';
  /** Leave what follows the root to the caller, who finds it in `rest`. */
  readonly openEnd?: boolean;
};

const defaultXmlLimits: XmlLimits = { depth: 100, elements: 200_000, attributes: 64 };

/**
 * Reads a well-formed, namespace-well-formed document without a DTD (SOAP 1.1, section 3), in one pass and within limits.
 * Line ends are normalized as XML 1.0 (2.11) says.
 */
export function readXml(document: string, options: XmlOptions = {}): XmlReading {
  const whole = withoutPadding(document);
  const text = whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
  if (ILLEGAL.test(text) || !text.isWellFormed()) return malformed('a character that XML 1.0 does not allow');
  const scan: Scan = {
    text,
    at: 0,
    open: [],
    elements: 0,
    root: undefined,
    scope: rootScope(),
    limits: options.limits ?? defaultXmlLimits,
    instructions: options.instructions ?? 'refuse',
  };
  const declaration = skipDeclaration(scan);
  if (declaration) return malformed(declaration);
  while (scan.at < text.length && !(options.openEnd && isClosed(scan))) {
    const problem = step(scan);
    if (problem) return problem;
  }
  if (scan.open.length > 0) return malformed(`the document ends inside ${scan.open.at(-1)?.tag ?? ''}`, true);
  if (!scan.root) return malformed('there is no root element', text.trim() === '');
  return { kind: 'document', root: scan.root, rest: text.slice(scan.at) };
}

/** A document without the NULs behind it: peers written in C send the end of a string, or a whole buffer. */
function withoutPadding(document: string): string {
  let end = document.length;
  while (end > 0 && (document.charCodeAt(end - 1) === 0 || isSpace(document[end - 1] ?? ''))) end -= 1;
  return document.includes('\0', end) ? document.slice(0, end) : document;
}

/** The value of an unqualified attribute, or of one in a namespace. */
export function attributeOf(element: XmlElement, name: string, namespace = ''): string | undefined {
  for (const attribute of element.attributes)
    if (attribute.name === name && attribute.namespace === namespace) return attribute.value;
  return undefined;
}

type Open = Omit<XmlElement, 'children' | 'text'> & {
  readonly tag: string;
  children: XmlElement[];
  text: string;
};
type Scan = {
  readonly text: string;
  at: number;
  readonly open: Open[];
  elements: number;
  root: XmlElement | undefined;
  readonly scope: Scope;
  readonly limits: XmlLimits;
  readonly instructions: 'refuse' | 'ignore';
};

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d+"|'1\.\d+')(?:\s+encoding\s*=\s*(?:"[\w.:-]+"|'[\w.:-]+'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;
const NO_CHILDREN: XmlElement[] = [];

const isClosed = (scan: Scan) => scan.root !== undefined && scan.open.length === 0;

const malformed = (reason: string, truncated = false): Problem => ({ kind: 'malformed', reason, truncated });
const cut = (reason: string): Problem => malformed(reason, true);

function skipDeclaration(scan: Scan): string | undefined {
  if (scan.text.startsWith('\ufeff')) scan.at = 1;
  if (!/^<\?xml\s/.test(scan.text.slice(scan.at, scan.at + 6))) return undefined;
  const found = DECLARATION.exec(scan.text.slice(scan.at, scan.at + 200));
  if (!found) return 'the XML declaration is not well formed';
  scan.at += found[0].length;
  return undefined;
}

/** One step: the text up to the next `<` and the markup there. */
function step(scan: Scan): Problem | undefined {
  const { text } = scan;
  const tag = text.indexOf('<', scan.at);
  const inside = scan.open.at(-1);
  if (tag === -1 && inside) return cut(`the document ends inside ${inside.tag}`);
  const until = tag === -1 ? text.length : tag;
  if (until > scan.at) {
    const problem = takeText(scan, text.slice(scan.at, until));
    if (problem) return problem;
    scan.at = until;
    if (tag === -1) return undefined;
  }
  const next = text.charCodeAt(tag + 1);
  if (next === SLASH) return closeElement(scan);
  if (next === EXCLAMATION) return declarationOrComment(scan);
  if (next === QUESTION) return instruction(scan);
  return openElement(scan);
}

const SLASH = 47;
const EXCLAMATION = 33;
const QUESTION = 63;
const MORE = 62;

function takeText(scan: Scan, raw: string): Problem | undefined {
  const inside = scan.open.at(-1);
  if (!inside) return isSpace(raw) ? undefined : malformed('text outside the root element');
  if (raw.includes(']]>')) return malformed(']]> in text');
  if (!raw.includes('&')) {
    inside.text += raw;
    return undefined;
  }
  const decoded = decodeReferences(raw);
  if (decoded.kind === 'malformed') return malformed(decoded.reason);
  inside.text += decoded.text;
  return undefined;
}

function closeElement(scan: Scan): Problem | undefined {
  const element = scan.open.pop();
  if (!element) return malformed('an end tag without a start tag');
  const { text } = scan;
  const nameAt = scan.at + 2;
  const named = text.startsWith(element.tag, nameAt);
  const close = named ? skipSpace(text, nameAt + element.tag.length) : text.indexOf('>', nameAt);
  if (!named || text.charCodeAt(close) !== MORE)
    return malformed(`an end tag that is not </${element.tag}>`, close === -1 || close >= text.length);
  scan.at = close + 1;
  finish(scan, element);
  return undefined;
}

function finish(scan: Scan, element: Open): void {
  const parent = scan.open.at(-1);
  if (parent) {
    if (parent.children === NO_CHILDREN) parent.children = [element];
    else parent.children.push(element);
  } else scan.root = element;
}

function declarationOrComment(scan: Scan): Problem | undefined {
  const { text, at } = scan;
  if (text.startsWith('<!--', at)) {
    const end = text.indexOf('--', at + 4);
    if (end === -1) return cut('a comment without an end');
    if (text.charCodeAt(end + 2) !== MORE) return malformed('-- inside a comment', end + 2 >= text.length);
    scan.at = end + 3;
    return undefined;
  }
  if (text.startsWith('<![CDATA[', at)) {
    const inside = scan.open.at(-1);
    if (!inside) return malformed('CDATA outside the root element');
    const end = text.indexOf(']]>', at + 9);
    if (end === -1) return cut('CDATA without an end');
    inside.text += text.slice(at + 9, end);
    scan.at = end + 3;
    return undefined;
  }
  if (text.startsWith('<!DOCTYPE', at)) return malformed('a document type declaration, which SOAP forbids');
  return malformed('a declaration that is not allowed', text.length - at < 9);
}

function instruction(scan: Scan): Problem | undefined {
  const end = scan.text.indexOf('?>', scan.at + 2);
  if (end === -1) return cut('a processing instruction without an end');
  if (scan.instructions === 'refuse') return malformed('a processing instruction, which SOAP forbids');
  const target = /^[^\s?]+/.exec(scan.text.slice(scan.at + 2, Math.min(end, scan.at + 200)))?.[0] ?? '';
  if (!isName(target) || target.includes(':') || target.toLowerCase() === 'xml')
    return malformed('a processing instruction that is not well formed');
  scan.at = end + 2;
  return undefined;
}

function openElement(scan: Scan): Problem | undefined {
  const { text, limits } = scan;
  if (scan.root && scan.open.length === 0) return malformed('a second root element');
  const tagEnd = nameEnd(text, scan.at + 1);
  const tag = text.slice(scan.at + 1, tagEnd);
  if (tag === '') return malformed('a < that opens nothing', scan.at + 1 >= text.length);
  if (scan.open.length >= limits.depth) return malformed(`more than ${limits.depth} levels`);
  scan.elements += 1;
  if (scan.elements > limits.elements) return malformed(`more than ${limits.elements} elements`);
  const head = readTagRest(text, tagEnd, scan.open.at(-1)?.scope ?? scan.scope, limits.attributes);
  if (head.kind === 'malformed') return head;
  const qualified = qualify(head.scope, tag);
  if (!qualified) return malformed(`a name or prefix that nobody declared: ${tag.slice(0, 60)}`);
  scan.at = tagEnd + head.length;
  const element: Open = {
    tag,
    namespace: qualified.namespace,
    name: qualified.name,
    attributes: head.attributes,
    children: NO_CHILDREN,
    text: '',
    scope: head.scope,
  };
  if (head.empty) finish(scan, element);
  else scan.open.push(element);
  return undefined;
}
