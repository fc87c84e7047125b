import * as z from 'zod';

/** Parts that an instance may be configured to have; a field of one that is off does not exist there ("General rules for records", 2). */
export type Module =
  | 'recruitingNetwork'
  | 'lawSchool'
  | 'geographicPreferences'
  | 'multiSchool'
  | 'counseling'
  | 'professionalNetwork'
  | 'multipleDegrees'
  | 'severalWorkAuthorizations';

/** The types of REST 2.1, and the nested objects of its records. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'boolean'
  | 'decimal'
  | 'date'
  | 'datetime'
  | 'pick'
  | 'picks'
  | 'relation'
  | 'relations'
  | 'address'
  | 'object'
  | 'objects';

/** What is known of a field besides its JSON form. */
export type FieldMeta = {
  readonly kind: FieldKind;
  /** The picklist that its ids are from. */
  readonly picklist?: string;
  /** The collection that its ids are from. */
  readonly to?: string;
  /** The part of an instance that the field belongs to. */
  readonly module?: Module;
  /** The part of an instance under which it holds several values. */
  readonly several?: Module;
  /** How a value must look, where its kind does not say it. */
  readonly form?: string;
};

/** The meta data of every field of the schemas in this folder. */
export const fieldMeta = z.registry<FieldMeta>();

/** The meta data of a field, whatever it is wrapped in. */
export function metaOf(schema: z.ZodType): FieldMeta | undefined {
  const found = fieldMeta.get(schema);
  if (found !== undefined) return found;
  const inside = unwrapped(schema);
  return inside && metaOf(inside);
}

/** The object schema inside a nested field, whatever it is wrapped in. */
export function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return objectIn(z.instanceof(z.ZodType).parse(schema.element));
  const inside = unwrapped(schema);
  return inside && objectIn(inside);
}

function unwrapped(schema: z.ZodType): z.ZodType | undefined {
  return schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodNonOptional
    ? z.instanceof(z.ZodType).parse(schema.unwrap())
    : undefined;
}

type Extra = Pick<FieldMeta, 'module' | 'several'>;

/** An object of the service. Fields that the specification does not name are kept at run time; to the compiler they do not exist. */
export function tolerant<S extends z.core.$ZodShape>(shape: S): z.ZodObject<S> {
  return z.looseObject(shape);
}

const idText = z.union([z.string(), z.number()]).transform(String).pipe(z.string());

/** PickValue: null when blank. */
export const pickValue = tolerant({ id: idText, label: z.string() });
/** RelationObject: the short form of a related record. */
const relationObject = tolerant({ id: idText, label: z.string().nullable(), link: z.string() });

/** A field that may be absent or null. */
function field<S extends z.ZodType>(schema: S, meta: FieldMeta): z.ZodOptional<z.ZodNullable<S>> {
  const made = schema.nullish();
  fieldMeta.add(made, meta);
  return made;
}

/** Fields as records have them: absent and null differ, ids are strings, unknown members of objects are kept. */
export const read = {
  id: () => idText.optional().register(fieldMeta, { kind: 'id' }),
  text: (extra: Extra = {}) => field(z.string(), { kind: 'text', ...extra }),
  boolean: (extra: Extra = {}) => field(z.boolean(), { kind: 'boolean', ...extra }),
  decimal: () => field(idText, { kind: 'decimal' }),
  date: () => field(z.string(), { kind: 'date' }),
  datetime: () => field(z.string(), { kind: 'datetime' }),
  pick: (picklist: string, extra: Extra = {}) => field(pickValue, { kind: 'pick', picklist, ...extra }),
  picks: (picklist: string, extra: Extra = {}) =>
    field(z.array(pickValue), { kind: 'picks', picklist, ...extra }),
  /** One PickValue, or an array where the instance allows several. */
  pickOrPicks: (picklist: string, several: Module) =>
    field(z.union([pickValue, z.array(pickValue)]), { kind: 'pick', picklist, several }),
  relation: (to: string, extra: Extra = {}) => field(relationObject, { kind: 'relation', to, ...extra }),
  relations: (to: string, extra: Extra = {}) =>
    field(z.array(relationObject), { kind: 'relations', to, ...extra }),
  address: () => field(relationObject, { kind: 'address' }),
  object: <S extends z.core.$ZodShape>(shape: S) => field(tolerant(shape), { kind: 'object' }),
  objects: <S extends z.core.$ZodShape>(shape: S, extra: Extra = {}) =>
    field(z.array(tolerant(shape)), { kind: 'objects', ...extra }),
};

