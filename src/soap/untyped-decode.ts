import { accessorsOf, arrayItems, isMap, mapEntries } from './compound.ts';
import { isSimpleTypeNamespace } from './soap-names.ts';
import { decodeAt, isWireArray, problemHere, wireTypeOf, type Reader } from './reader.ts';
import type { UntypedValue } from './types.ts';
import type { XmlElement } from '../xml/xml.ts';
import { isSpace } from '../xml/xml-names.ts';
import type { QualifiedName } from '../xml/xml-scope.ts';

/** A value by what the wire says of it; a string where the wire says nothing and there is only text. */
function decodeUntyped(reader: Reader, element: XmlElement): UntypedValue {
  const type = wireTypeOf(element);
  if (isWireArray(element, type) || looksLikeList(element))
    return decodeItems(reader, arrayItems(reader, element));
  if (isMap(type))
    return Object.fromEntries(
      mapEntries(reader, element).map(({ key, value }) => [key, decodeMember(reader, value, key)]),
    );
  if (element.children.length > 0 || type?.name === 'Struct')
    return Object.fromEntries(
      [...accessorsOf(reader, element)].map(([name, accessors]) => [
        name,
        decodeGroup(reader, accessors, name),
      ]),
    );
  return decodeSimple(reader, element, type);
}

const decodeMember = (reader: Reader, accessor: XmlElement, step: string | number): UntypedValue =>
  decodeAt(reader, accessor, step, decodeUntyped, undefined);

/** A list whose items are of any type. */
export function decodeUntypedArray(reader: Reader, element: XmlElement): UntypedValue {
  if (isSpace(element.text)) return decodeItems(reader, arrayItems(reader, element));
  // One item, written literally.
  return isWireArray(element)
    ? problemHere(reader, 'expected items, came text')
    : [decodeUntyped(reader, element)];
}

/** Items by what the wire says of each. */
export const decodeItems = (reader: Reader, items: readonly (XmlElement | undefined)[]): UntypedValue =>
  items.map((item, index) => (item === undefined ? null : decodeMember(reader, item, index)));

function decodeGroup(reader: Reader, accessors: readonly XmlElement[], name: string): UntypedValue {
  const [first, second] = accessors;
  return first && !second ? decodeMember(reader, first, name) : decodeItems(reader, accessors);
}

/** gSOAP and zeep send lists without saying so: children that are all called `item`, or two and more of one name. */
function looksLikeList({ children, attributes }: XmlElement): boolean {
  const name = children[0]?.name;
  if (name === undefined || attributes.some((attribute) => attribute.name === 'type')) return false;
  return (name === 'item' || children.length > 1) && children.every((child) => child.name === name);
}

function decodeSimple(reader: Reader, element: XmlElement, type: QualifiedName | undefined): UntypedValue {
  if (!type || !isSimpleTypeNamespace(type.namespace)) return element.text;
  const text = element.text.trim();
  if (type.name === 'boolean') return booleanIn(reader, text);
  if (!numbers.has(type.name)) return element.text;
  if (type.name === 'double' || type.name === 'float') {
    if (text === 'INF') return Infinity;
    if (text === '-INF') return -Infinity;
    if (text === 'NaN') return Number.NaN;
  }
  if (!/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?$/.test(text))
    return problemHere(reader, `expected ${type.name}, came another value`);
  const value = Number(text);
  // What a number of JavaScript cannot hold exactly stays the text it was.
  return Number.isInteger(value) && !Number.isSafeInteger(value) && type.name !== 'double' ? text : value;
}

/** XML Schema 2, 3.2.2: `true`, `false`, `1`, `0`, and nothing else. */
export function booleanIn(reader: Reader, text: string): boolean | null {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return problemHere(reader, 'expected true, false, 1 or 0, came another value');
}

const numbers: ReadonlySet<string> = new Set([
  'int',
  'integer',
  'long',
  'short',
  'byte',
  'unsignedInt',
  'unsignedLong',
  'unsignedShort',
  'unsignedByte',
  'positiveInteger',
  'nonNegativeInteger',
  'negativeInteger',
  'nonPositiveInteger',
  'decimal',
  'double',
  'float',
]);
