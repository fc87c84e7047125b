import { accessorsOf, arrayItems, isMap, mapEntries, nameOf } from './compound.ts';
import { isSimpleTypeNamespace } from './soap-names.ts';
import { decodeAt, isWireArray, problemHere, wireTypeOf, type Reader } from './reader.ts';
import { isTypeName, type ArrayShape, type Shape, type StructShape } from './shapes.ts';
import type { UntypedValue } from './types.ts';
import { booleanIn, decodeItems, decodeUntypedArray } from './untyped-decode.ts';
import type { XmlElement } from '../xml/xml.ts';
import { isSpace } from '../xml/xml-names.ts';
import type { QualifiedName } from '../xml/xml-scope.ts';

/**
 * What the accessors of one name hold, in the shape that is expected. There is more than one only where a list
 * is written literally, one accessor an item.
 */
export function decodeAccessors(
  reader: Reader,
  shape: Shape,
  accessors: readonly XmlElement[],
  name: string,
): UntypedValue {
  const [first, second] = accessors;
  if (!first) return null;
  return second
    ? decodeLiteral(reader, shape, accessors, name)
    : decodeAt(reader, first, name, decodeValue, shape);
}

function decodeValue(reader: Reader, element: XmlElement, shape: Shape): UntypedValue {
  switch (shape.kind) {
    case 'string':
      return decodeString(reader, element);
    case 'boolean':
      return decodeBoolean(reader, element);
    case 'int':
      return decodeInt(reader, element);
    case 'array':
      return decodeArray(reader, element, shape);
    case 'untyped[]':
      return decodeUntypedArray(reader, element);
    case 'struct':
      return decodeStruct(reader, element, shape);
  }
}

/** A struct of a known type: its fields by name, in any order (SOAP 1.1, 5.4). */
function decodeStruct(reader: Reader, element: XmlElement, shape: StructShape): UntypedValue {
  const type = wireTypeOf(element);
  if (type && type.name !== shape.type && isTypeName(type.name) && reader.namespaces.has(type.namespace))
    return problemHere(reader, `expected ${shape.type}, came ${type.name}`);
  if (isWireArray(element, type)) return problemHere(reader, `expected ${shape.type}, came an array`);
  if (!isSpace(element.text)) return problemHere(reader, `expected ${shape.type}, came text`);
  if (isMap(type)) return decodeGroups(reader, element, shape);
  return decodeFields(reader, element, shape, type);
}

function decodeFields(
  reader: Reader,
  element: XmlElement,
  shape: StructShape,
  type: QualifiedName | undefined,
): UntypedValue {
  const fields: Record<string, UntypedValue> = {};
  for (const child of element.children) {
    const name = nameOf(reader, child, type);
    const field = shape.fields.get(name);
    if (!field) noteUnknown(reader, shape, name);
    // A name that comes again is a list written literally.
    else if (Object.hasOwn(fields, name)) return decodeGroups(reader, element, shape);
    else fields[name] = decodeAt(reader, child, name, decodeValue, field);
  }
  return whole(reader, element, shape, fields);
}

/** An entry of a picklist that has members and none of ours is no entry. */
function whole(
  reader: Reader,
  element: XmlElement,
  shape: StructShape,
  fields: Record<string, UntypedValue>,
) {
  return shape.type === 'assoc' && element.children.length > 0 && Object.keys(fields).length === 0
    ? problemHere(reader, 'expected ikey and ivalue, came other members')
    : fields;
}

function decodeGroups(reader: Reader, element: XmlElement, shape: StructShape): UntypedValue {
  const fields: Record<string, UntypedValue> = {};
  for (const [name, accessors] of accessorsOf(reader, element)) {
    const field = shape.fields.get(name);
    if (field) fields[name] = decodeAccessors(reader, field, accessors, name);
    else noteUnknown(reader, shape, name);
  }
  return whole(reader, element, shape, fields);
}

function noteUnknown(reader: Reader, shape: StructShape, name: string): void {
  if (reader.unknownFields === 'refuse')
    problemHere(reader, `${shape.type} has no field ${name.slice(0, 60)}`);
}

