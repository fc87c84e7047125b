import type { Journal } from './audit/journal.ts';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import type { Fetch } from './core/http.ts';
import type { Log } from './core/log.ts';
import type { Db } from './db/db.ts';
import type { FetchOutcome, Validators } from './feeds/fetch.ts';
import type { Fetch as SoapFetch } from './soap/post.ts';
import type { TaskContext } from './tasks/context.ts';
import { connectTarget } from './targets/connect.ts';

/** What a runtime gives: the drivers. */
export type Drivers = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly journal: Journal;
  readonly worker: string;
  readonly fetch: Fetch;
  readonly soapFetch: SoapFetch;
  readonly openFile?: (address: string, validators: Validators) => Promise<FetchOutcome>;
  readonly stopping: () => boolean;
};

/** Wires the product from drivers and configuration; the only place that does. */
export function createContext(
  drivers: Drivers,
  config: Pick<Config, 'allowPrivate' | 'secretNamed' | 'publicUrl'>,
): TaskContext {
  const { soapFetch, ...rest } = drivers;
  const connecting = { fetch: soapFetch, secretNamed: config.secretNamed };
  return {
    ...rest,
    userAgent: `Quadwire/0.1 (+${config.publicUrl ?? 'https://quadwire.example'})`,
    allowPrivate: config.allowPrivate,
    secretNamed: config.secretNamed,
    connect: (target, settings) => connectTarget(connecting, target, settings),
  };
}
