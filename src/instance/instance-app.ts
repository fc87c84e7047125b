import { Hono } from 'hono';
import { type Clock, systemClock } from '../core/clock.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { JobWebService } from '../soap/types.ts';
import { boardRoutes } from './board/board-routes.ts';
import { callLog } from './call-log.ts';
import { controlRoutes } from './instance-control.ts';
import { type InstanceDb, openInstanceDatabase } from './database.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { createFaults } from './faults/faults.ts';
import { idMaker } from './ids.ts';
import type { Instance, SoapAuth } from './reference-instance.ts';
import { jobService, unknownKeys } from './instance-jobs.ts';
import { openCatalogue } from './instance-picklists.ts';
import { type ProfileName, profileOf } from './profiles.ts';
import { basePath, jsonType, restApi } from './rest/api.ts';
import { type Batches, createBatches } from './rest/batches/batches.service.ts';
import { failLeftBatches } from './rest/batches/batch.repository.ts';
import { createLimiter, defaultLimits, type Limiter, type Limits } from './rest/limits.service.ts';
import { seededRecords } from './seed/records.seed.ts';
import { createSeeding, type Size } from './seeding.ts';
import { soapRoutes } from './soap-routes.ts';
import { instanceClock } from './instance-time.ts';
import { type Watch, watched } from './watched-jobs.ts';

export type InstanceOptions = {
  /** A database that stands already and is migrated; else `data` says where one is opened. */
  readonly db?: InstanceDb;
  /** `memory` (the default), a folder, or a `postgres://` address. */
  readonly data?: string;
  readonly profile?: ProfileName;
  readonly tokens?: readonly string[];
  readonly seed?: number;
  readonly size?: Size;
  readonly soapAuth?: SoapAuth;
  readonly namespace?: string;
  /** Whether registrations are approved as they come. */
  readonly autoApprove?: boolean;
  /** Whether keys and picklists that nobody knows are refused, rather than stored and noted. */
  readonly strict?: boolean;
  /** The name that it is reached by, besides IP addresses and localhost; the control API answers to no other. */
  readonly host?: string;
  readonly limits?: Partial<Limits>;
  readonly faults?: readonly string[];
  readonly clock?: Clock;
  readonly log?: Log;
  readonly wait?: (ms: number) => Promise<void>;
};

export type CreatedInstance = {
  readonly app: Hono;
  /** The service without a wire, with the same store, log and faults. */
  readonly service: JobWebService;
  readonly instance: Instance;
  readonly close: () => Promise<void>;
};

const defaultNamespace = 'urn:JobWebService';
const defaultToken = 'demo-token';

/** A reference instance of both services. */
export async function createInstance(options: InstanceOptions = {}): Promise<CreatedInstance> {
  const { db, close } = await databaseOf(options);
  const clock = instanceClock(options.clock ?? systemClock);
  const profile = profileOf(options.profile ?? 'generic');
  const catalogue = await openCatalogue(db, profile);
  const seed = { seed: options.seed ?? 42, size: options.size ?? 'small' };
  const instance: Instance = {
    db,
    clock,
    newId: idMaker(clock),
    catalogue,
    faults: createFaults(options.faults ?? []),
    profile,
    calls: callLog(db),
    seeding: createSeeding(db, seed, () =>
      seededRecords(seed, (picklist) => catalogue.entries(picklist).map(({ id }) => id)),
    ),
    tokens: new Set(options.tokens ?? [defaultToken]),
    soapAuth: options.soapAuth ?? 'none',
    autoApprove: options.autoApprove ?? false,
    namespace: options.namespace ?? defaultNamespace,
    mode: { strict: options.strict ?? false },
    keeps:
      options.db === undefined && (options.data ?? 'memory') === 'memory' ? 'memory only' : 'data is kept',
    wait: options.wait ?? ((ms) => new Promise((done) => setTimeout(done, ms))),
    log: options.log ?? silentLog,
  };
  const raw = jobService({
    ...instance,
    strict: () => instance.mode.strict,
    seeded: instance.seeding.done,
  });
  const watch = watchOf(instance);
  const limiter = createLimiter({ ...defaultLimits, ...options.limits }, clock);
  const batches = createBatches();
  await failLeftBatches(db);
  return {
    app: routes({ instance, service: raw, watch, limiter, batches, host: options.host }),
    service: watched(raw, watch),
    instance,
    close: async () => {
      await batches.idle();
      await instance.calls.flush();
      await close();
    },
  };
}

async function databaseOf({ db, data = 'memory' }: InstanceOptions) {
  return db === undefined ? openInstanceDatabase(data) : { db, close: async () => {} };
}

type Served = {
  readonly instance: Instance;
  readonly service: JobWebService;
  readonly watch: Watch;
  readonly limiter: Limiter;
  readonly batches: Batches;
  readonly host: string | undefined;
};

function routes({ instance, service, watch, limiter, batches, host }: Served): Hono {
  const app = new Hono();
  app.route('/', boardRoutes(instance));
  app.route('/', docsRoutes(instance));
  app.route('/soap', soapRoutes(instance, service, watch));
  app.route(basePath, restApi(instance, limiter, batches));
  app.route('/_control', controlRoutes(instance, limiter.reset, host));
  app.notFound((c) =>
    c.json({ errors: { message: 'There is nothing at this address.' } }, 404, { 'content-type': jsonType }),
  );
  app.onError((error, c) => {
    // A failed query's own message holds the data of the request; its cause says what failed.
    const { message, stack } = error.cause instanceof Error ? error.cause : error;
    instance.log.error('instance failed', { message, stack });
    const limits = c.req.path.startsWith(basePath) ? limiter.stranger() : {};
    return c.json({ errors: { message: 'The instance failed.' } }, 500, {
      'content-type': jsonType,
      ...limits,
    });
  });
  return app;
}

function watchOf({ faults, clock, calls, wait, catalogue }: Instance): Watch {
  return {
    faults,
    now: () => clock.now(),
    log: calls.write,
    wait,
    noteOn: (job, employer) => {
      const unknown = unknownKeys(catalogue, job ?? {}, employer);
      return unknown.length === 0
        ? undefined
        : `keys that no picklist has: ${unknown.map(([field, key]) => `${field} ${JSON.stringify(key)}`).join(', ')}`;
    },
  };
}
