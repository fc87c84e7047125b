import { isInstanceNamespace, SOAP_ENCODING } from './names.ts';
import { attributeOf, type XmlElement } from './xml.ts';
import { qualify, type QualifiedName } from './xml-scope.ts';

/**
 * What decoding one Body shares: where references are looked up, what was spent of the limits, and the first problem met.
 * Decoding goes on after a problem with harmless values; whoever asked looks at `problem` at the end.
 */
export type Reader = {
  readonly body: readonly XmlElement[];
  /** Namespaces in which the names of fields count; unqualified names always do (SOAP 1.1, 5.1). */
  readonly namespaces: ReadonlySet<string>;
  readonly unknownFields: 'refuse' | 'ignore';
  readonly limits: DecodeLimits;
  problem: string | undefined;
  ids: ReadonlyMap<string, XmlElement> | undefined;
  readonly open: Set<XmlElement>;
  values: number;
  characters: number;
  depth: number;
};

export type DecodeLimits = {
  /** Values decoded in all: references can name one value many times. */
  readonly values: number;
  /** Characters decoded in all, counted each time they are referred to. */
  readonly characters: number;
  readonly depth: number;
};

export const defaultDecodeLimits: DecodeLimits = { values: 200_000, characters: 32_000_000, depth: 64 };

export function createReader(
  body: readonly XmlElement[],
  options: Pick<Reader, 'namespaces' | 'unknownFields'> & { readonly limits?: DecodeLimits },
): Reader {
  return {
    body,
    namespaces: options.namespaces,
    unknownFields: options.unknownFields,
    limits: options.limits ?? defaultDecodeLimits,
    problem: undefined,
    ids: undefined,
    open: new Set(),
    values: 0,
    characters: 0,
    depth: 0,
  };
}

/** Notes the first problem: what was expected, what came, where. Never a value: it may be a person's. */
export function problemAt(reader: Reader, path: string, problem: string): null {
  reader.problem ??= `${path}: ${problem}`;
  return null;
}

/**
 * Decodes what an accessor holds, by `href` or in place (SOAP 1.1, 5.4.1), within the limits and never in a circle.
 * `xsi:nil` is null (5.1.9, and `xsi:null` of the older schema).
 */
export function withValue<T>(
  reader: Reader,
  accessor: XmlElement,
  path: string,
  decode: (element: XmlElement) => T | null,
): T | null {
  if (reader.problem !== undefined) return null;
  const element = follow(reader, accessor, path);
  if (!element || isNil(element)) return null;
  reader.values += 1;
  reader.characters += element.text.length;
  if (reader.values > reader.limits.values || reader.characters > reader.limits.characters)
    return problemAt(reader, path, 'more values than a message may hold');
  if (reader.open.has(element)) return problemAt(reader, path, 'a reference to what it stands in');
  if (reader.depth >= reader.limits.depth)
    return problemAt(reader, path, `more than ${reader.limits.depth} levels`);
  reader.open.add(element);
  reader.depth += 1;
  const value = decode(element);
  reader.depth -= 1;
  reader.open.delete(element);
  return value;
}

/** The type that the wire gives a value; `undefined` when it gives none, or one whose prefix nobody declared. */
export function wireTypeOf(element: XmlElement): QualifiedName | undefined {
  for (const { name, namespace, value } of element.attributes)
    if (name === 'type' && isInstanceNamespace(namespace)) return qualify(element.scope, value.trim());
  return undefined;
}

/** Whether the wire says that a value is an array (SOAP 1.1, 5.4.2). */
export function isWireArray(element: XmlElement): boolean {
  if (attributeOf(element, 'arrayType', SOAP_ENCODING) !== undefined) return true;
  const type = wireTypeOf(element);
  return type?.name === 'Array' && type.namespace === SOAP_ENCODING;
}

function follow(reader: Reader, accessor: XmlElement, path: string): XmlElement | null {
  let element = accessor;
  for (let steps = 0; ; steps += 1) {
    const href = attributeOf(element, 'href');
    if (href === undefined) return element;
    if (!href.startsWith('#')) return problemAt(reader, path, 'a reference to outside the message');
    if (steps >= 16) return problemAt(reader, path, 'references that lead to references');
    reader.ids ??= idsIn(reader);
    const target = reader.ids.get(href.slice(1));
    if (!target) return problemAt(reader, path, 'a reference to nothing');
    element = target;
  }
}

function idsIn(reader: Reader): ReadonlyMap<string, XmlElement> {
  const ids = new Map<string, XmlElement>();
  const waiting = [...reader.body];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    const id = attributeOf(element, 'id');
    if (id !== undefined) {
      if (ids.has(id)) problemAt(reader, 'Body', 'two elements with one id');
      ids.set(id, element);
    }
    waiting.push(...element.children);
  }
  return ids;
}

function isNil(element: XmlElement): boolean {
  return element.attributes.some(
    ({ name, namespace, value }) =>
      (name === 'nil' || name === 'null') &&
      isInstanceNamespace(namespace) &&
      (value.trim() === 'true' || value.trim() === '1'),
  );
}
