import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { once as onlyOnce } from '../core/memoized.ts';
import { type CreatedInstance, createInstance, type InstanceOptions } from './instance-app.ts';

export type ServeOptions = InstanceOptions & {
  /** 0 takes any free port. */
  readonly port?: number;
};

export type ServedInstance = {
  readonly url: string;
  readonly port: number;
  /** Resolves when the database stands; requests that come earlier wait for it. Rejects when it cannot be opened. */
  readonly ready: Promise<CreatedInstance>;
  /** A second call waits for the first. */
  readonly close: () => Promise<void>;
};

/** Serves a reference instance over HTTP on Node. It listens at once and opens its database meanwhile. */
export async function serveInstance({
  port = 8081,
  host = '127.0.0.1',
  ...options
}: ServeOptions = {}): Promise<ServedInstance> {
  const ready = openInstance({ ...options, host });
  ready.catch(() => {});
  const server = serve({
    fetch: async (request, env) => (await ready).app.fetch(request, env),
    port,
    hostname: host,
    overrideGlobalObjects: false,
  });
  // Longer than clients keep an idle connection: the side that closes first loses the other's next call.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 65_000;
  await once(server, 'listening').catch(async (error: unknown) => {
    await (await ready.catch(() => undefined))?.close();
    throw error;
  });
  const bound = portOf(server.address());
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    ready,
    close: onlyOnce(async () => {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      const outcome = await ready.catch(() => undefined);
      await outcome?.close();
    }),
  };
}

/** A campus takes seconds to create, so the start of the instance waits for it. A small seed is created at the first call. */
async function openInstance(options: InstanceOptions): Promise<CreatedInstance> {
  const created = await createInstance(options);
  if (options.size === 'campus') await created.instance.seeding.done();
  return created;
}

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
