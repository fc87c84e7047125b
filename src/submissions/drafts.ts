import { randomBytes } from 'node:crypto';
import type { Db } from '../db/db.ts';
import { draftsBehind } from './form-tokens.repository.ts';
import type { FormSite } from './links.ts';
import { tokenFingerprint } from './submission-tokens.ts';
import {
  addSubmission,
  changeSubmission,
  type NewSubmission,
  type Submission,
  submissionById,
  submissionsOf,
} from './submissions.repository.ts';

export type { Submission } from './submissions.repository.ts';

/** A number for a job that nobody began yet. */
export function newJobId(): string {
  return `F${randomBytes(6).toString('hex').toUpperCase()}`;
}

/** Begins a job, with the number that its address has if that is still free: it may be another browser's, or that of the first of two presses. */
export async function beginJob(
  db: Db,
  wanted: string | undefined,
  begun: Omit<NewSubmission, 'jobId'>,
): Promise<Submission> {
  const submission =
    (wanted === undefined ? undefined : await addSubmission(db, { ...begun, jobId: wanted })) ??
    (await addSubmission(db, { ...begun, jobId: newJobId() }));
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
