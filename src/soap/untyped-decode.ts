import { accessorsOf, arrayItems, isMap, mapEntries } from './compound.ts';
import { isSimpleTypeNamespace } from './names.ts';
import { isWireArray, problemAt, withValue, wireTypeOf, type Reader } from './reader.ts';
import type { UntypedValue } from './types.ts';
import type { XmlElement } from './xml.ts';

/** A value by what the wire says of it; a string where the wire says nothing and there is only text. */
export function decodeUntyped(reader: Reader, element: XmlElement, path: string): UntypedValue {
  if (isWireArray(element) || looksLikeList(element))
    return arrayItems(reader, element, path).map((item, index) =>
      item === undefined ? null : decodeMember(reader, item, `${path}[${index}]`),
    );
  if (isMap(element))
    return Object.fromEntries(
      mapEntries(reader, element, path).map(({ key, value }) => [key, decodeMember(reader, value, path)]),
    );
  if (element.children.length > 0 || wireTypeOf(element)?.name === 'Struct')
    return Object.fromEntries(
      [...accessorsOf(reader, element, path)].map(([name, accessors]) => [
        name,
        decodeGroup(reader, accessors, `${path}.${name}`),
      ]),
    );
  return decodeSimple(reader, element, path);
}

const decodeMember = (reader: Reader, accessor: XmlElement, path: string) =>
  withValue(reader, accessor, path, (element) => decodeUntyped(reader, element, path));

function decodeGroup(reader: Reader, accessors: readonly XmlElement[], path: string): UntypedValue {
  const [first, second] = accessors;
  if (first && !second) return decodeMember(reader, first, path);
  return accessors.map((accessor, index) => decodeMember(reader, accessor, `${path}[${index}]`));
}

/** gSOAP and zeep send lists without saying so: children that are all called `item`, or two and more of one name. */
function looksLikeList({ children, attributes }: XmlElement): boolean {
  const name = children[0]?.name;
  if (name === undefined || attributes.some((attribute) => attribute.name === 'type')) return false;
  return (name === 'item' || children.length > 1) && children.every((child) => child.name === name);
}

function decodeSimple(reader: Reader, element: XmlElement, path: string): UntypedValue {
  const type = wireTypeOf(element);
  if (!type || !isSimpleTypeNamespace(type.namespace)) return element.text;
  const text = element.text.trim();
  if (type.name === 'boolean') {
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
    return problemAt(reader, path, 'expected true, false, 1 or 0, came another value');
  }
  if (!numbers.has(type.name)) return element.text;
  if (type.name === 'double' || type.name === 'float') {
    if (text === 'INF') return Infinity;
    if (text === '-INF') return -Infinity;
    if (text === 'NaN') return Number.NaN;
  }
  if (!/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?$/.test(text))
    return problemAt(reader, path, `expected ${type.name}, came another value`);
  const value = Number(text);
  // What a number of JavaScript cannot hold exactly stays the text it was.
  return Number.isInteger(value) && !Number.isSafeInteger(value) && type.name !== 'double' ? text : value;
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
