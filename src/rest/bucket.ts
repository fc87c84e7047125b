import { DAY, midnightAfter, SECOND } from '../core/clock.ts';

/** Who waits for a call: people come first, then publishing, then what merely keeps a copy fresh. */
export const priorities = ['people', 'publishing', 'mirrors'] as const;
export type Priority = (typeof priorities)[number];

/** What one token may do (REST 8). */
export type TokenLimits = { readonly burst: number; readonly leakPerSecond: number; readonly daily: number };

/** Five calls below the burst of the specification: the way to the service bunches calls together. */
export const tokenLimits: TokenLimits = { burst: 95, leakPerSecond: 10, daily: 10_000 };

/** What is known of a token's use, shared by all who use it. */
export type Bucket = {
  readonly level: number;
  readonly at: Date;
  /** Calls of the day, and when the day ends. */
  readonly used: number;
  readonly daily: number;
  readonly dayEnds: Date;
  /** Somebody else uses the token as well: no call before then. */
  readonly heldUntil: Date | undefined;
};

export type Wish = Readonly<Record<Priority, number>>;

export type Grant = {
  readonly bucket: Bucket;
  readonly granted: Wish;
  /** Milliseconds after which another attempt can succeed, for those that wait. */
  readonly waitMs: number;
  /** Priorities whose part of the day is used up, and until when. */
  readonly spent: readonly Priority[];
  readonly until: Date;
};

export function freshBucket(now: Date, { daily }: TokenLimits = tokenLimits): Bucket {
  return { level: 0, at: now, used: 0, daily, dayEnds: midnightAfter(now), heldUntil: undefined };
}

/** How many of the wished calls may start now, in the order of their priority. Calls granted count as made. */
export function grant(before: Bucket, wish: Wish, now: Date, limits: TokenLimits = tokenLimits): Grant {
  const bucket = aged(before, now, limits);
  const held = (bucket.heldUntil?.getTime() ?? 0) - now.getTime();
  if (held > longHold) return refusedAll(bucket, wish, bucket.heldUntil ?? bucket.dayEnds);
  let { level, used } = bucket;
  const granted = { people: 0, publishing: 0, mirrors: 0 };
  const spent: Priority[] = [];
  let waitMs = Infinity;
  for (const priority of priorities) {
    const wished = wish[priority];
    if (wished === 0) continue;
    const today = Math.floor(bucket.daily * shareNow(priority, bucket, now)) - used;
    const room = held > 0 ? 0 : Math.floor(limits.burst - keptFree[priority] - level + hair);
    const given = Math.max(0, Math.min(wished, today, room));
    granted[priority] = given;
    level += given;
    used += given;
    if (given === wished) continue;
    if (today - given <= 0) spent.push(priority);
    else waitMs = Math.min(waitMs, Math.max(held, untilRoom(level, priority, limits)));
  }
  const until = earliest(
    spent.map((priority) => roomAgain(priority, { ...bucket, used })),
    bucket.dayEnds,
  );
  return { bucket: { ...bucket, level, used }, granted, waitMs, spent, until };
}

/** What an answer's headers say of the token's use (REST 8). */
export type RateNews = {
  readonly daily?: number;
  readonly remaining?: number;
  readonly reset?: Date;
  /** The answer was 429: no call before then. */
  readonly holdUntil?: Date;
};

/** The bucket after an answer: the service's own count stands where it is higher than ours (others may use the token). */
export function heard(before: Bucket, news: RateNews, now: Date, limits: TokenLimits = tokenLimits): Bucket {
  const bucket = aged(before, now, limits);
  const daily = news.daily ?? bucket.daily;
  // An answer from before midnight, or of a slower clock, counts the calls of the day that is over.
  const isOver = news.reset !== undefined && news.reset <= now;
  const counted = news.remaining === undefined || isOver ? 0 : daily - news.remaining;
  const used = Math.max(bucket.used, counted);
  const fits = news.reset !== undefined && news.reset > now && news.reset.getTime() - now.getTime() <= DAY;
  const dayEnds = fits && news.reset !== undefined ? news.reset : bucket.dayEnds;
  if (news.holdUntil === undefined) return { ...bucket, daily, used, dayEnds };
  const heldUntil = new Date(Math.max(news.holdUntil.getTime(), bucket.heldUntil?.getTime() ?? 0));
  return { ...bucket, daily, used, dayEnds, heldUntil };
}

