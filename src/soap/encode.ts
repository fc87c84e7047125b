import { isRecord } from '../core/json.ts';
import { escapeText, forbiddenIn } from '../xml/escape.ts';
import { isIdentifier } from './fields.ts';
import type { ArrayShape, Shape, StructShape } from './shapes.ts';
import { encodeUntypedItems, UnwritableError } from './untyped-encode.ts';

/**
 * One accessor in the encoding of SOAP 1.1 section 5, for the prefixes that `envelope-write.ts` declares: `xsi:type` on every
 * value, `SOAP-ENC:arrayType` on every array, `xsi:nil` for null, nothing for `undefined`. A wrong type is our bug and throws.
 */
export function encodeAccessor(shape: Shape, name: string, value: unknown, path: string): string {
  if (value === undefined) return '';
  if (value === null) return `<${name} xsi:nil="true"/>`;
  switch (shape.kind) {
    case 'string':
      if (typeof value !== 'string') return wrong(path, 'a string', value);
      if (isIdentifier(name)) checkIdentifier(value, path);
      return simple(name, 'string', escapeText(value));
    case 'boolean':
      return typeof value === 'boolean'
        ? simple(name, 'boolean', String(value))
        : wrong(path, 'a boolean', value);
    case 'int':
      return isInt(value) ? simple(name, 'int', String(value)) : wrong(path, 'an integer of 32 bits', value);
    case 'array':
      return encodeArray(shape, name, value, path);
    case 'untyped[]':
      return Array.isArray(value) ? encodeUntyped(name, value, path) : wrong(path, 'an array', value);
    case 'struct':
      return encodeStruct(shape, name, value, path);
  }
}

/** Two identifiers never become one: what a text may lose refuses an identifier. */
function checkIdentifier(value: string, path: string): void {
  const character = forbiddenIn(value);
  if (character !== undefined)
    throw new UnwritableError(
      `${path}: expected an identifier that XML can carry, came one with ${character}`,
    );
}

/** Whether a value is what `xsd:int` can say. */
const isInt = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= -2_147_483_648 && value <= 2_147_483_647;

const simple = (name: string, type: string, text: string) =>
  `<${name} xsi:type="xsd:${type}">${text}</${name}>`;

function encodeStruct(shape: StructShape, name: string, value: unknown, path: string): string {
  if (!isRecord(value)) return wrong(path, `a ${shape.type}`, value);
  for (const key of Object.keys(value))
    if (!shape.fields.has(key))
      throw new UnwritableError(`${path}: ${shape.type} has no field ${key.slice(0, 60)}`);
  let inside = '';
  for (const [field, fieldShape] of shape.fields)
    inside += encodeAccessor(fieldShape, field, value[field], `${path}.${field}`);
  return `<${name} xsi:type="tns:${shape.type}">${inside}</${name}>`;
}

function encodeArray(shape: ArrayShape, name: string, value: unknown, path: string): string {
  if (!Array.isArray(value)) return wrong(path, 'an array', value);
  const items: readonly unknown[] = value;
  const inside = items
    .map((item, index) => encodeAccessor(shape.item, 'item', item ?? null, `${path}[${index}]`))
    .join('');
  return array(name, `tns:${shape.item.type}[${items.length}]`, inside);
}

function encodeUntyped(name: string, value: readonly unknown[], path: string): string {
  const { arrayType, inside } = encodeUntypedItems(value, path);
  return array(name, arrayType, inside);
}

const array = (name: string, arrayType: string, inside: string) =>
  `<${name} SOAP-ENC:arrayType="${arrayType}" xsi:type="SOAP-ENC:Array">${inside}</${name}>`;

/** Says where and what, never the value: it may be a person's. */
function wrong(path: string, expected: string, value: unknown): never {
  const came = Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  throw new UnwritableError(`${path}: expected ${expected}, came ${came}`);
}