function decodeString(reader: Reader, element: XmlElement): string | null {
  const type = wireTypeOf(element);
  if (isWireArray(element, type)) return problemHere(reader, 'expected a string, came an array');
  if (element.children.length > 0) return problemHere(reader, 'expected a string, came a structure');
  // SOAP::Lite sends text beyond ASCII as base64 unless told otherwise.
  if (type && /^base64(Binary)?$/.test(type.name) && isSimpleTypeNamespace(type.namespace))
    return decodeBase64(reader, element.text);
  return element.text;
}

function decodeBase64(reader: Reader, text: string): string | null {
  const compact = text.replace(/\s+/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact))
    return problemHere(reader, 'expected base64, came another text');
  return new TextDecoder().decode(Uint8Array.from(atob(compact), (byte) => byte.charCodeAt(0)));
}

function decodeBoolean(reader: Reader, element: XmlElement): boolean | null {
  const text = element.children.length === 0 ? element.text.trim() : '';
  return booleanIn(reader, text);
}

function decodeInt(reader: Reader, element: XmlElement): number | null {
  const text = element.children.length === 0 ? element.text.trim() : '';
  const value = /^[+-]?[0-9]{1,20}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= -2_147_483_648 && value <= 2_147_483_647))
    return problemHere(reader, 'expected an integer of 32 bits, came another value');
  return value === 0 ? 0 : value;
}

function decodeArray(reader: Reader, element: XmlElement, { item }: ArrayShape): UntypedValue {
  if (!isSpace(element.text)) return problemHere(reader, `expected a list of ${item.type}, came text`);
  if (isMap(wireTypeOf(element)) || isPlainMap(element)) return decodeMapItems(reader, element, item);
  if (isSingleItem(item, element)) return [decodeStruct(reader, element, item)];
  return arrayItems(reader, element).map((accessor, index) =>
    accessor === undefined ? null : decodeAt(reader, accessor, index, decodeStruct, item),
  );
}

/** Keys and values in the form of a Map, its type left out. */
const isPlainMap = ({ children }: XmlElement) =>
  children.length > 0 &&
  children.every(
    (item) => item.children.length === 2 && item.children.every(({ name }) => KEY_AND_VALUE.has(name)),
  );
const KEY_AND_VALUE = new Set(['key', 'value']);

/** A Map in place of a list: its values are the items. A picklist may be one of keys and labels. */
function decodeMapItems(reader: Reader, element: XmlElement, item: StructShape): UntypedValue {
  return mapEntries(reader, element).map(({ key, value }) => {
    if (item.type !== 'assoc') return decodeAt(reader, value, key, decodeStruct, item);
    return decodeAt(reader, value, key, decodeEntry, { key, item }) ?? { ikey: key, ivalue: null };
  });
}

function decodeEntry(
  reader: Reader,
  value: XmlElement,
  { key, item }: { readonly key: string; readonly item: StructShape },
): UntypedValue {
  return value.children.length === 0
    ? { ikey: key, ivalue: decodeString(reader, value) }
    : decodeStruct(reader, value, item);
}

/** A list of one that is written literally: the accessor itself is the item. */
function isSingleItem(item: StructShape, element: XmlElement): boolean {
  const type = wireTypeOf(element);
  if (isWireArray(element, type)) return false;
  if (type?.name === item.type) return true;
  return element.children.some(
    (child) => item.fields.has(child.name) && child.children.length === 0 && !isReference(child),
  );
}

const isReference = (element: XmlElement) => element.attributes.some(({ name }) => name === 'href');

function decodeLiteral(
  reader: Reader,
  shape: Shape,
  accessors: readonly XmlElement[],
  name: string,
): UntypedValue {
  reader.path.push(name);
  const isList = shape.kind === 'array' || shape.kind === 'untyped[]';
  const items =
    !isList || accessors.some((accessor) => isWireArray(accessor))
      ? problemHere(reader, 'given more than once')
      : shape.kind === 'array'
        ? accessors.map((item, index) => decodeAt(reader, item, index, decodeStruct, shape.item))
        : decodeItems(reader, accessors);
  reader.path.pop();
  return items;
}