/** Whether an answer tells anything that the bucket does not know yet: what need not be written is not. */
export function isNews(bucket: Bucket, news: RateNews): boolean {
  const { daily, used, dayEnds } = bucket;
  return (
    news.holdUntil !== undefined ||
    (news.daily !== undefined && news.daily !== daily) ||
    (news.remaining !== undefined && (news.daily ?? daily) - news.remaining > used) ||
    (news.reset !== undefined && Math.abs(news.reset.getTime() - dayEnds.getTime()) > SECOND)
  );
}

/** Places of the bucket that a priority leaves to those before it. */
const keptFree: Wish = { people: 0, publishing: 5, mirrors: 15 };
/** The share of the day's calls up to which a priority may bring the count, at the day's begin and at its end: an early rush starves nobody later. */
const shareOfDay: Readonly<Record<Priority, { readonly begin: number; readonly end: number }>> = {
  people: { begin: 1, end: 1 },
  publishing: { begin: 0.6, end: 0.95 },
  mirrors: { begin: 0.25, end: 0.8 },
};
/** A longer hold is not waited for: it is the end of the day's calls. */
const longHold = 60 * SECOND;
/** So that a call exactly when its drop has leaked away is let in. */
const hair = 1e-6;

/** What has leaked away; a new day starts a new count. A clock behind the one before it changes nothing. */
function aged(bucket: Bucket, now: Date, { leakPerSecond }: TokenLimits): Bucket {
  const at = now > bucket.at ? now : bucket.at;
  const leaked = ((at.getTime() - bucket.at.getTime()) / SECOND) * leakPerSecond;
  const level = Math.max(0, bucket.level - leaked);
  const heldUntil = bucket.heldUntil !== undefined && bucket.heldUntil > now ? bucket.heldUntil : undefined;
  if (now < bucket.dayEnds) return { ...bucket, level, at, heldUntil };
  const days = Math.floor((now.getTime() - bucket.dayEnds.getTime()) / DAY) + 1;
  return {
    ...bucket,
    level,
    at,
    heldUntil,
    used: 0,
    dayEnds: new Date(bucket.dayEnds.getTime() + days * DAY),
  };
}

function shareNow(priority: Priority, { dayEnds }: Bucket, now: Date): number {
  const { begin, end } = shareOfDay[priority];
  const passed = 1 - (dayEnds.getTime() - now.getTime()) / DAY;
  return begin + (end - begin) * Math.min(1, Math.max(0, passed));
}

/** When a priority whose share is used up may make its next call. */
function roomAgain(priority: Priority, { used, daily, dayEnds }: Bucket): Date {
  const { begin, end } = shareOfDay[priority];
  const passed = end > begin ? ((used + 1) / daily - begin) / (end - begin) : 1;
  return new Date(Math.ceil(dayEnds.getTime() - DAY * (1 - Math.min(1, Math.max(0, passed)))));
}

function earliest(moments: readonly Date[], latest: Date): Date {
  return new Date(Math.min(latest.getTime(), ...moments.map((moment) => moment.getTime())));
}

function refusedAll(bucket: Bucket, wish: Wish, until: Date): Grant {
  const spent = priorities.filter((priority) => wish[priority] > 0);
  return { bucket, granted: { people: 0, publishing: 0, mirrors: 0 }, waitMs: Infinity, spent, until };
}

function untilRoom(level: number, priority: Priority, { burst, leakPerSecond }: TokenLimits): number {
  const over = level + 1 - (burst - keptFree[priority]);
  return Math.max(1, Math.ceil((over / leakPerSecond) * SECOND));
}
