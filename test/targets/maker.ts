import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { pinnedFetch } from '../../src/core/net/pinned-fetch.ts';
import type { TargetDefinition } from '../../src/db/schema/targets.schema.ts';
import type { Target } from '../../src/targets/targets.queries.ts';

/** A target that was added and not yet called; give what matters. */
export const aTarget = (
  soap: Partial<TargetDefinition['soap']> = {},
  more: Partial<Target> = {},
): Target => ({
  id: 0,
  name: 'northfield',
  definition: { soap: { url: 'http://127.0.0.1:9/soap', namespace: 'urn:JobWebService', ...soap } },
  wsdl: null,
  state: 'active',
  builtIn: false,
  reviewFirst: false,
  createdAt: new Date('2026-11-20T09:00:00Z'),
  failures: 0,
  openUntil: null,
  callsAfter: null,
  lastAnswerAt: null,
  lastTrouble: null,
  lastCheck: null,
  secrets: {},
  refusals: null,
  reconciledAt: null,
  mappingVersion: null,
  repeatsSafe: 'assumed',
  usualAnswers: [],
  ...more,
});

/** The network as a target is reached over it, loopback allowed. */
export const loopback = {
  fetch: pinnedFetch(['127.0.0.1']),
  allowPrivate: ['127.0.0.1'],
  secretNamed: (name: string): string | undefined => ({ SECRET: 's3cret' })[name],
};

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const { close } of servers.splice(0)) close();
});

/** The origin of a server of HTTP that behaves like this until the test ends. */
export async function serving(
  behave: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(behave);
  servers.push({ close: () => (server.closeAllConnections(), server.close()) });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}
