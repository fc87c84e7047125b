import { createHmac } from 'node:crypto';
import { sha256 } from '../../core/fingerprint.ts';

/** Zero bits that the digest must begin with: a second or less in a browser, a cost for anyone who sends thousands. */
export const workBits = 13;

/** What a browser works on: bound to one submission, so that work serves once. */
export function workOf(secret: string, submissionId: number): string {
  return createHmac('sha256', secret).update(`work ${submissionId}`).digest('base64url');
}

/** Whether the number is what the work was for. */
export function isWorked(challenge: string, number: string): boolean {
  if (!/^\d{1,12}$/.test(number)) return false;
  const digest = sha256(`${challenge} ${number}`);
  return Number.parseInt(digest.slice(0, 8), 16) >>> (32 - workBits) === 0;
}

/** The moment a page was made, signed. */
export function startedAt(secret: string, now: Date): string {
  const at = String(now.getTime());
  return `${at}.${signed(secret, at)}`;
}

/** When the page was made that a form came from; undefined when that is not ours. */
export function readStarted(secret: string, text: string): Date | undefined {
  const [at = '', signature] = text.split('.');
  return signature === signed(secret, at) && /^\d+$/.test(at) ? new Date(Number(at)) : undefined;
}

function signed(secret: string, at: string): string {
  return createHmac('sha256', secret).update(`started ${at}`).digest('base64url');
}
