import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { DAY, MINUTE } from '../core/clock.ts';

export type TokenPurpose = 'confirm' | 'code' | 'manage' | 'jobs' | 'draft' | 'continue';

/** How long each works. A job's page works for as long after each visit. */
export const lifetimes: Readonly<Record<TokenPurpose, number>> = {
  confirm: 3 * DAY,
  code: 15 * MINUTE,
  manage: 30 * DAY,
  jobs: 30 * DAY,
  draft: 14 * DAY,
  continue: 14 * DAY,
};

/** Wrong codes after which a new one has to be sent. */
export const codeTries = 5;

/** 256 bits that nobody guesses. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Six digits; few, so they work for minutes and a few tries. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}

/** The six digits however they were pasted: `482 917`, `482-917`. */
export function plainCode(written: string): string {
  return written.replace(/\D/g, '');
}

/** What is kept of a token. Keyed, because six digits could otherwise be found from it. */
export function tokenFingerprint(secret: string, purpose: TokenPurpose, token: string): string {
  return createHmac('sha256', secret).update(`${purpose} ${token}`).digest('hex');
}

/** Marks the number of a job that is not begun yet as ours: nobody else chooses numbers. */
export function newJobMark(secret: string, jobId: string): string {
  return createHmac('sha256', secret).update(`new job ${jobId}`).digest('base64url').slice(0, 22);
}

/** The code belongs to one submission: two may have the same digits. */
export function codeFingerprint(secret: string, submissionId: number, code: string): string {
  return tokenFingerprint(secret, 'code', `${submissionId} ${code}`);
}
