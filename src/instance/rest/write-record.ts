import type { InstanceDb } from '../database.ts';
import type { Instance } from '../reference-instance.ts';
import { merge, rowOf, type Stored } from '../instance-records.ts';
import {
  findRecords,
  insertRecords,
  lockName,
  lockRecord,
  studentsWith,
  writeRecord,
} from '../records.repository.ts';
import type { RecordData } from '../instance-schema.ts';
import { statesAbroad } from './address-check.ts';
import type { CollectionSpec } from './collection.ts';
import { type CustomChange, readCustomFields } from './custom-fields.service.ts';
import { type FieldMessages, required } from './replies.ts';
import { isCounselor } from './rights.ts';
import { readFields, type Relation } from './write-fields.ts';

export type Write =
  | { readonly kind: 'written'; readonly stored: Stored }
  | { readonly kind: 'wrong'; readonly errors: FieldMessages }
  | { readonly kind: 'unknown' };

const wrong = (errors: FieldMessages): Write => ({ kind: 'wrong', errors });

/**
 * Creates a record from a body, or changes the fields that it carries, and no others, of the record with an id, also while others change
 * the same record: all of it, with what belongs to it, or nothing.
 */
export async function saveRecord(
  instance: Instance,
  spec: CollectionSpec,
  body: RecordData,
  updateOf?: string,
): Promise<Write> {
  if (spec.write === undefined) return { kind: 'unknown' };
  const { catalogue, profile, db } = instance;
  const update = updateOf !== undefined;
  const fields = readFields(spec.write, body, { catalogue, profile, update });
  const custom = spec.customFields ? readCustomFields(spec.name, body) : { change: {}, errors: {} };
  const errors = { ...blanked(spec, fields.change, update), ...custom.errors, ...fields.errors };
  return db.transaction(async (tx) => {
    const before = update ? await lockRecord(tx, spec.name, updateOf) : undefined;
    if (update && before === undefined) return { kind: 'unknown' };
    const lacking = lackingFields(spec, fields.change, before);
    const unknown = await unknownRelations(tx, fields.relations);
    const abroad = statesAbroad(spec.write, { change: fields.change, stored: before?.data ?? {} });
    const all = { ...lacking, ...unknown, ...abroad, ...errors };
    if (Object.keys(all).length > 0) return wrong(all);
    return store(instance, tx, spec, {
      id: updateOf ?? instance.newId(),
      before,
      change: fields.change,
      custom,
    });
  });
}

type Storing = {
  readonly id: string;
  readonly before: Stored | undefined;
  readonly change: RecordData;
  readonly custom: CustomChange;
};

async function store(
  instance: Instance,
  tx: InstanceDb,
  spec: CollectionSpec,
  { id, before, change, custom }: Storing,
): Promise<Write> {
  const taken = await takenKeys(tx, spec, id, change);
  if (Object.keys(taken).length > 0) return wrong(taken);
  const completed = (await spec.complete?.(instance, tx, { id, before, change })) ?? {
    kind: 'complete',
    change,
  };
  if (completed.kind === 'wrong') return completed;
  const whole = {
    ...completed.change,
    ...(Object.keys(custom.change).length > 0 ? { custom: custom.change } : {}),
  };
  const now = instance.clock.now();
  if (before !== undefined)
    return { kind: 'written', stored: await writeRecord(tx, before, merge(before.data, whole), now) };
  const row = rowOf(spec.name, id, merge({}, whole), now);
  await insertRecords(tx, [row]);
  return { kind: 'written', stored: row };
}

/** A required field that is set to null or "", or, in a new record, not sent. */
function blanked(spec: CollectionSpec, change: RecordData, update: boolean): FieldMessages {
  const missing = spec.required.filter((field) => (field in change || !update) && isBlank(change[field]));
  return Object.fromEntries(missing.map((field) => [field, required]));
}

/** "PUT needs a required field only if the stored record lacks it." */
function lackingFields(spec: CollectionSpec, change: RecordData, before: Stored | undefined): FieldMessages {
  if (before === undefined) return {};
  const missing = spec.required.filter((field) => !(field in change) && isBlank(before.data[field]));
  return Object.fromEntries(missing.map((field) => [field, required]));
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

async function unknownRelations(tx: InstanceDb, relations: readonly Relation[]): Promise<FieldMessages> {
  const ids = relations.flatMap((relation) => relation.ids);
  const found = new Map((await findRecords(tx, ids)).map((row) => [row.id, row]));
  const errors = relations.flatMap(({ field, to, ids }) => {
    const rows = ids.map((id) => found.get(id));
    if (rows.some((row) => row?.collection !== to)) return [[field, `There is no such record in ${to}.`]];
    if (field === 'counselors' && rows.some((row) => row !== undefined && !isCounselor(row.data)))
      return [[field, 'Only staff with counseling and advising rights are allowed.']];
    return [];
  });
  return Object.fromEntries(errors);
}

const uniqueFields = ['schoolStudentId', 'username'] as const;

/** Keys of students that another one has; who wants the same key waits until this write is done. */
async function takenKeys(
  tx: InstanceDb,
  spec: CollectionSpec,
  id: string,
  change: RecordData,
): Promise<FieldMessages> {
  if (spec.name !== 'students') return {};
  const errors: Record<string, string> = {};
  for (const field of uniqueFields) {
    const value = change[field];
    if (typeof value !== 'string' || value === '') continue;
    if (value.length > 255) {
      errors[field] = 'This has at most 255 characters.';
      continue;
    }
    await lockName(tx, `${field} ${value}`);
    if ((await studentsWith(tx, field, value)).some((row) => row.id !== id))
      errors[field] = 'Another student has this value.';
  }
  return errors;
}
