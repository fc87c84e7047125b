import { validationErrorsInLine } from '../core/validation-errors.ts';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Instance } from './reference-instance.ts';
import { allJobs, deleteJobs, lastJob, type StoredJob } from './jobs.repository.ts';
import { jsonIn } from '../core/json.ts';

/** A page of another site can give its own name our address (DNS rebinding), but not be opened by an address or as localhost. */
function isLocalName(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^\d+\.\d+\.\d+\.\d+$|^\[.*\]$/.test(hostname);
}

/** What testers see and move behind the two services. It wants no token and knows no limit. */
export function controlRoutes(instance: Instance, resetLimits: () => void, ownName?: string): Hono {
  const control = new Hono();
  control.use(async (c, next) => {
    // It knows no token: a page of another site, open in a browser on this machine, may not use it.
    const origin = c.req.header('origin');
    const { origin: own, hostname } = new URL(c.req.url);
    if (origin !== undefined && origin !== own)
      return c.json({ message: 'The control API takes no calls of other sites.' }, 403);
    if (isLocalName(hostname) || hostname === ownName?.toLowerCase()) return next();
    const message = `The control API is called by an IP address, localhost or --host, not by ${hostname}.`;
    return c.json({ message }, 403);
  });

  readRoutes(control, instance);
  changeRoutes(control, instance, resetLimits);

  for (const path of new Set(
    control.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path),
  )) {
    const allow = control.routes.filter((route) => route.path === path).map(({ method }) => method);
    control.all(path, (c) =>
      c.json({ message: `This address takes ${allow.join(' and ')}.` }, 405, { allow: allow.join(', ') }),
    );
  }
  return control;
}

/** What came: jobs and calls. */
function readRoutes(control: Hono, { db, calls }: Instance): void {
  control.get('/jobs', async (c) => c.json((await allJobs(db)).map(shownJob)));

  control.get('/jobs/last', async (c) => {
    const last = await lastJob(db);
    if (last === undefined) return c.json({ message: 'No processJob has been received.' }, 404);
    const { job, employer, externalSourceId } = last;
    return c.json({ job, employer, external_source_id: sourceSaid(externalSourceId) });
  });

  control.get('/calls', async (c) =>
    c.json(
      (await calls.read()).map(({ at, operation, jobId, externalSourceId, hash, outcome }) => ({
        at,
        operation,
        job_id: jobId,
        external_source_id: sourceSaid(externalSourceId),
        hash,
        outcome,
      })),
    ),
  );
}

/** What testers move: faults, picklists, the clock, the mode; and back to the beginning. */
function changeRoutes(control: Hono, instance: Instance, resetLimits: () => void): void {
  const { db, clock, catalogue, faults, calls, mode, seeding } = instance;
  const strictAtStart = mode.strict;
  control.get('/faults', (c) => c.json({ rules: faults.rules() }));
  control.put('/faults', (c) =>
    withBody(c, z.object({ rules: z.array(z.string()) }), async ({ rules }) => {
      const objection = faults.set(rules);
      return objection === undefined
        ? c.json({ rules: faults.rules() })
        : c.json({ message: objection }, 422);
    }),
  );

  control.get('/picklists/:field', (c) => {
    const entries = catalogue.assocs(c.req.param('field'));
    return entries === undefined ? c.json({ message: 'There is no such picklist.' }, 404) : c.json(entries);
  });
  control.put('/picklists/:field', (c) =>
    withBody(c, z.array(assoc), async (entries) => {
      await catalogue.replace(c.req.param('field'), entries);
      return c.json(entries);
    }),
  );

  control.get('/clock', (c) => c.json({ now: clock.now() }));
  control.put('/clock', (c) =>
    withBody(c, clockChange, async (change) => {
      const now =
        'now' in change
          ? new Date(change.now)
          : new Date(clock.now().getTime() + Math.round(change.advance * 1_000));
      if (!isWritable(now))
        return c.json({ message: 'The clock goes from the year 1 to the year 9999.' }, 422);
      clock.set(now);
      return c.json({ now });
    }),
  );

  control.get('/mode', (c) => c.json(mode));
  control.put('/mode', (c) =>
    withBody(c, z.object({ strict: z.boolean() }), async ({ strict }) => {
      mode.strict = strict;
      return c.json(mode);
    }),
  );

  control.post('/reset', async (c) => {
    faults.reset();
    clock.reset();
    mode.strict = strictAtStart;
    resetLimits();
    await catalogue.reset();
    await deleteJobs(db);
    await seeding.again();
    await calls.clear();
    return c.json({ reset: true });
  });
}

/** A missing and an empty source are the same. */
function sourceSaid(externalSourceId: string | null): string | null {
  return externalSourceId === '' ? null : externalSourceId;
}

const assoc = z.object({ ikey: z.string().nullable(), ivalue: z.string().nullable() });
const clockChange = z.union(
  [z.object({ now: z.iso.datetime({ offset: true }) }), z.object({ advance: z.number().finite() })],
  {
    error: ({ input }) =>
      `expected {"now": "2026-11-20T12:00:00Z"} or {"advance": SECONDS}, found ${input === undefined ? 'no JSON' : JSON.stringify(input).slice(0, 200)}`,
  },
);

/** Whether the services can write this moment, and the day after it. */
function isWritable(moment: Date): boolean {
  const time = moment.getTime();
  return time >= Date.parse('0001-01-02T00:00:00Z') && time < Date.parse('9999-12-31T00:00:00Z');
}

/** A job as it was decoded, in wire shape. */
function shownJob({ externalSourceId, job, employer, receivedAt, deletedAt }: StoredJob) {
  return {
    external_source_id: sourceSaid(externalSourceId),
    job,
    employer,
    received_at: receivedAt,
    deleted: deletedAt !== null,
  };
}

async function withBody<T>(
  c: Context,
  schema: z.ZodType<T>,
  act: (body: T) => Promise<Response>,
): Promise<Response> {
  const parsed = schema.safeParse(jsonIn(await c.req.text()));
  return parsed.success ? act(parsed.data) : c.json({ message: validationErrorsInLine(parsed.error) }, 422);
}
