import { or, type SQL, sql } from 'drizzle-orm';
import type { InstanceDb } from '../../database.ts';
import { type Stored, storedColumns } from '../../instance-records.ts';
import { jobs, records } from '../../instance-schema.ts';
import { rightsOfGroups } from '../rights.ts';

/** Employers with a job that is not deleted. */
export function hasLiveJob(): SQL {
  return sql`exists (select 1 from ${jobs} where ${jobs.employerId} = ${records.id} and ${jobs.deletedAt} is null)`;
}

/** Records with this value in a field, which may be nested. */
export function fieldIs(path: readonly string[], value: string): SQL {
  return sql`${records.data} #>> ${textArray(path)} = ${storableText(value)}`;
}

/** Records whose list field, or whose only value, is one of these ids. */
export function fieldIsOneOf(path: readonly string[], values: readonly string[]): SQL {
  return sql`${records.data} #>> ${textArray(path)} = any(${textArray(values.map(storableText))})`;
}

/** Staff who may counsel students, by name. */
export async function counselors(db: InstanceDb): Promise<readonly Stored[]> {
  const groups = Object.entries(rightsOfGroups)
    .filter(([, rights]) => rights.includes('counseling'))
    .map(([group]) => sql`${records.data} @> ${JSON.stringify({ groupMembership: [group] })}::jsonb`);
  const direct = sql`${records.data} @> ${JSON.stringify({ rights: ['counseling'] })}::jsonb`;
  return db
    .select(storedColumns)
    .from(records)
    .where(sql`${records.collection} = 'staff' and ${or(direct, ...groups)}`)
    .orderBy(records.label, records.id);
}

/** A value that Postgres takes; one it cannot hold equals nothing. */
const storableText = (value: string) => value.toWellFormed().replaceAll('\u0000', '\ufffd');

function textArray(values: readonly string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;
}

/** What belongs to a record. */
export function ownedBy(id: string): SQL {
  return sql`${records.ownerId} = ${id}`;
}
