import type { Clock } from '../core/clock.ts';
import type { Fetch } from '../core/net/http.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../db/db.ts';

/** What counting a run is given of the machine it runs on. */
export type RunServices = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly worker: string;
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly allowPrivate: readonly string[];
};
