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
  return schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodNonOptional
    ? metaOf(z.instanceof(z.ZodType).parse(schema.unwrap()))
    : undefined;
}

/** The object schema inside a nested field, whatever it is wrapped in. */
export function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodArray) return objectIn(z.instanceof(z.ZodType).parse(schema.element));
  return schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodNonOptional
    ? objectIn(z.instanceof(z.ZodType).parse(schema.unwrap()))
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

/** Fields as records have them: absent and null differ, ids are strings, unknown members of objects are kept. */
export const read = {
  id: () => idText.optional().register(fieldMeta, { kind: 'id' }),
  text: (extra: Extra = {}) =>
    z
      .string()
      .nullish()
      .register(fieldMeta, { kind: 'text', ...extra }),
  boolean: (extra: Extra = {}) =>
    z
      .boolean()
      .nullish()
      .register(fieldMeta, { kind: 'boolean', ...extra }),
  decimal: () => idText.nullish().register(fieldMeta, { kind: 'decimal' }),
  date: () => z.string().nullish().register(fieldMeta, { kind: 'date' }),
  datetime: () => z.string().nullish().register(fieldMeta, { kind: 'datetime' }),
  pick: (picklist: string, extra: Extra = {}) =>
    pickValue.nullish().register(fieldMeta, { kind: 'pick', picklist, ...extra }),
  picks: (picklist: string, extra: Extra = {}) =>
    z
      .array(pickValue)
      .nullish()
      .register(fieldMeta, { kind: 'picks', picklist, ...extra }),
  /** One PickValue, or an array where the instance allows several. */
  pickOrPicks: (picklist: string, several: Module) =>
    z
      .union([pickValue, z.array(pickValue)])
      .nullish()
      .register(fieldMeta, { kind: 'pick', picklist, several }),
  relation: (to: string, extra: Extra = {}) =>
    relationObject.nullish().register(fieldMeta, { kind: 'relation', to, ...extra }),
  relations: (to: string, extra: Extra = {}) =>
    z
      .array(relationObject)
      .nullish()
      .register(fieldMeta, { kind: 'relations', to, ...extra }),
  address: () => relationObject.nullish().register(fieldMeta, { kind: 'address' }),
  object: <S extends z.core.$ZodShape>(shape: S) =>
    tolerant(shape).nullish().register(fieldMeta, { kind: 'object' }),
  objects: <S extends z.core.$ZodShape>(shape: S, extra: Extra = {}) =>
    z
      .array(tolerant(shape))
      .nullish()
      .register(fieldMeta, { kind: 'objects', ...extra }),
};

/** A picklist id: "a string; some take numbers" ("General rules for records", 5). */
const pickId = z.union([z.string(), z.number()]);

/** Fields as they are written: ids in place of values and relations; null takes a value away. */
export const write = {
  text: read.text,
  boolean: read.boolean,
  /** A boolean that may also be written as 0 or 1. */
  bit: () =>
    z
      .union([z.boolean(), z.literal(0), z.literal(1)])
      .nullish()
      .register(fieldMeta, { kind: 'boolean' }),
  decimal: () =>
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .nullish()
      .register(fieldMeta, { kind: 'decimal' }),
  date: () => z.iso.date().nullish().register(fieldMeta, { kind: 'date' }),
  pick: (picklist: string, extra: Extra = {}) =>
    pickId.nullish().register(fieldMeta, { kind: 'pick', picklist, ...extra }),
  picks: (picklist: string, extra: Extra = {}) =>
    z
      .array(pickId)
      .nullish()
      .register(fieldMeta, { kind: 'picks', picklist, ...extra }),
  pickOrPicks: (picklist: string, several: Module) =>
    z
      .union([pickId, z.array(pickId)])
      .nullish()
      .register(fieldMeta, { kind: 'pick', picklist, several }),
  relation: (to: string, extra: Extra = {}) =>
    z
      .string()
      .nullish()
      .register(fieldMeta, { kind: 'relation', to, ...extra }),
  relations: (to: string, extra: Extra = {}) =>
    z
      .array(z.string())
      .nullish()
      .register(fieldMeta, { kind: 'relations', to, ...extra }),
  address: () => addressWrite.nullish().register(fieldMeta, { kind: 'address' }),
  object: <S extends z.core.$ZodShape>(shape: S) =>
    z.strictObject(shape).nullish().register(fieldMeta, { kind: 'object' }),
  objects: <S extends z.core.$ZodShape>(shape: S, extra: Extra = {}) =>
    z
      .array(z.strictObject(shape))
      .nullish()
      .register(fieldMeta, { kind: 'objects', ...extra }),
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
    state: z
      .string()
      .regex(/^([A-Z]{2}-[A-Z0-9]{1,3})?$/)
      .nullish()
      .register(fieldMeta, { kind: 'text', form: 'This must be a coded state, like US-NY.' }),
    zip: write.text(),
    country: z
      .string()
      .regex(/^([A-Z]{2})?$/)
      .nullish()
      .register(fieldMeta, { kind: 'text', form: 'This must be a coded country, like US.' }),
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
