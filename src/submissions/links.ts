import type { Db } from '../db/db.ts';
import {
  type CodeOutcome,
  consumeToken,
  findToken,
  keepToken,
  prolongToken,
  type StoredToken,
  tryCode,
} from './form-tokens.repository.ts';
import { lockSubmission, type Submission, submissionById } from './submissions.repository.ts';
import { codeFingerprint, newToken, tokenFingerprint, type TokenPurpose } from './submission-tokens.ts';

/** Where the form stands, for the links in its mails. */
export type FormSite = {
  readonly secret: string;
  /** `https://jobs.example.org`, without a slash at its end. */
  readonly origin: string;
  readonly helpEmail?: string;
  /** Where days are counted, `America/New_York`. */
  readonly timeZone: string;
};

/** What a link or a cookie opens. */
export type Opened = { readonly token: StoredToken; readonly submission: Submission };

/** The job that a key opens for this purpose, if it still does; a visit of `prolongs` makes the key last as long again. */
export async function openLink(
  db: Db,
  { secret }: Pick<FormSite, 'secret'>,
  {
    purpose,
    key,
    now,
    prolongs,
  }: { readonly purpose: TokenPurpose; readonly key: string; readonly now: Date; readonly prolongs: boolean },
): Promise<Opened | undefined> {
  const token = await findToken(db, purpose, tokenFingerprint(secret, purpose, key), now);
  const submission = token && (await submissionById(db, token.submissionId));
  if (token === undefined || submission === undefined) return undefined;
  if (prolongs) await prolongToken(db, token, now);
  return { token, submission };
}

/** Uses a link or a code up and locks its job, until the transaction ends; undefined when somebody was faster. */
export async function useToken(tx: Db, token: StoredToken, now: Date): Promise<Submission | undefined> {
  const submission = await lockSubmission(tx, token.submissionId);
  return (await consumeToken(tx, token, now)) && submission;
}

/** Tries the digits of a mail in place of its link. */
export async function openCode(
  db: Db,
  { secret }: Pick<FormSite, 'secret'>,
  { id: submissionId, code, now }: { readonly id: number; readonly code: string; readonly now: Date },
): Promise<CodeOutcome> {
  const fingerprint = codeFingerprint(secret, submissionId, code);
  return tryCode(db, { submissionId, fingerprint, now });
}

type NewKey = {
  readonly purpose: TokenPurpose;
  readonly submissionId: number;
  readonly email?: string;
  readonly now: Date;
};

/** A fresh key to a job; only its fingerprint is kept. */
export async function freshKey(db: Db, { secret }: Pick<FormSite, 'secret'>, given: NewKey): Promise<string> {
  const key = newToken();
  await keepToken(db, { ...given, fingerprint: tokenFingerprint(secret, given.purpose, key) });
  return key;
}

const paths = {
  confirm: '/confirm',
  manage: '/manage',
  jobs: '/manage/all',
  continue: '/post/continue',
} as const;

/** The address that a key of this purpose opens. */
export function linkPath(purpose: keyof typeof paths, key: string): string {
  return `${paths[purpose]}/${key}`;
}

/** A fresh link of that purpose. */
export async function freshLink(
  db: Db,
  site: FormSite,
  given: NewKey & { readonly purpose: keyof typeof paths },
): Promise<string> {
  return `${site.origin}${linkPath(given.purpose, await freshKey(db, site, given))}`;
}
