import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { sha256 } from '../core/fingerprint.ts';
import type { InstanceDb } from './database.ts';
import { calls, jobs, instanceLocks } from './instance-schema.ts';

export type StoredJob = typeof jobs.$inferSelect;
export type CallRow = typeof calls.$inferInsert;

/** Stands for the two ids that together name a job. */
export function identityOf(externalSourceId: string | null, jobId: string): string {
  return sha256(JSON.stringify([externalSourceId ?? '', jobId]));
}

type Received = Omit<StoredJob, 'externalSourceId' | 'identity' | 'deletedAt' | 'turn'> & {
  readonly externalSourceId: string | null;
};

/** Stores a job, or lays it over the one of the same name, and says which id it has and whether it was live already. */
export async function storeJob(
  tx: InstanceDb,
  received: Received,
): Promise<{ readonly id: string; readonly created: boolean }> {
  const identity = identityOf(received.externalSourceId, received.jobId);
  const [before] = await tx
    .select({ id: jobs.id, deletedAt: jobs.deletedAt })
    .from(jobs)
    .where(eq(jobs.identity, identity))
    .for('update');
  const row = {
    ...received,
    externalSourceId: received.externalSourceId ?? '',
    identity,
    deletedAt: null,
    turn: sql`nextval(${`"instance"."${instanceLocks.seqName}"`}::regclass)`,
  };
  const { id: _, ...change } = row;
  const [after] = await tx
    .insert(jobs)
    .values(row)
    .onConflictDoUpdate({ target: jobs.identity, set: change })
    .returning({ id: jobs.id });
  const id = after?.id ?? received.id;
  return { id, created: before === undefined ? id === received.id : before.deletedAt !== null };
}

/** Marks a live job deleted; false if no job has that id. */
export async function deleteJobRow(
  db: InstanceDb,
  externalSourceId: string | null,
  jobId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(jobs)
    .set({ deletedAt: now })
    .where(and(eq(jobs.identity, identityOf(externalSourceId, jobId)), isNull(jobs.deletedAt)))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

export async function allJobs(db: InstanceDb): Promise<readonly StoredJob[]> {
  return db.select().from(jobs).orderBy(jobs.turn);
}

export async function lastJob(db: InstanceDb): Promise<StoredJob | undefined> {
  const [row] = await db.select().from(jobs).orderBy(desc(jobs.turn)).limit(1);
  return row;
}

export async function jobById(db: InstanceDb, id: string): Promise<StoredJob | undefined> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  return row;
}

export async function logCalls(db: InstanceDb, rows: readonly CallRow[]): Promise<readonly CallRow[]> {
  if (rows.length > 0) await db.insert(calls).values([...rows]);
  return rows;
}

/** The calls kept, oldest first; those about one job when its identity is given. */
export async function readCalls(
  db: InstanceDb,
  identity?: string,
): Promise<readonly (typeof calls.$inferSelect)[]> {
  return db
    .select()
    .from(calls)
    .where(identity === undefined ? undefined : eq(calls.identity, identity))
    .orderBy(calls.id);
}

export async function deleteCalls(db: InstanceDb): Promise<void> {
  await db.delete(calls);
}

export async function deleteJobs(db: InstanceDb): Promise<void> {
  await db.delete(jobs);
}
