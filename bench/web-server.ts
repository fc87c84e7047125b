/**
 * The web in a process of its own, so that CPU time is of the server alone. `/bare…` is answered by node:http and nothing else, with the
 * bytes that the product's route gives: `/bare-headers` with its headers too, `/bare-query` after the query that the API's route makes.
 * Everything else is the product's. The first line says port, token and session; `/cpu` what was spent.
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { addToken, addUser } from '../src/platform/accounts/people.ts';
import { createAuth } from '../src/platform/accounts/auth.ts';
import { sessionsOf } from '../src/platform/accounts/accounts.queries.ts';
import { systemClock } from '../src/core/clock.ts';
import { silentLog } from '../src/core/log.ts';
import { createWeb } from '../src/web-app.ts';
import { nodeStaticFiles } from '../src/faces/web/static-node.ts';
import { aCampus } from '../test/faces/web/support/data.ts';
import { ownDatabase } from './growth-database.ts';

const { db, close } = await ownDatabase();
await aCampus(db);
const clock = systemClock;
const secret = 'a secret of the benchmark, long enough to be one';
const deps = {
  db,
  clock,
  log: silentLog,
  random: Math.random,
  files: nodeStaticFiles(),
  ready: async () => ({ kind: 'ready' as const }),
  site: { secret, trustProxy: false, timeZone: 'UTC' },
};
const app = createWeb(deps);
const added = await addToken(deps, {
  name: 'bench',
  scopes: ['read'],
  limits: { targets: ['northfield'] },
  createdBy: 'bench',
});
await addUser(deps, {
  email: 'bench@quadwire.example',
  role: 'admin',
  limits: {},
  password: 'a password of the benchmark',
});
const auth = createAuth({ db, secret, baseUrl: 'http://localhost' });
const signedIn = await auth.api.signInEmail({
  body: { email: 'bench@quadwire.example', password: 'a password of the benchmark' },
  returnHeaders: true,
});
const cookie = signedIn.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ');
const token = added.kind === 'added' ? added.token : '';
const same = JSON.stringify({ items: [] });
const healthHeaders = Object.fromEntries((await app.request('/healthz')).headers);
// As the product serves it.
const product = getRequestListener(app.fetch);

const server = createServer((request, response) => {
  switch (request.url) {
    case '/bare':
      response.writeHead(200, { 'content-type': 'application/json' }).end(same);
      return;
    case '/bare-ok':
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
      return;
    case '/bare-headers':
      response.writeHead(200, healthHeaders).end('ok');
      return;
    case '/bare-query':
      void sessionsOf(db, 'nobody', clock.now()).then((items) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items })),
      );
      return;
    case '/cpu': {
      const { user, system } = process.cpuUsage();
      response.end(String(user + system));
      return;
    }
    default:
      void product(request, response);
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  console.log(JSON.stringify({ port, token, cookie }));
});
process.on('SIGTERM', () => void close().then(() => process.exit(0)));
