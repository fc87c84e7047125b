import type * as z from 'zod';
import { addressWrite, type FieldMeta, metaOf, objectIn } from '../../rest/rest-fields.ts';
import { readNames } from '../instance-names.ts';
import type { Catalogue } from '../instance-picklists.ts';
import type { Profile } from '../profiles.ts';
import { isData } from '../instance-records.ts';
import type { RecordData } from '../instance-schema.ts';
import { isStorable } from '../../core/json.ts';
import type { FieldMessages } from './replies.ts';

/** The fields of a write in their stored form (null clears one), with what is wrong, and with the relations still to be looked up. */
export type FieldsRead = {
  readonly change: RecordData;
  readonly errors: FieldMessages;
  readonly relations: readonly Relation[];
};
export type Relation = { readonly field: string; readonly to: string; readonly ids: readonly string[] };

export type Reading = {
  readonly catalogue: Catalogue;
  readonly profile: Profile;
  readonly update: boolean;
};

/**
 * Reads the fields of a body that a schema knows; all others are ignored, as are read-only ones, which no write schema has.
 * Each field is judged alone, so that every mistake is named.
 */
export function readFields(schema: z.ZodObject, body: RecordData, reading: Reading, path = ''): FieldsRead {
  const parts: FieldsRead[] = [];
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const value = Object.hasOwn(body, field) ? body[field] : undefined;
    const meta = metaOf(fieldSchema);
    if (value === undefined || meta === undefined || isNameField(schema, field)) continue;
    parts.push(readField({ field: `${path}${field}`, schema: fieldSchema, meta, value, reading }, field));
  }
  if (hasNames(schema)) parts.push(readNameFields(schema, body, reading, path));
  return together(parts);
}

type Field = {
  readonly field: string;
  readonly schema: z.ZodType;
  readonly meta: FieldMeta;
  readonly value: unknown;
  readonly reading: Reading;
};

function readField(given: Field, name: string): FieldsRead {
  const { field, schema, meta, value, reading } = given;
  if (meta.module !== undefined && !reading.profile.modules.has(meta.module))
    return wrong(field, 'This instance does not have this field.');
  if (meta.kind === 'object' || meta.kind === 'address') return readObject(given, name);
  if (meta.kind === 'objects') return readObjects(given, name);
  if (meta.several !== undefined) return readPickOrPicks(given, name);
  if (!schema.safeParse(value).success) return wrong(field, formOf(meta));
  if (value === null) return right(name, null);
  switch (meta.kind) {
    case 'pick':
      return picked([scalar(value)], given, name, (ids) => ids[0] ?? null);
    case 'picks':
      return picked(listOf(value), given, name, (ids) => ids);
    case 'relation':
      return value === '' ? right(name, null) : related([scalar(value)], given, name, value);
    case 'relations':
      return related(listOf(value), given, name, listOf(value));
    case 'boolean':
      return right(name, value === true || value === 1);
    case 'date':
    case 'decimal':
    case 'datetime':
    case 'id':
    case 'text':
      return typeof value === 'string' && !isStorable(value)
        ? wrong(field, 'This must be Unicode text without U+0000.')
        : right(name, value);
  }
}

function readObject({ field, meta, schema, value, reading }: Field, name: string): FieldsRead {
  if (value === null) return right(name, null);
  const inner = meta.kind === 'address' ? addressWrite : objectIn(schema);
  if (!isData(value) || inner === undefined) return wrong(field, 'This must be an object.');
  const read = readFields(inner, value, reading, `${field}.`);
  return { ...read, change: { [name]: read.change } };
}

function readObjects({ field, schema, value, reading }: Field, name: string): FieldsRead {
  if (value === null) return right(name, null);
  const inner = objectIn(schema);
  if (!Array.isArray(value) || inner === undefined) return wrong(field, 'This must be an array of objects.');
  const items: readonly unknown[] = value;
  const read = items.map((item, index) =>
    isData(item)
      ? readFields(inner, item, reading, `${field}.${index}.`)
      : wrong(`${field}.${index}`, 'This must be an object.'),
  );
  return { ...together(read), change: { [name]: read.map(({ change }) => change) } };
}

