import { APACHE_SOAP, SOAP_ENCODING } from './soap-names.ts';
import { decodeAt, problemHere, wireTypeOf, type Reader } from './reader.ts';
import { attributeOf, type XmlElement } from '../xml/xml.ts';
import type { QualifiedName } from '../xml/xml-scope.ts';

/** The accessors of a struct by name: its children, or for a `Map` of PHP or Axis the values under their keys. */
export function accessorsOf(reader: Reader, element: XmlElement): ReadonlyMap<string, readonly XmlElement[]> {
  const found = new Map<string, XmlElement[]>();
  const add = (name: string, accessor: XmlElement) => {
    const same = found.get(name);
    if (same) same.push(accessor);
    else found.set(name, [accessor]);
  };
  const type = wireTypeOf(element);
  if (isMap(type)) for (const { key, value } of mapEntries(reader, element)) add(key, value);
  else for (const child of element.children) add(nameOf(reader, child, type), child);
  return found;
}

/** The name of a field: unqualified, or in a namespace that counts; else with the namespace, so that it is no field of ours. */
export function nameOf(reader: Reader, child: XmlElement, type: QualifiedName | undefined): string {
  const { namespace, name } = child;
  const counts = namespace === '' || reader.namespaces.has(namespace) || namespace === type?.namespace;
  return counts ? name : `{${namespace}}${name}`;
}

/**
 * The items of an array in their places, `undefined` where none was sent: partially transmitted (SOAP 1.1, 5.4.2.1)
 * and sparse arrays (5.4.2.2) have gaps. Whatever an item is called, it counts.
 */
export function arrayItems(reader: Reader, element: XmlElement): readonly (XmlElement | undefined)[] {
  const arrayType = attributeOf(element, 'arrayType', SOAP_ENCODING);
  if (arrayType !== undefined && /,[^\]]*\]\s*$/.test(arrayType)) {
    problemHere(reader, 'expected a list, came an array of more than one dimension');
    return [];
  }
  const offset = attributeOf(element, 'offset', SOAP_ENCODING);
  const placed = element.children.some(
    (child) => attributeOf(child, 'position', SOAP_ENCODING) !== undefined,
  );
  if (offset === undefined && !placed) return element.children;
  const items: (XmlElement | undefined)[] = [];
  let next = offset === undefined ? 0 : placeOf(offset);
  for (const child of element.children) {
    const position = attributeOf(child, 'position', SOAP_ENCODING);
    if (position !== undefined) next = placeOf(position);
    if (!(next < MOST_PLACES) || items[next] !== undefined) {
      problemHere(reader, 'expected the place of an item, came another value');
      return [];
    }
    while (items.length < next) items.push(undefined);
    items[next] = child;
    next += 1;
  }
  return items;
}

/** Whether a type is that of associative arrays as PHP, NuSOAP and Axis write them. */
export const isMap = (type: QualifiedName | undefined) =>
  type?.name === 'Map' && type.namespace === APACHE_SOAP;

/** The entries of a `Map`: each item has a key and a value. */
export function mapEntries(
  reader: Reader,
  element: XmlElement,
): readonly { readonly key: string; readonly value: XmlElement }[] {
  const entries: { key: string; value: XmlElement }[] = [];
  for (const item of element.children) {
    const key = item.children.find((child) => child.name === 'key');
    const value = item.children.find((child) => child.name === 'value');
    const text = key && decodeAt(reader, key, 'key', textOf, undefined);
    if (value && typeof text === 'string') entries.push({ key: text, value });
    else problemHere(reader, 'expected an entry with key and value, came another element');
  }
  return entries;
}

const textOf = (_reader: Reader, element: XmlElement) => element.text;

const MOST_PLACES = 100_000;

function placeOf(text: string): number {
  const found = /^\s*\[\s*([0-9]{1,9})\s*\]\s*$/.exec(text);
  return found ? Number(found[1]) : Number.NaN;
}
