import { DAY } from '../core/clock.ts';
import type { Refusals } from '../db/schema/targets.schema.ts';

export type { Refusals };

/** After a job was refused: `most` different jobs in a row with the same text are trouble of the target (rule R22). */
export function afterRefusal(
  before: Refusals | undefined,
  refusal: { readonly job: number; readonly reason: string; readonly at: Date; readonly most: number },
): Refusals {
  const { job, reason, at, most } = refusal;
  const text = refusalText(reason);
  const same = before?.text === text ? before : undefined;
  if (same?.stage === 'excused' && isExcused(same, at)) return same;
  if (same?.stage === 'probed')
    return { text, jobs: [], stage: 'excused', until: new Date(at.getTime() + DAY).toISOString() };
  if (same?.stage === 'open') return same;
  const jobs = same?.stage === 'counting' ? [...new Set([...same.jobs, job])] : [job];
  return { text, jobs, stage: jobs.length >= most ? 'open' : 'counting' };
}

/** After a job was taken. */
export function afterAccepted(before: Refusals | undefined, at: Date): Refusals | undefined {
  if (before?.stage === 'open') return { ...before, stage: 'probed' };
  return before?.stage === 'excused' && isExcused(before, at) ? before : undefined;
}

function isExcused({ until }: Refusals, at: Date): boolean {
  return until !== undefined && new Date(until) > at;
}

/** A refusal without what differs from job to job: numbers and spaces. */
export function refusalText(reason: string): string {
  return reason.toLowerCase().replace(/\d+/g, '0').replace(/\s+/g, ' ').trim().slice(0, 500);
}

/** Since when what was touched is compared again; undefined: all is, as where the clock was ahead at the last comparison and is put back. */
export function comparedSince(
  target: { readonly mappingVersion: string | null; readonly reconciledAt: Date | null },
  now: Date,
): Date | undefined {
  const { mappingVersion, reconciledAt: at } = target;
  return mappingVersion === null || at === null || at > now ? undefined : at;
}
