import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Db } from '../../src/db/db.ts';
import { feeds } from '../../src/db/schema.ts';
import type { FeedDefinition } from '../../src/db/schema/feeds.schema.ts';
import { addFeed } from '../../src/feeds/feeds.repository.ts';
import type { Feed } from '../../src/feeds/feeds.queries.ts';
import { type ServedInstance, serveInstance } from '../../src/instance/serve.ts';
import { addTarget } from '../../src/targets/targets.repository.ts';

/** What is at the ends of the road: a server of feeds, and a school (the reference instance on Node). */
export async function roadEnds(db: Db) {
  const instance = await serveInstance({ port: 0, size: 'none' });
  await instance.ready;
  const source = await feedServer();
  const addSchool = async (name = 'northfield') => {
    const soap = { url: `${instance.url}/soap`, namespace: 'urn:JobWebService' };
    const target = await addTarget(db, { name, definition: { soap }, now: new Date() });
    if (target === undefined) throw new Error(`target ${name} exists`);
    return target;
  };
  const add = async (name: string, more: Partial<FeedDefinition> = {}) => {
    const definition = {
      url: `${source.url}/${name}`,
      adapter: 'indeed-xml',
      right: 'permission',
      ...more,
    } as const;
    const feed = await addFeed(db, { name, externalSourceId: name, definition, now: new Date() });
    if (feed === undefined) throw new Error(`feed ${name} exists`);
    return feed;
  };
  return {
    instance,
    serve: source.serve,
    addSchool,
    addFeed: add,
    close: async () => {
      await instance.close();
      source.close();
    },
  };
}

/** Makes a feed due now. */
export async function makeDue(db: Db, { id }: Feed): Promise<void> {
  await db.update(feeds).set({ nextAt: new Date() }).where(eq(feeds.sourceId, id));
}

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

async function feedServer() {
  const served = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const answer = served.get((request.url ?? '/').slice(1));
    if (answer === undefined) return void response.writeHead(404).end();
    if (typeof answer === 'function') return answer(request, response);
    const etag = `"${createHash('sha256').update(answer).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { 'content-type': 'application/xml', etag }).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (name: string, answer: Answer) => void served.set(name, answer),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type OnBoard = {
  readonly external_source_id: string;
  readonly deleted: boolean;
  readonly job: { readonly job_id: string; readonly job_title: string };
};

/** The school's jobs that are up, by id. */
export async function board({ url }: ServedInstance): Promise<readonly OnBoard[]> {
  const answer = await fetch(`${url}/_control/jobs`);
  const jobs = JSON.parse(await answer.text()) as readonly OnBoard[];
  return jobs
    .filter(({ deleted }) => !deleted)
    .toSorted((a, b) => a.job.job_id.localeCompare(b.job.job_id, 'en', { numeric: true }));
}

/** How often the school was called for each job. */
export async function callsByJob({ url }: ServedInstance): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${url}/_control/calls`);
  const calls = JSON.parse(await answer.text()) as readonly { operation: string; job_id: string | null }[];
  const counts = new Map<string, number>();
  for (const { operation, job_id: id } of calls)
    if (operation === 'processJob' && id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Asks until it is so: the Worker works behind the test's back. */
export function eventually<T>(look: () => Promise<T> | T, timeout = 60_000): Promise<T> {
  return vi.waitFor(look, { timeout, interval: 250 });
}
