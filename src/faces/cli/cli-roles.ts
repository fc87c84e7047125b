import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { startQueue, startSender } from '../../platform/queue/pg-boss.ts';
import type { Queue, WorkingQueue } from '../../platform/queue/queue.ts';
import { pollFeeds, pollTargets, queueKinds, taskKinds } from '../../tasks/schedule.ts';
import type { Node } from '../../node.ts';
import { createNodeWeb } from '../../node-web.ts';
import { keepPages } from './cli-installation.ts';
import type { Given } from './command.ts';

export type Web =
  | {
      readonly kind: 'running';
      readonly url: string;
      /** What the person who starts it has to know. */
      readonly notes: readonly string[];
      /** Those that still count. */
      readonly notesNow: () => Promise<readonly string[]>;
      readonly stop: () => Promise<void>;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** Serves pages, form and API. */
export async function startWeb(given: Given, node: Node, queue?: () => Queue | undefined): Promise<Web> {
  const { host, port } = given.config;
  const { app, ...notes } = await createNodeWeb(given, node, queue);
  // The library's own `Response` stands for the platform's: one that goes straight to the socket, at half the cost.
  const server = serve({ fetch: app.fetch, port, hostname: host });
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return { kind: 'refused', reason: `port ${port} is taken; set PORT to a free one` };
  }
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const url = keepPages({ ...given.config, port: bound });
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await closed;
  };
  return {
    kind: 'running',
    url,
    ...notes,
    stop,
  };
}

/** A way to put work before the workers, for what runs beside them. */
export async function startSending({ log }: Given, { queueDatabase }: Node): Promise<WorkingQueue> {
  return startSender(queueDatabase, queueKinds, log);
}

/** Runs the tasks, and looks for due work at once rather than at the next full minute. */
export async function startWorker({ log }: Given, { context, queueDatabase }: Node): Promise<WorkingQueue> {
  if ('joined' in queueDatabase)
    throw new Error('a worker needs the database itself, not another process’s socket');
  const { db, clock } = context;
  const working = await startQueue(queueDatabase, (queue) => taskKinds(context, queue), { db, clock, log });
  await pollFeeds(context, working);
  await pollTargets(context, working);
  return working;
}
