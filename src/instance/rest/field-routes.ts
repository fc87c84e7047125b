import type * as z from 'zod';
import { objectTypes, type ObjectType } from '../../rest/envelopes.ts';
import { addressWrite, type FieldMeta, metaOf } from '../../rest/rest-fields.ts';
import { jobFields, jobPicklistFields } from '../../soap/fields.ts';
import { fieldsOf, type Profile } from '../profiles.ts';
import { collections } from '../instance-records.ts';
import type { RecordData } from '../instance-schema.ts';
import type { Call, Route } from './call.ts';
import type { CollectionSpec } from './collection.ts';
import { customFieldsOf } from './custom-fields.service.ts';
import { failed, ok, type Reply } from './replies.ts';

/** `GET /v1/fields/{objectType}`: the fields of an object type, its custom ones included. */
export function fieldRoutes(specs: readonly CollectionSpec[]): readonly Route[] {
  return [
    { method: 'GET', path: '/v1/fields/{objectType}', answer: async (call) => answerFields(call, specs) },
  ];
}

function answerFields(call: Call, specs: readonly CollectionSpec[]): Reply {
  const type = objectTypes.find((known) => known === call.param('objectType'));
  return type === undefined
    ? failed(404, 'There is no such object type.')
    : ok(descriptorsOf(type, specs, call.instance.profile));
}

function descriptorsOf(
  type: ObjectType,
  specs: readonly CollectionSpec[],
  profile: Profile,
): readonly RecordData[] {
  const spec = specs.find(({ name }) => name === type);
  const fields = spec === undefined ? plainFields(type) : recordFields(spec.record, profile);
  const own = fields.map(({ field, kind }) => ({
    apiField: field,
    fieldName: snake(field),
    fieldLabel: labelOf(field, profile),
    fieldType: kind,
  }));
  const collection = collections.find((known) => known === type);
  const custom = collection === undefined ? [] : customFieldsOf(collection);
  const shown = (given: readonly (typeof own)[number][], fieldCustom: boolean) =>
    given.map(({ apiField, ...field }) => ({ apiField, objectType: type, ...field, fieldCustom }));
  return [...shown(own, false), ...shown(custom, true)];
}

type Described = { readonly field: string; readonly kind: string };

function recordFields(schema: z.ZodObject, profile: Profile): readonly Described[] {
  return fieldsOf(schema, profile).map(([field, fieldSchema]) => ({
    field,
    kind: internalTypes[metaOf(fieldSchema)?.kind ?? 'objects'],
  }));
}

const general = (field: string): Described => ({ field, kind: 'general' });

/** Object types without a record here: jobs and addresses have known fields, the others are described by what all have. */
function plainFields(type: ObjectType): readonly Described[] {
  const starts = ['id', 'label'].map(general);
  const ends = [{ field: 'lastModified', kind: 'datetime' }];
  if (type === 'addresses') return [...starts, ...Object.keys(addressWrite.shape).map(general), ...ends];
  if (type !== 'jobs') return [...starts, ...ends];
  const listFields: readonly string[] = jobPicklistFields;
  const jobs = Object.entries(jobFields).map(([field, kind]) => ({
    field,
    kind: listFields.includes(field) ? 'picklist' : kind === 'boolean' ? 'boolean' : 'general',
  }));
  return [...starts, ...jobs, ...ends];
}

/** The internal field types; they do not map one-to-one onto the public ones. */
const internalTypes: Readonly<Record<FieldMeta['kind'], string>> = {
  id: 'general',
  text: 'general',
  boolean: 'boolean',
  decimal: 'decimal',
  date: 'date',
  datetime: 'datetime',
  pick: 'picklist',
  picks: 'multi_picklist',
  relation: 'relation',
  relations: 'multi_relation',
  address: 'address',
  object: 'subform',
  objects: 'subform',
};

const snake = (field: string) => field.replaceAll(/(?<=[a-z])([A-Z])/g, '_$1').toLowerCase();

function labelOf(field: string, { modules }: Profile): string {
  if (field === 'majors' && modules.has('lawSchool')) return 'Practice Areas';
  const words = snake(field).split('_').join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
