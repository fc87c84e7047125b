import { isInstanceNamespace, SOAP_ENCODING } from './soap-names.ts';
import { attributeOf, type XmlElement } from '../xml/xml.ts';
import { qualify, type QualifiedName } from '../xml/xml-scope.ts';

/**
 * What decoding one Body shares: where references are looked up, what was spent of the limits, and the first problem met.
 * Decoding goes on after a problem with harmless values; the caller looks at `problem` at the end.
 */
export type Reader = {
  readonly body: readonly XmlElement[];
  /** Namespaces in which the names of fields count; unqualified names always do (SOAP 1.1, 5.1). */
  readonly namespaces: ReadonlySet<string>;
  readonly unknownFields: 'refuse' | 'ignore';
  readonly limits: DecodeLimits;
  problem: string | undefined;
  /** Where decoding is: names of fields and numbers of items. */
  readonly path: (string | number)[];
  ids: ReadonlyMap<string, XmlElement> | undefined;
  /** Targets of references that are being decoded. */
  readonly open: Set<XmlElement>;
  values: number;
  characters: number;
};

export type DecodeLimits = {
  /** Values decoded in all: references can name one value many times. */
  readonly values: number;
  /** Characters decoded in all, counted each time they are referred to. */
  readonly characters: number;
  readonly depth: number;
};

const defaultDecodeLimits: DecodeLimits = { values: 200_000, characters: 32_000_000, depth: 64 };

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
    path: [],
    ids: undefined,
    open: new Set(),
    values: 0,
    characters: 0,
  };
}

/** Notes the first problem: what was expected, what came, where. Never a value: it may be a person's. */
export function problemHere(reader: Reader, problem: string): null {
  reader.problem ??= `${placeOf(reader.path)}: ${problem}`;
  return null;
}

/** How an element's value is decoded into a shape. */
export type Decode<S, T> = (reader: Reader, element: XmlElement, shape: S) => T | null;

/**
 * Decodes what an accessor holds, by `href` or in place (SOAP 1.1, 5.4.1), within the limits and never in a circle.
 * `xsi:nil` is null (5.1.9, and `xsi:null` of the older schema). `step` is the accessor's place: its name or number.
 */
export function decodeAt<S, T>(
  reader: Reader,
  accessor: XmlElement,
  step: string | number,
  decode: Decode<S, T>,
  shape: S,
): T | null {
  if (reader.problem !== undefined) return null;
  reader.path.push(step);
  const element = follow(reader, accessor);
  const value = element && isWithinLimits(reader, element) ? decode(reader, element, shape) : null;
  if (element !== accessor && element) reader.open.delete(element);
  reader.path.pop();
  return value;
}

/** The type that the wire gives a value; `undefined` when it gives none, or one whose prefix nobody declared. */
export function wireTypeOf(element: XmlElement): QualifiedName | undefined {
  for (const { name, namespace, value } of element.attributes)
    if (name === 'type' && isInstanceNamespace(namespace)) return qualify(element.scope, value.trim());
  return undefined;
}

/** Whether the wire says that a value is an array (SOAP 1.1, 5.4.2). */
export function isWireArray(element: XmlElement, type = wireTypeOf(element)): boolean {
  if (type?.name === 'Array' && type.namespace === SOAP_ENCODING) return true;
  return attributeOf(element, 'arrayType', SOAP_ENCODING) !== undefined;
}

function placeOf(path: readonly (string | number)[]): string {
  let place = '';
  for (const step of path) place += typeof step === 'number' ? `[${step}]` : `${place && '.'}${step}`;
  return place === '' ? 'Body' : place;
}

function isWithinLimits(reader: Reader, element: XmlElement): boolean {
  const { limits } = reader;
  reader.values += 1;
  reader.characters += element.text.length;
  if (reader.values > limits.values || reader.characters > limits.characters)
    problemHere(reader, 'more values than a message may hold');
  if (reader.path.length > limits.depth) problemHere(reader, `more than ${limits.depth} levels`);
  return reader.problem === undefined;
}

/** The element that has the value: the accessor itself or what it refers to. Null is nil, or a problem that is noted. */
function follow(reader: Reader, accessor: XmlElement): XmlElement | null {
  let element = accessor;
  for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
    let href: string | undefined;
    for (const { name, namespace, value } of element.attributes) {
      if (name === 'href' && namespace === '') href = value;
      else if ((name === 'nil' || name === 'null') && isInstanceNamespace(namespace) && isYes(value))
        return null;
    }
    if (href === undefined) return element === accessor ? element : opened(reader, element);
    if (!href.startsWith('#')) return problemHere(reader, 'a reference to outside the message');
    reader.ids ??= idsIn(reader);
    const target = reader.ids.get(href.slice(1));
    if (!target) return problemHere(reader, 'a reference to nothing');
    element = target;
  }
  return problemHere(reader, 'references that lead to references');
}

const MOST_STEPS = 16;

const isYes = (value: string) => value.trim() === 'true' || value.trim() === '1';

function opened(reader: Reader, target: XmlElement): XmlElement | null {
  if (reader.open.has(target)) return problemHere(reader, 'a reference to its own container');
  reader.open.add(target);
  return target;
}

function idsIn(reader: Reader): ReadonlyMap<string, XmlElement> {
  const ids = new Map<string, XmlElement>();
  const waiting = [...reader.body];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    const id = attributeOf(element, 'id');
    if (id !== undefined) {
      if (ids.has(id)) problemHere(reader, 'two elements with one id');
      ids.set(id, element);
    }
    for (const child of element.children) waiting.push(child);
  }
  return ids;
}
