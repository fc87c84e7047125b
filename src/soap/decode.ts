import { arrayItems, accessorsOf } from './compound.ts';
import { isSimpleTypeNamespace } from './names.ts';
import { isWireArray, problemAt, withValue, wireTypeOf, type Reader } from './reader.ts';
import { isTypeName, type ArrayShape, type Shape, type StructShape } from './shapes.ts';
import type { UntypedValue } from './types.ts';
import { decodeUntyped } from './untyped-decode.ts';
import type { XmlElement } from './xml.ts';
import { isSpace } from './xml-names.ts';

/**
 * What the accessors of one name hold, in the shape that is expected. There is more than one only where a list
 * is written literally, one accessor an item.
 */
export function decodeAccessors(
  reader: Reader,
  shape: Shape,
  accessors: readonly XmlElement[],
  path: string,
): UntypedValue {
  const [first, second] = accessors;
  if (!first) return null;
  if (second) return decodeLiteral(reader, shape, accessors, path);
  return withValue(reader, first, path, (element) => decodeValue(reader, shape, element, path));
}

/** A struct of a known type: its fields by name, in any order (SOAP 1.1, 5.4). */
export function decodeStruct(
  reader: Reader,
  shape: StructShape,
  element: XmlElement,
  path: string,
): UntypedValue {
  const type = wireTypeOf(element);
  if (type && type.name !== shape.type && isTypeName(type.name) && reader.namespaces.has(type.namespace))
    return problemAt(reader, path, `expected ${shape.type}, came ${type.name}`);
  if (isWireArray(element)) return problemAt(reader, path, `expected ${shape.type}, came an array`);
  if (!isSpace(element.text)) return problemAt(reader, path, `expected ${shape.type}, came text`);
  const entries: [string, UntypedValue][] = [];
  for (const [name, accessors] of accessorsOf(reader, element, path)) {
    const field = shape.fields.get(name);
    if (field) entries.push([name, decodeAccessors(reader, field, accessors, `${path}.${name}`)]);
    else if (reader.unknownFields === 'refuse')
      problemAt(reader, path, `${shape.type} has no field ${name.slice(0, 60)}`);
  }
  return Object.fromEntries(entries);
}

function decodeValue(reader: Reader, shape: Shape, element: XmlElement, path: string): UntypedValue {
  switch (shape.kind) {
    case 'string':
      return decodeString(reader, element, path);
    case 'boolean':
      return decodeBoolean(reader, element, path);
    case 'int':
      return decodeInt(reader, element, path);
    case 'array':
      return decodeArray(reader, shape, element, path);
    case 'untyped[]':
      return decodeUntypedArray(reader, element, path);
    case 'struct':
      return decodeStruct(reader, shape, element, path);
  }
}

function decodeString(reader: Reader, element: XmlElement, path: string): string | null {
  if (element.children.length > 0 || isWireArray(element))
    return problemAt(
      reader,
      path,
      `expected a string, came ${isWireArray(element) ? 'an array' : 'a structure'}`,
    );
  const type = wireTypeOf(element);
  // SOAP::Lite sends text beyond ASCII as base64 unless told otherwise.
  if (type && /^base64(Binary)?$/.test(type.name) && isSimpleTypeNamespace(type.namespace))
    return decodeBase64(reader, element.text, path);
  return element.text;
}

function decodeBase64(reader: Reader, text: string, path: string): string | null {
  const compact = text.replace(/\s+/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact))
    return problemAt(reader, path, 'expected base64, came another text');
  return new TextDecoder().decode(Uint8Array.from(atob(compact), (byte) => byte.charCodeAt(0)));
}

/** XML Schema 2, 3.2.2: `true`, `false`, `1`, `0`, and nothing else. */
function decodeBoolean(reader: Reader, element: XmlElement, path: string): boolean | null {
  const text = element.children.length === 0 ? element.text.trim() : '';
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return problemAt(reader, path, 'expected true, false, 1 or 0, came another value');
}

function decodeInt(reader: Reader, element: XmlElement, path: string): number | null {
  const text = element.children.length === 0 ? element.text.trim() : '';
  const value = /^[+-]?[0-9]{1,20}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= -2_147_483_648 && value <= 2_147_483_647))
    return problemAt(reader, path, 'expected an integer of 32 bits, came another value');
  return value === 0 ? 0 : value;
}

function decodeArray(reader: Reader, shape: ArrayShape, element: XmlElement, path: string): UntypedValue {
  if (!isSpace(element.text))
    return problemAt(reader, path, `expected a list of ${shape.item.type}, came text`);
  if (isSingleItem(shape.item, element)) return [decodeStruct(reader, shape.item, element, `${path}[0]`)];
  return arrayItems(reader, element, path).map((item, index) =>
    item === undefined ? null : decodeItem(reader, shape.item, item, `${path}[${index}]`),
  );
}

/** A list of one that is written literally: the accessor itself is the item. */
function isSingleItem(item: StructShape, element: XmlElement): boolean {
  if (isWireArray(element)) return false;
  if (wireTypeOf(element)?.name === item.type) return true;
  return element.children.some(
    (child) => item.fields.has(child.name) && child.children.length === 0 && !isReference(child),
  );
}

const isReference = (element: XmlElement) => element.attributes.some(({ name }) => name === 'href');

const decodeItem = (reader: Reader, item: StructShape, accessor: XmlElement, path: string) =>
  withValue(reader, accessor, path, (element) => decodeStruct(reader, item, element, path));

function decodeUntypedArray(reader: Reader, element: XmlElement, path: string): UntypedValue {
  if (!isSpace(element.text)) {
    // One item, written literally.
    if (isWireArray(element)) return problemAt(reader, path, 'expected items, came text');
    return [decodeUntyped(reader, element, `${path}[0]`)];
  }
  return arrayItems(reader, element, path).map((item, index) =>
    item === undefined
      ? null
      : withValue(reader, item, `${path}[${index}]`, (target) =>
          decodeUntyped(reader, target, `${path}[${index}]`),
        ),
  );
}

function decodeLiteral(
  reader: Reader,
  shape: Shape,
  accessors: readonly XmlElement[],
  path: string,
): UntypedValue {
  if ((shape.kind !== 'array' && shape.kind !== 'untyped[]') || accessors.some(isWireArray))
    return problemAt(reader, path, 'given more than once');
  return accessors.map((accessor, index) => {
    const place = `${path}[${index}]`;
    return shape.kind === 'array'
      ? decodeItem(reader, shape.item, accessor, place)
      : withValue(reader, accessor, place, (element) => decodeUntyped(reader, element, place));
  });
}
