import type * as z from 'zod';
import { metaOf, objectIn } from '../../rest/rest-fields.ts';
import type { InstanceDb } from '../database.ts';
import { addressId, addressSlots } from '../ids.ts';
import type { Catalogue } from '../instance-picklists.ts';
import { fieldsOf, type Profile } from '../profiles.ts';
import { isData, type Stored, text } from '../instance-records.ts';
import { labelsOf } from '../records.repository.ts';
import type { RecordData } from '../instance-schema.ts';
import { datetime } from '../instance-time.ts';
import type { Call } from './call.ts';
import type { CollectionSpec } from './collection.ts';
import { customFieldsToJson } from './custom-fields.service.ts';
import { ok, type Reply, unknownId } from './replies.ts';

type Shown = Pick<CollectionSpec, 'record' | 'name' | 'customFields'>;

/** Stored records as the API shows them: every field that the instance has is there, blank ones as null or []. */
export async function present(
  { instance: { db, catalogue, profile }, parameters }: Pick<Call, 'instance' | 'parameters'>,
  spec: Shown,
  rows: readonly Stored[],
): Promise<readonly RecordData[]> {
  const customFields = spec.customFields && parameters.get('customFields') === '1';
  const labels = await relationLabels(db, spec.record, rows);
  return rows.map((row) => {
    const shown = shape({ row, catalogue, profile, labels }, spec.record, row.data, '');
    return customFields ? { ...shown, customFields: customFieldsToJson(spec.name, row.data) } : shown;
  });
}

/** The answer of one record. */
export async function answerOne(
  call: Call,
  spec: Shown,
  row: Stored | undefined,
  success: (body: unknown) => Reply = ok,
): Promise<Reply> {
  if (row === undefined) return unknownId;
  const [shown] = await present(call, spec, [row]);
  return success(shown);
}

type Labels = Awaited<ReturnType<typeof labelsOf>>;
type Around = {
  readonly row: Stored;
  readonly catalogue: Catalogue;
  readonly profile: Profile;
  readonly labels: Labels;
};

function shape(around: Around, schema: z.ZodObject, data: RecordData, path: string): RecordData {
  const shown: Record<string, unknown> = {};
  for (const [field, fieldSchema] of fieldsOf(schema, around.profile))
    shown[field] = valueOf(around, fieldSchema, field, data, path);
  return shown;
}

function valueOf(around: Around, schema: z.ZodType, field: string, data: RecordData, path: string): unknown {
  const { row, catalogue, profile, labels } = around;
  const meta = metaOf(schema);
  const value = data[field];
  if (path === '' && field === 'id') return row.id;
  if (path === '' && field === 'label') return row.label;
  if (field === 'label') return text(data['name']) ?? '';
  if (field === 'lastModified') return datetime(row.lastModified);
  const picked = (id: unknown) => catalogue.find(meta?.picklist ?? '', String(id)) ?? blankPick(id);
  const related = (id: unknown) => relation(labels, String(id), meta?.to ?? '');
  switch (meta?.kind) {
    case undefined:
      return value ?? [];
    case 'pick':
      if (meta.several !== undefined && profile.modules.has(meta.several)) return listOf(value).map(picked);
      return listOf(value).map(picked)[0] ?? null;
    case 'picks':
      return listOf(value).map(picked);
    case 'relation':
      return value === undefined ? null : related(value);
    case 'relations':
      return listOf(value).map(related);
    case 'address':
      return address(row.id, `${path}${field}`, value);
    case 'object':
      return shape(around, objectOf(schema), isData(value) ? value : {}, `${path}${field}.`);
    case 'objects':
      return listOf(value).map((item) =>
        shape(around, objectOf(schema), isData(item) ? item : {}, `${path}${field}.`),
      );
    default:
      return value ?? null;
  }
}

const blankPick = (id: unknown) => ({ id: String(id), label: String(id) });

function relation(labels: Labels, id: string, to: string): RecordData {
  return { id, label: labels.get(id)?.label ?? '', link: `/v1/${to}/${id}` };
}

/** An address is a part of its record; its link leads to its fields. */
function address(ownerId: string, path: string, value: unknown): RecordData | null {
  const slot = addressSlots.find((known) => known === path);
  const label = isData(value) ? addressLabel(value) : '';
  if (slot === undefined || label === '') return null;
  const id = addressId(ownerId, slot);
  return { id, label, link: `/v1/addresses/${id}` };
}

export function addressLabel(fields: RecordData): string {
  return ['street', 'dependentLocality', 'city', 'state', 'zip', 'country']
    .flatMap((part) => text(fields[part]) ?? [])
    .join(', ');
}

/** One look-up for the names of all records that these rows point to. */
async function relationLabels(db: InstanceDb, schema: z.ZodObject, rows: readonly Stored[]): Promise<Labels> {
  const fields = Object.entries(schema.shape)
    .filter(([, fieldSchema]) => /^relations?$/.test(metaOf(fieldSchema)?.kind ?? ''))
    .map(([field]) => field);
  const ids = rows.flatMap(({ data }) => fields.flatMap((field) => listOf(data[field]).map(String)));
  return labelsOf(db, ids);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function objectOf(schema: z.ZodType): z.ZodObject {
  const inner = objectIn(schema);
  if (inner === undefined) throw new TypeError('expected a schema with an object in it');
  return inner;
}
