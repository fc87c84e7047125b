import type { Employer, Job } from '../soap/types.ts';

/** What an answer may repeat of a posting. */
type Posted = { readonly job: Job | null; readonly employer: Employer | null };

const MOST_LENGTH = 200;

/** An answer of `processJob` without what differs from job to job: the job's own words, and everything with a digit. */
export function answerShape(answer: string | null, { job, employer }: Posted): string {
  const own = [job?.job_id, job?.job_title, employer?.empname]
    .filter((text) => text !== undefined && text !== null && text.trim().length > 2)
    .map((text) => plain(text ?? ''))
    .toSorted((a, b) => b.length - a.length);
  return own
    .reduce((text, one) => text.replaceAll(one, '…'), plain(answer ?? ''))
    .replace(/[\p{L}\p{N}_-]*\p{N}[\p{L}\p{N}_-]*/gu, '0')
    .slice(0, MOST_LENGTH);
}

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Words that no service says of a job that it took. */
const BAD_WORDS = /\b(error|fail(ed|ure)?|invalid|reject(ed|ion)?|denied)\b/iu;

/** Whether an answer alone makes nobody doubt: it says something, and nothing of a failure. */
export function isPlausible(answer: string | null): boolean {
  return answer !== null && answer.trim() !== '' && !BAD_WORDS.test(answer);
}

/** Whether an answer of `processJob` is believed (rule R23): like the usual ones of its target; while none are known, a plausible one. */
export function isBelieved(answer: string | null, posted: Posted, usual: readonly string[]): boolean {
  if (usual.length > 0) return usual.includes(answerShape(answer, posted));
  return isPlausible(answer);
}
