import * as z from 'zod';
import { own } from '../../core/own.ts';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/**
 * The strings of an address, of flags or of a form as the types that a schema's keys have: numbers, booleans, lists. A string that
 * does not fit stays as it is, for the schema to refuse; an empty one of a form is left out with `emptyIsAbsent`.
 */
export function fromStrings(
  shape: Shape,
  given: Readonly<Record<string, unknown>>,
  { emptyIsAbsent = false }: { readonly emptyIsAbsent?: boolean } = {},
): Record<string, unknown> {
  const entries = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    if (value === undefined || (emptyIsAbsent && value === '')) return [];
    const schema = own(shape, key);
    return [[key, schema === undefined ? value : typed(value, typeOf(schema))]];
  });
  return Object.fromEntries(entries);
}

function typed(value: unknown, type: JsonType): unknown {
  if (type === 'array') return Array.isArray(value) ? value : [value];
  if (typeof value !== 'string') return value;
  if (type === 'integer' || type === 'number')
    return /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (type === 'boolean')
    return value === 'true' || value === 'on' ? true : value === 'false' ? false : value;
  return value;
}

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'other';
const types: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'array', 'object'];

/** The JSON type that a schema reads. */
export function typeOf(schema: z.core.$ZodType): JsonType {
  const { type, anyOf } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const named =
    type ??
    anyOf?.map((one) => (typeof one === 'object' ? one.type : undefined)).find((one) => one !== 'null');
  return types.find((one) => one === named) ?? 'other';
}

/** The values that a schema allows, where it names them all. */
export function choicesOf(schema: z.core.$ZodType): readonly string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (json.enum ?? []).filter((one) => typeof one === 'string');
}

/** Whether a key may be left out. */
export function isOptional(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, undefined).success;
}
