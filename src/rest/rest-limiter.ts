import { type Clock, systemClock } from '../core/clock.ts';
import { type Deferred, deferred } from '../core/deferred.ts';
import {
  type Bucket,
  freshBucket,
  grant,
  heard,
  isNews,
  priorities,
  type Priority,
  type RateNews,
  type TokenLimits,
  tokenLimits,
  type Wish,
} from './bucket.ts';

/** Where a token's use is kept: in this process, or in Postgres for all of them. */
export type BucketStore = {
  readonly grant: (wish: Wish) => Promise<Omit<ReturnType<typeof grant>, 'bucket'>>;
  /** What an answer said of the limits. */
  readonly hear: (news: RateNews) => Promise<void>;
  /** Takes the one place for batches, or keeps it for longer; false while another holds it. */
  readonly holdBatch: (holder: string) => Promise<boolean>;
  readonly releaseBatch: (holder: string) => Promise<void>;
};

/** Limits of one token, for every call made with it. */
export type Limiter = Omit<BucketStore, 'grant'> & {
  /** Resolves when a call may start, at the signal, or at once when the day's calls of this priority are used up. */
  readonly take: (priority: Priority, signal?: AbortSignal) => Promise<Admission>;
};

export type Admission =
  | { readonly kind: 'go' }
  | { readonly kind: 'spent'; readonly until: Date }
  /** The caller's signal came first: nothing was taken. */
  | { readonly kind: 'ended' };

/** A place for batches that is not kept for this long is free again: its holder died. */
export const BATCH_LEASE_MS = 60_000;

/** A limiter over a store: the calls that wait in this process ask the store together, those of people first. */
export function limiterOver(store: BucketStore, wait: (ms: number) => Promise<void>): Limiter {
  const queues: Readonly<Record<Priority, Deferred<Admission>[]>> = {
    people: [],
    publishing: [],
    mirrors: [],
  };
  let pumping = false;
  const waiting = () => priorities.some((priority) => queues[priority].length > 0);

  async function pump(): Promise<void> {
    pumping = true;
    try {
      while (waiting()) {
        const { people, publishing, mirrors } = queues;
        const wish = { people: people.length, publishing: publishing.length, mirrors: mirrors.length };
        const { granted, spent, until, waitMs } = await store.grant(wish);
        for (const priority of priorities) {
          for (const call of queues[priority].splice(0, granted[priority])) call.resolve({ kind: 'go' });
          if (spent.includes(priority))
            for (const call of queues[priority].splice(0)) call.resolve({ kind: 'spent', until });
        }
        // People who come while others wait are served within half a second.
        if (waiting() && Number.isFinite(waitMs)) await wait(Math.min(waitMs, 500));
      }
    } catch (error) {
      // A store that fails fails the calls that wait for it.
      for (const priority of priorities) for (const call of queues[priority].splice(0)) call.reject(error);
    } finally {
      pumping = false;
    }
  }

  return {
    take: async (priority, signal) => {
      if (signal?.aborted === true) return { kind: 'ended' };
      const call = deferred<Admission>();
      const queue = queues[priority];
      queue.push(call);
      const leave = () => {
        const at = queue.indexOf(call);
        if (at === -1) return;
        queue.splice(at, 1);
        call.resolve({ kind: 'ended' });
      };
      signal?.addEventListener('abort', leave, { once: true });
      // Calls of the same turn ask together.
      if (!pumping) queueMicrotask(() => (pumping ? undefined : void pump()));
      try {
        return await call.promise;
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    hear: store.hear,
    holdBatch: store.holdBatch,
    releaseBatch: store.releaseBatch,
  };
}

/** A limiter for one process that has the token to itself. */
export function memoryLimiter(
  clock: Clock = systemClock,
  wait: (ms: number) => Promise<void> = sleep,
  limits: TokenLimits = tokenLimits,
): Limiter {
  return limiterOver(memoryStore(clock, limits), wait);
}

/** The use of one token, kept in memory. */
export function memoryStore(clock: Clock, limits: TokenLimits = tokenLimits): BucketStore {
  let bucket: Bucket = freshBucket(clock.now(), limits);
  let batch: { readonly holder: string; readonly until: number } | undefined;
  return {
    grant: async (wish) => {
      const { bucket: after, ...rest } = grant(bucket, wish, clock.now(), limits);
      bucket = after;
      return rest;
    },
    hear: async (news) => {
      if (isNews(bucket, news)) bucket = heard(bucket, news, clock.now(), limits);
    },
    holdBatch: async (holder) => {
      const now = clock.now().getTime();
      if (batch !== undefined && batch.holder !== holder && batch.until > now) return false;
      batch = { holder, until: now + BATCH_LEASE_MS };
      return true;
    },
    releaseBatch: async (holder) => {
      if (batch?.holder === holder) batch = undefined;
    },
  };
}

/** Waits for some milliseconds, or until the signal. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  const over = deferred<void>();
  const timer = setTimeout(over.resolve, ms);
  const end = () => over.resolve();
  signal?.addEventListener('abort', end, { once: true });
  await over.promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
}
