import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { InstanceDb } from './database.ts';
import { type Collection, rowOf, type Stored, storedColumns } from './instance-records.ts';
import { isStorable } from '../core/json.ts';
import { batches, marks, type RecordData, records } from './instance-schema.ts';
import { execute } from '../db/query.ts';

/** Stores new records, all or none. */
export async function insertRecords(db: InstanceDb, rows: readonly Stored[]): Promise<void> {
  if (rows.length > 0) await db.insert(records).values([...rows]);
}

/** Stores many records in few statements: for seeding. */
export async function insertMany(db: InstanceDb, rows: Iterable<Stored>): Promise<void> {
  let chunk: Stored[] = [];
  const store = async () => {
    const json = JSON.stringify(chunk);
    chunk = [];
    await execute(db)`
      insert into ${records} (id, collection, data, label, match_key, search, owner_id, last_modified)
      select id, collection, data, label, "matchKey", search, "ownerId", "lastModified"
      from jsonb_to_recordset(${json}::jsonb) as row(id text, collection text, data jsonb, label text,
        "matchKey" text, search text, "ownerId" text, "lastModified" timestamptz)`;
  };
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length === 2_000) await store();
  }
  if (chunk.length > 0) await store();
}

/** Lets the planner know what there is; after many inserts only. */
export async function tidyRecords(db: InstanceDb): Promise<void> {
  await execute(db)`vacuum analyze ${records}`;
}

export async function findRecord(
  db: InstanceDb,
  collection: Collection,
  id: string,
): Promise<Stored | undefined> {
  return isStorable(id) ? (await recordNamed(db, collection, id))[0] : undefined;
}

/** A record that nobody else changes until the transaction ends. */
export async function lockRecord(
  tx: InstanceDb,
  collection: Collection,
  id: string,
): Promise<Stored | undefined> {
  return isStorable(id) ? (await recordNamed(tx, collection, id).for('update'))[0] : undefined;
}

function recordNamed(db: InstanceDb, collection: Collection, id: string) {
  return db
    .select(storedColumns)
    .from(records)
    .where(and(eq(records.id, id), eq(records.collection, collection)));
}

/** Writes a record's new fields over its row. Call it only with the row locked. */
export async function writeRecord(
  tx: InstanceDb,
  stored: Stored,
  data: RecordData,
  now: Date,
): Promise<Stored> {
  const row = { ...stored, ...rowOf(collectionOf(stored), stored.id, data, now) };
  await tx.update(records).set(row).where(eq(records.id, stored.id));
  return row;
}

/** The employer of that folded name, or the contact of that folded e-mail address, the oldest if there are several. */
export async function findMatch(
  tx: InstanceDb,
  collection: 'employers' | 'contacts',
  matchKey: string,
  ownerId?: string,
): Promise<Stored | undefined> {
  const [row] = await tx
    .select(storedColumns)
    .from(records)
    .where(
      and(
        eq(records.matchKey, matchKey),
        eq(records.collection, collection),
        ownerId === undefined ? undefined : eq(records.ownerId, ownerId),
      ),
    )
    .orderBy(records.id)
    .limit(1)
    .for('update');
  return row;
}

/** The employers of a folded name, and their contacts of a folded e-mail address, the oldest first. */
export async function findOwners(
  db: InstanceDb,
  employerKey: string,
  contactKey: string | undefined,
): Promise<readonly Stored[]> {
  const owner = alias(records, 'owner');
  const isEmployer = and(eq(records.collection, 'employers'), eq(records.matchKey, employerKey));
  const employers = db.select(storedColumns).from(records).where(isEmployer);
  if (contactKey === undefined) return employers.orderBy(records.id);
  const contacts = db
    .select(storedColumns)
    .from(owner)
    .innerJoin(records, eq(records.ownerId, owner.id))
    .where(
      and(
        eq(owner.collection, 'employers'),
        eq(owner.matchKey, employerKey),
        eq(records.collection, 'contacts'),
        eq(records.matchKey, contactKey),
      ),
    );
  return (await unionAll(employers, contacts)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whichever of these records there are, of any collection. */
export async function findRecords(db: InstanceDb, ids: readonly string[]): Promise<readonly Stored[]> {
  const sound = [...new Set(ids)].filter(isStorable);
  if (sound.length === 0) return [];
  return db.select(storedColumns).from(records).where(inArray(records.id, sound));
}

/** The students that have this value in one of their unique fields. */
export async function studentsWith(
  db: InstanceDb,
  field: 'schoolStudentId' | 'username',
  value: string,
): Promise<readonly Stored[]> {
  if (!isStorable(value)) return [];
  return db
    .select(storedColumns)
    .from(records)
    .where(
      sql`${records.collection} = 'students' and ${records.data} ->> ${sql.raw(`'${field}'`)} = ${value} and ${records.data} ->> ${sql.raw(`'${field}'`)} <> ''`,
    );
}

/** Names for relations: the labels of these records, by id. */
export async function labelsOf(
  db: InstanceDb,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly label: string; readonly collection: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: records.id, label: records.label, collection: records.collection })
    .from(records)
    .where(inArray(records.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, label, collection }) => [id, { label, collection }]));
}

/** Makes all who would create the same thing wait for each other until the transaction ends. */
export async function lockName(tx: InstanceDb, name: string): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${name}, 7120032))`;
}

function collectionOf(stored: Stored): Collection {
  return stored.collection as Collection;
}

/** Forgets every record and every batch. */
export async function deleteRecords(db: InstanceDb): Promise<void> {
  await db.delete(batches);
  await db.delete(records);
}

export async function readMark(db: InstanceDb, key: string): Promise<string | undefined> {
  const [row] = await db.select({ value: marks.value }).from(marks).where(eq(marks.key, key));
  return row?.value;
}

export async function writeMark(db: InstanceDb, key: string, value: string): Promise<void> {
  await db.insert(marks).values({ key, value }).onConflictDoUpdate({ target: marks.key, set: { value } });
}