/** A picklist id: "a string; some take numbers" ("General rules for records", 5). */
const pickId = z.union([z.string(), z.number()]);

/** Fields as they are written: ids in place of values and relations; null takes a value away. */
export const write = {
  text: read.text,
  boolean: read.boolean,
  /** A boolean that may also be written as 0 or 1. */
  bit: () => field(z.union([z.boolean(), z.literal(0), z.literal(1)]), { kind: 'boolean' }),
  decimal: () => field(z.string().regex(/^-?\d+(\.\d+)?$/), { kind: 'decimal' }),
  date: () => field(z.iso.date(), { kind: 'date' }),
  pick: (picklist: string, extra: Extra = {}) => field(pickId, { kind: 'pick', picklist, ...extra }),
  picks: (picklist: string, extra: Extra = {}) =>
    field(z.array(pickId), { kind: 'picks', picklist, ...extra }),
  pickOrPicks: (picklist: string, several: Module) =>
    field(z.union([pickId, z.array(pickId)]), { kind: 'pick', picklist, several }),
  relation: (to: string, extra: Extra = {}) => field(z.string(), { kind: 'relation', to, ...extra }),
  relations: (to: string, extra: Extra = {}) =>
    field(z.array(z.string()), { kind: 'relations', to, ...extra }),
  address: () => field(addressWrite, { kind: 'address' }),
  object: <S extends z.core.$ZodShape>(shape: S) => field(z.strictObject(shape), { kind: 'object' }),
  objects: <S extends z.core.$ZodShape>(shape: S, extra: Extra = {}) =>
    field(z.array(z.strictObject(shape)), { kind: 'objects', ...extra }),
};

/** Whether a coded state is one of a coded country, `US-NY` of `US`; what is blank or not coded fits everything. */
export function isStateOf(state: unknown, country: unknown): boolean {
  const of = typeof state === 'string' ? /^([A-Z]{2})-/.exec(state)?.[1] : undefined;
  return of === undefined || typeof country !== 'string' || country === '' || of === country;
}
export const stateForm = 'This must be a state of the country.';

/** An address as it is written; `state` and `country` are coded, `US-NY` and `US` (REST 2.5 no. 5). */
export const addressWrite = z
  .strictObject({
    street: write.text(),
    city: write.text(),
    state: field(z.string().regex(/^([A-Z]{2}-[A-Z0-9]{1,3})?$/), {
      kind: 'text',
      form: 'This must be a coded state, like US-NY.',
    }),
    zip: write.text(),
    country: field(z.string().regex(/^([A-Z]{2})?$/), {
      kind: 'text',
      form: 'This must be a coded country, like US.',
    }),
    dependentLocality: write.text(),
  })
  .refine(({ state, country }) => isStateOf(state, country), { path: ['state'], message: stateForm });
export type AddressWrite = z.infer<typeof addressWrite>;

/** One entry of `customFields`, which any record has when it is asked for with `customFields=1`. */
const customField = tolerant({
  apiField: z.string(),
  fieldLabel: z.string(),
  fieldType: z.string(),
  value: z.unknown(),
});
export const customFields = z.array(customField).readonly().optional();

/** What a write has of custom fields in place of their values: entries as records show them. */
export const customFieldsWrite = z
  .array(z.looseObject({ apiField: z.string().min(1), value: z.unknown() }))
  .optional();
