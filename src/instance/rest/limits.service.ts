import { type Clock, midnightAfter } from '../../core/clock.ts';
import { datetime } from '../instance-time.ts';

export type Limits = {
  /** Calls of a token in a day. */
  readonly daily: number;
  /** Calls that may come at once. */
  readonly burst: number;
  /** How many of them leak away in a second. */
  readonly leak: number;
};

export const defaultLimits: Limits = { daily: 10_000, burst: 100, leak: 10 };

/** A leaky bucket and a daily count for each token. A call that is refused counts for neither. */
export function createLimiter(limits: Limits, clock: Clock) {
  const states = new Map<string, State>();
  return {
    /** Counts a call of a token: seconds to wait, where it is one too many, and its headers (REST 8). */
    admit: (token: string) => {
      const now = clock.now();
      const before = states.get(token) ?? { level: 0, at: now.getTime(), day: dayOf(now), used: 0 };
      const state = aged(before, now, limits);
      const wait = waitOf(state, now, limits);
      const after = wait === 0 ? { ...state, level: state.level + 1, used: state.used + 1 } : state;
      states.set(token, after);
      return {
        retryAfter: wait === 0 ? undefined : Math.max(1, Math.ceil(wait)),
        headers: headersOf(limits.daily, limits.daily - after.used, now),
      };
    },
    /** The headers for a caller without a known token, who has no calls. */
    stranger: () => headersOf(limits.daily, 0, clock.now()),
    reset: () => states.clear(),
  };
}

export type Limiter = ReturnType<typeof createLimiter>;

type State = { readonly level: number; readonly at: number; readonly day: string; readonly used: number };

/** What has leaked away and which day it is now. */
function aged(state: State, now: Date, { leak }: Limits): State {
  const leaked = (Math.max(0, now.getTime() - state.at) / 1_000) * leak;
  const day = dayOf(now);
  return {
    level: Math.max(0, state.level - leaked),
    at: now.getTime(),
    day,
    used: day === state.day ? state.used : 0,
  };
}

/** Seconds until there is room for one more call. */
function waitOf({ level, used }: State, now: Date, { daily, burst, leak }: Limits): number {
  const untilMidnight = (midnightAfter(now).getTime() - now.getTime()) / 1_000;
  if (used >= daily) return untilMidnight;
  // A hair of tolerance, so that a call exactly when its drop has leaked away is let in.
  return level + 1 <= burst + 1e-6 ? 0 : Math.min((level + 1 - burst) / leak, untilMidnight);
}

function headersOf(daily: number, left: number, now: Date): Readonly<Record<string, string>> {
  return {
    'x-rate-limit-limit': String(daily),
    'x-rate-limit-remaining': String(Math.max(0, left)),
    'x-rate-limit-reset': datetime(midnightAfter(now)),
  };
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
