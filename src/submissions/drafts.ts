import { randomBytes } from 'node:crypto';
import type { Db } from '../db/db.ts';
import type { SubmissionBehavior } from '../db/schema.ts';
import { draftsBehind } from './form-tokens.repository.ts';
import type { FormSite } from './links.ts';
import type { Answers } from './submission-answers.ts';
import { tokenFingerprint } from './submission-tokens.ts';
import {
  addSubmission,
  changeSubmission,
  type Submission,
  submissionById,
  submissionsOf,
} from './submissions.repository.ts';

export type { Submission } from './submissions.repository.ts';

type NewJob = {
  readonly draft: Answers;
  readonly language: string;
  readonly now: Date;
  readonly behavior?: SubmissionBehavior;
};

/** A number for a job that nobody began yet. */
export function newJobId(): string {
  return `F${randomBytes(6).toString('hex').toUpperCase()}`;
}

/** Begins a job with this number; undefined when another one has it. */
export async function addJob(
  db: Db,
  jobId: string,
  { behavior, ...begun }: NewJob & { readonly declared?: string },
): Promise<Submission | undefined> {
  const { declared, ...draft } = begun;
  const added = await addSubmission(db, { jobId, ...draft });
  if (added === undefined || behavior === undefined) return added;
  await changeSubmission(db, added.id, { behavior, declared });
  return { ...added, behavior, declared: declared ?? null };
}

/** Begins a job, with the number that its address has if that is still free: it may be another browser's, or that of the first of two presses. */
export async function beginJob(db: Db, wanted: string | undefined, begun: NewJob): Promise<Submission> {
  const submission =
    (wanted === undefined ? undefined : await addJob(db, wanted, begun)) ??
    (await addJob(db, newJobId(), begun));
  if (submission === undefined) throw new Error('a new job was given the number of another one');
  return submission;
}

/** Keeps what was written of a job; what is confirmed of it stays. */
export async function keepDraft(
  db: Db,
  { id }: Pick<Submission, 'id'>,
  change: Partial<Pick<Submission, 'draft' | 'touchedAt' | 'behavior' | 'language'>>,
): Promise<void> {
  await changeSubmission(db, id, change);
}

/** The jobs that a browser with these keys writes, the one that was written on last first. */
export async function draftsOfKeys(
  db: Db,
  { secret }: Pick<FormSite, 'secret'>,
  keys: readonly string[],
  now: Date,
): Promise<readonly Submission[]> {
  const fingerprints = keys.map((key) => tokenFingerprint(secret, 'draft', key));
  return fingerprints.length === 0 ? [] : draftsBehind(db, fingerprints, now);
}

/** A job as it is stored by now. */
export async function storedJob(db: Db, job: Submission): Promise<Submission> {
  return (await submissionById(db, job.id)) ?? job;
}

/** The confirmed jobs of an address, newest first. */
export async function jobsOf(db: Db, email: string, now: Date): Promise<readonly Submission[]> {
  return submissionsOf(db, email, now);
}
