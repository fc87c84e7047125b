import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { DAY } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { sources, type SubmissionBehavior, submissions, submissionTokens } from '../db/schema.ts';
import { writeListings } from '../listings/listing-writes.repository.ts';
import type { Answers } from './submission-answers.ts';

export type Submission = typeof submissions.$inferSelect;
export type SubmissionChange = Partial<typeof submissions.$inferInsert>;

/** Unconfirmed data is deleted after so many days. */
const draftDays = 14;

export type NewSubmission = {
  readonly jobId: string;
  readonly draft: Answers;
  readonly language: string;
  readonly now: Date;
  readonly behavior?: SubmissionBehavior;
  readonly declared?: string;
};

/** Begins a job; undefined when another one has its number. */
export async function addSubmission(
  db: Db,
  { now, ...begun }: NewSubmission,
): Promise<Submission | undefined> {
  const [row] = await db
    .insert(submissions)
    .values({ ...begun, createdAt: now, touchedAt: now })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function submissionById(db: Db, id: number): Promise<Submission | undefined> {
  return (await db.select().from(submissions).where(eq(submissions.id, id)))[0];
}

/** For a change that nothing else may come between, until its transaction ends. */
export async function lockSubmission(db: Db, id: number): Promise<Submission | undefined> {
  return (await db.select().from(submissions).where(eq(submissions.id, id)).for('update'))[0];
}

export async function submissionOfJob(db: Db, jobId: string): Promise<Submission | undefined> {
  return (await db.select().from(submissions).where(eq(submissions.jobId, jobId)))[0];
}

/** The confirmed jobs of an address, and those that a colleague invited it to, of two years, newest first. */
export async function submissionsOf(db: Db, email: string, now: Date): Promise<readonly Submission[]> {
  const { submissionId, purpose, expiresAt } = submissionTokens;
  const invited = db
    .select({ submissionId })
    .from(submissionTokens)
    .where(and(eq(submissionTokens.email, email), eq(purpose, 'manage'), gt(expiresAt, now)));
  return db
    .select()
    .from(submissions)
    .where(
      and(
        or(eq(submissions.email, email), inArray(submissions.id, invited)),
        inArray(submissions.state, ['confirmed', 'closed']),
        gte(submissions.touchedAt, new Date(now.getTime() - 730 * DAY)),
      ),
    )
    .orderBy(desc(submissions.id))
    .limit(100);
}

/** Every job that stands, or was closed lately: those whose employers may have to be told something. */
export async function submissionsToTell(db: Db, afterId: number, atMost: number) {
  return db
    .select()
    .from(submissions)
    .where(
      and(
        sql`${submissions.id} > ${afterId}`,
        isNotNull(submissions.listingId),
        sql`not ${submissions.told} ? 'closed'`,
      ),
    )
    .orderBy(submissions.id)
    .limit(atMost);
}

export async function changeSubmission(db: Db, id: number, change: SubmissionChange): Promise<void> {
  await db.update(submissions).set(change).where(eq(submissions.id, id));
}

/** Deletes what nobody confirmed in time; gives how many. */
export async function dropUnconfirmed(db: Db, now: Date): Promise<number> {
  const gone = await db
    .delete(submissions)
    .where(
      and(
        isNull(submissions.confirmedAt),
        lt(submissions.touchedAt, new Date(now.getTime() - draftDays * DAY)),
      ),
    )
    .returning({ id: submissions.id });
  return gone.length;
}

const FORM = 'form';

/** The source that the form's jobs come from; made when it is first needed. */
export async function formSource(db: Db, now: Date): Promise<{ readonly id: number }> {
  await db
    .insert(sources)
    .values({ name: FORM, kind: 'form', externalSourceId: FORM, createdAt: now })
    .onConflictDoNothing();
  const [row] = await db.select({ id: sources.id }).from(sources).where(eq(sources.name, FORM));
  if (row === undefined) throw new Error('the source "form" is not there although it was just made');
  return row;
}

/** The employer closes the job: it is no longer wanted anywhere. */
export async function withdrawListing(tx: Db, id: number, now: Date): Promise<void> {
  const because = sql`'its employer closed it'`;
  await writeListings(tx, sql`l.id = ${id}`, { type: 'withdrawn', cause: sql`'withdrawn'`, because }, now);
}
