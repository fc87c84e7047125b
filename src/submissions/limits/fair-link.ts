import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY } from '../../core/clock.ts';

/** A link works for at most so many days. */
export const mostFairDays = 14;

/** What a link of staff to the form carries: limits per network and employer do not count before its end. */
export function fairMark(secret: string, until: Date): string {
  const end = until.getTime().toString(36);
  return `${end}.${signature(secret, end)}`;
}

/** When the link ends; undefined for one that ended, or that staff did not make. */
export function fairUntil(secret: string, mark: string | undefined, now: Date): Date | undefined {
  const [, end = '', signed = ''] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(mark ?? '') ?? [];
  if (signed === '' || !timingSafeEqual(Buffer.from(signed), Buffer.from(signature(secret, end))))
    return undefined;
  const left = Number.parseInt(end, 36) - now.getTime();
  return left > 0 && left <= mostFairDays * DAY ? new Date(now.getTime() + left) : undefined;
}

function signature(secret: string, end: string): string {
  return createHmac('sha256', secret).update(`career fair ${end}`).digest('base64url');
}
