import { DAY } from '../core/clock.ts';
import { present } from '../core/present.ts';
import type { RequestPlace } from './requested-changes.ts';
import type { SchoolJobState, SchoolState } from './school-state.ts';
import type { SubmissionStatus } from './school-status.queries.ts';

/** Something its employer has to be told about a job. */
export type Notice =
  | {
      readonly kind: 'accepted';
      readonly schools: readonly string[];
      readonly others: readonly SchoolJobState[];
    }
  | { readonly kind: 'not_taken'; readonly schools: readonly SchoolJobState[] }
  | { readonly kind: 'change'; readonly note: string; readonly asked?: RequestPlace }
  | { readonly kind: 'refused'; readonly note: string }
  | { readonly kind: 'expiring'; readonly expiresAt: Date; readonly days: number }
  | { readonly kind: 'closed'; readonly schools: number };

export type DueNotice = { readonly notice: Notice; readonly told: Readonly<Record<string, string>> };

const warnDays = 7;

/**
 * What is due to be sent, and what then counts as sent. A needed change and a refusal are sent at once, anything else at most once a day;
 * an end comes before a warning, a warning before good news.
 */
export function dueNotice(
  standing: SubmissionStatus,
  told: Readonly<Record<string, string>>,
  now: Date,
): DueNotice | undefined {
  const at = now.toISOString();
  const { change, expiresAt, schools, live } = standing;
  const over = !live || (expiresAt !== undefined && expiresAt <= now);
  if (over) {
    const there = schools.filter(
      ({ state }) => state === 'accepted' || state === 'closing' || state === 'closed',
    ).length;
    return { notice: { kind: 'closed', schools: there }, told: { closed: at, last: at } };
  }
  if (change !== undefined && told[`change ${change.at.toISOString()}`] === undefined)
    return {
      notice: { kind: 'change', note: change.note, ...present({ asked: change.asked }) },
      told: { [`change ${change.at.toISOString()}`]: at, last: at },
    };
  const { refused } = standing;
  if (refused !== undefined && told[`refused ${refused.at.toISOString()}`] === undefined)
    return {
      notice: { kind: 'refused', note: refused.note },
      told: { [`refused ${refused.at.toISOString()}`]: at, last: at },
    };
  if (told['last'] !== undefined && now.getTime() - Date.parse(told['last']) < DAY) return undefined;
  const accepted = schools.filter(({ state }) => state === 'accepted');
  if (expiresAt !== undefined && accepted.length > 0) {
    const key = `expiring ${expiresAt.toISOString()}`;
    const left = expiresAt.getTime() - now.getTime();
    if (left <= warnDays * DAY && told[key] === undefined)
      return {
        notice: { kind: 'expiring', expiresAt, days: Math.max(1, Math.round(left / DAY)) },
        told: { [key]: at, last: at },
      };
  }
  const refusals = schools.filter(
    ({ state, by, school }) =>
      state === 'refused' && by === 'staff' && told[`not taken ${school}`] === undefined,
  );
  if (refusals.length > 0)
    return {
      notice: { kind: 'not_taken', schools: refusals },
      told: { ...Object.fromEntries(refusals.map(({ school }) => [`not taken ${school}`, at])), last: at },
    };
  const news = accepted.filter(({ school }) => told[`accepted ${school}`] === undefined);
  if (news.length === 0) return undefined;
  const others = schools.filter(({ state }) => isUndecided(state));
  return {
    notice: { kind: 'accepted', schools: news.map(({ school }) => school), others },
    told: { ...Object.fromEntries(news.map(({ school }) => [`accepted ${school}`, at])), last: at },
  };
}

function isUndecided(state: SchoolState): boolean {
  return state === 'review' || state === 'school' || state === 'sending' || state === 'stopped';
}
