import { escapeText } from '../xml/escape.ts';
import { APACHE_SOAP } from './soap-names.ts';

/** A call that cannot be written: nothing of it was sent. */
export class UnwritableError extends TypeError {}

/** A call that cannot be written is a refusal of its job, and stops no other one. */
export function unwritable(error: unknown) {
  if (error instanceof UnwritableError) return { kind: 'refused', reason: error.message } as const;
  throw error;
}

/** The items of an "untyped SOAP array", each with its type on the wire, and the `arrayType` that fits them all. */
export function encodeUntypedItems(
  values: readonly unknown[],
  path: string,
): { readonly arrayType: string; readonly inside: string } {
  const inside = values.map((item, index) => encodeItem('item', item, `${path}[${index}]`)).join('');
  const strings = values.length > 0 && values.every((item) => typeof item === 'string');
  return { arrayType: `xsd:${strings ? 'string' : 'anyType'}[${values.length}]`, inside };
}

function encodeItem(name: string, value: unknown, path: string): string {
  if (value === null || value === undefined) return `<${name} xsi:nil="true"/>`;
  if (typeof value === 'string') return `<${name} xsi:type="xsd:string">${escapeText(value)}</${name}>`;
  if (typeof value === 'boolean') return `<${name} xsi:type="xsd:boolean">${value}</${name}>`;
  if (typeof value === 'number')
    return `<${name} xsi:type="xsd:${numberType(value)}">${numberText(value)}</${name}>`;
  if (Array.isArray(value)) {
    const { arrayType, inside } = encodeUntypedItems(value, path);
    return `<${name} SOAP-ENC:arrayType="${arrayType}" xsi:type="SOAP-ENC:Array">${inside}</${name}>`;
  }
  if (typeof value === 'object') return encodeObject(name, Object.entries(value), path);
  throw new UnwritableError(`${path}: a ${typeof value} cannot be sent`);
}

// ASCII, so that a request can be said in any character set.
const ELEMENT_NAME = /^[A-Za-z_][\w.-]*$/;

/** A SOAP struct where every key can be an element's name, else the `Map` that PHP and Axis share. */
function encodeObject(name: string, entries: readonly [string, unknown][], path: string): string {
  const sent = entries.filter(([, member]) => member !== undefined);
  if (sent.every(([key]) => ELEMENT_NAME.test(key))) {
    const inside = sent.map(([key, member]) => encodeItem(key, member, `${path}.${key}`)).join('');
    return `<${name} xsi:type="SOAP-ENC:Struct">${inside}</${name}>`;
  }
  const inside = sent
    .map(
      ([key, member]) => `<item>${encodeItem('key', key, path)}${encodeItem('value', member, path)}</item>`,
    )
    .join('');
  return `<${name} xmlns:map="${APACHE_SOAP}" xsi:type="map:Map">${inside}</${name}>`;
}

function numberType(value: number): string {
  if (Number.isInteger(value) && !Object.is(value, -0)) {
    if (value >= -2_147_483_648 && value <= 2_147_483_647) return 'int';
    if (Number.isSafeInteger(value)) return 'long';
  }
  return 'double';
}

/** `xsd:double` writes what JavaScript writes, but for its names of the infinite (XML Schema 2, 3.2.5). */
function numberText(value: number): string {
  if (value === Infinity) return 'INF';
  if (value === -Infinity) return '-INF';
  return Object.is(value, -0) ? '-0' : String(value);
}