/** "A malformed value is answered with the message Invalid entry." */
function readPickOrPicks({ field, meta, value, reading }: Field, name: string): FieldsRead {
  const several = meta.several !== undefined && reading.profile.modules.has(meta.several);
  if (value === null) return right(name, null);
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  const known = ids.flatMap((id) =>
    (typeof id === 'string' || typeof id === 'number') &&
    reading.catalogue.find(meta.picklist ?? '', String(id))
      ? [String(id)]
      : [],
  );
  if (value === '') return right(name, null);
  if (known.length !== ids.length || (Array.isArray(value) && !several)) return wrong(field, 'Invalid entry');
  return right(name, several ? known : (known[0] ?? null));
}

function picked(
  ids: readonly string[],
  { field, meta, reading }: Field,
  name: string,
  keep: (ids: readonly string[]) => unknown,
): FieldsRead {
  if (meta.kind === 'pick' && ids[0] === '') return right(name, null);
  const unknown = ids.filter((id) => reading.catalogue.find(meta.picklist ?? '', id) === undefined);
  if (unknown.length > 0) return wrong(field, 'The picklist has no such id.');
  return right(name, keep([...new Set(ids)]));
}

function related(ids: readonly string[], { field, meta }: Field, name: string, kept: unknown): FieldsRead {
  return { ...right(name, kept), relations: [{ field, to: meta.to ?? '', ids }] };
}

function readNameFields(
  schema: z.ZodObject,
  body: RecordData,
  { update }: Reading,
  path: string,
): FieldsRead {
  const outcome = readNames(body, {
    update,
    withSuffix: 'suffix' in schema.shape,
    withSalutation: 'salutation' in schema.shape,
  });
  if (outcome.kind === 'names') return { ...nothing, change: outcome.names };
  const errors = Object.entries(outcome.errors).map(([field, message]) => [`${path}${field}`, message]);
  return { ...nothing, errors: Object.fromEntries(errors) };
}

const nameFields = ['fullName', 'firstName', 'middleName', 'lastName'];
const hasNames = (schema: z.ZodObject) => 'fullName' in schema.shape;
const isNameField = (schema: z.ZodObject, field: string) => hasNames(schema) && nameFields.includes(field);

const nothing: FieldsRead = { change: {}, errors: {}, relations: [] };
const wrong = (field: string, message: string) => ({ ...nothing, errors: { [field]: message } });
const right = (name: string, value: unknown) => ({ ...nothing, change: { [name]: value } });

function together(parts: readonly FieldsRead[]): FieldsRead {
  return {
    change: Object.assign({}, ...parts.map(({ change }) => change)),
    errors: Object.assign({}, ...parts.map(({ errors }) => errors)),
    relations: parts.flatMap(({ relations }) => relations),
  };
}

/** An id, which may have come as a number. */
const scalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const forms: Readonly<Record<FieldMeta['kind'], string>> = {
  id: 'This must be a string.',
  text: 'This must be a string.',
  boolean: 'This must be true or false.',
  decimal: 'This must be a string that holds a number, like "3.50".',
  date: 'This must be a date, YYYY-MM-DD.',
  datetime: 'This must be a datetime, YYYY-MM-DDTHH:MM:SSZ.',
  pick: 'This must be the id of a picklist entry.',
  picks: 'This must be an array of ids of picklist entries.',
  relation: 'This must be the id of a record.',
  relations: 'This must be an array of ids of records.',
  address: 'This must be an object.',
  object: 'This must be an object.',
  objects: 'This must be an array of objects.',
};

const formOf = ({ kind, form }: FieldMeta) => form ?? forms[kind];
