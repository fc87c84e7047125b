import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inspect } from 'node:util';
import { addToken, addUser } from '../../src/platform/accounts/people.ts';
import { parseCall } from '../../src/faces/cli/command.ts';
import { commands } from '../../src/faces/cli/commands.ts';
import { readConfig } from '../../src/config.ts';
import type { Log } from '../../src/core/log.ts';
import { rowsOf } from '../setup/rows.ts';
import { openPglite } from '../../src/db/pglite.ts';
import * as schema from '../../src/db/schema.ts';
import { unlock } from '../../src/db/vault.ts';
import { serveInstance } from '../../src/instance/serve.ts';
import { allApiRoutes } from '../../src/faces/api/routes.routes.ts';
import { pageRoutes } from '../../src/faces/console/routes.page.ts';
import { aWeb } from '../faces/web/support/web.ts';

const folder = mkdtempSync(join(tmpdir(), 'quadwire-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each stands where a secret of that kind stands; none of them may be seen anywhere else. */
const planted = {
  feedUser: 'planted-feed-user',
  feedPassword: 'planted-feed-password',
  feedKey: 'planted-feed-key',
  failingKey: 'planted-failing-key',
  header: 'planted-header-value',
  restToken: 'planted-rest-token',
  soapPassword: 'planted-soap-password',
  password: 'planted person password 7',
  secret: 'planted-installation-secret-of-32-or-more',
  smtp: 'planted-smtp-password',
};

const xml = `<?xml version="1.0"?><source><job><title>Baker</title><referencenumber>B-1</referencenumber><company>Harbor Mills</company>
<city>Boston</city><state>MA</state><country>US</country><jobtype>fulltime</jobtype><description>Bake bread every morning, with care and with us.</description></job></source>`;

test(
  'secrets on the whole road are in no output, log, page, answer, journal or plain text of the database',
  { tags: ['slow'], timeout: 120_000 },
  async () => {
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? ''}`);
      const broken = request.url?.startsWith('/broken') === true;
      response.writeHead(broken ? 500 : 200, { 'content-type': 'text/xml' }).end(broken ? 'no' : xml);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const school = await serveInstance({
      port: 0,
      tokens: [planted.soapPassword, planted.restToken],
      soapAuth: 'basic',
      size: 'none',
    });
    await school.ready;
    const env = {
      QUADWIRE_DATA: join(folder, 'data'),
      QUADWIRE_SECRET: planted.secret,
      QUADWIRE_ALLOW_PRIVATE: `127.0.0.1:${port},127.0.0.1:${school.port}`,
      QUADWIRE_SECRET_SCHOOL_TOKEN: planted.restToken,
      QUADWIRE_SECRET_SCHOOL_PASSWORD: planted.soapPassword,
      SMTP_URL: `smtp://mail:${planted.smtp}@127.0.0.1:1`,
      MAIL_FROM: 'jobs@quadwire.test',
      LOG_LEVEL: 'debug',
    };
    const said: string[] = [];
    const quadwire = (...words: readonly string[]) => run(words, env, said);
    const base = `127.0.0.1:${port}`;
    const [user, pass] = [planted.feedUser, planted.feedPassword];
    const rest = ['--rest', `${school.url}/api/public`, '--token-env', 'QUADWIRE_SECRET_SCHOOL_TOKEN'];
    const auth = [
      '--auth',
      'basic',
      '--auth-user',
      'us',
      '--auth-secret-env',
      'QUADWIRE_SECRET_SCHOOL_PASSWORD',
    ];
    const keyed = `http://${user}:${pass}@${base}/jobs.xml?api_key=${planted.feedKey}`;
    await quadwire('target', 'add', 'school', '--soap', `${school.url}/soap`, ...rest, ...auth);
    await quadwire('feed', 'add', 'acme', keyed, '--adapter', 'indeed-xml');
    const failing = `http://${base}/broken.xml?token=${planted.failingKey}`;
    await quadwire('feed', 'add', 'broken', failing, '--adapter', 'indeed-xml');
    await quadwire('ingest');
    await quadwire('publish', '--target', 'school');
    await quadwire('feed', 'list', '--json');
    await quadwire('feed', 'show', 'acme', '--json');
    await quadwire('target', 'show', 'school', '--json');
    await quadwire('explain', 'acme', 'B-1');
    await quadwire('runs', 'broken');
    await quadwire('doctor');
    const calls = await school.ready.then(({ instance }) => instance.calls.read());
    expect(calls.some(({ operation }) => operation === 'processJob')).toBe(true);
    expect(asked.some((line) => line.includes(planted.feedKey) && line.includes('Basic '))).toBe(true);
    await school.close();
    site.close();

    expect(found(said.join('\n'))).toEqual([]);
    expect(found(filesOf(join(folder, 'data')))).toEqual([]);

    const { db, close } = await openPglite({ dir: join(folder, 'data/db') }, schema);
    unlock(planted.secret);
    const web = aWeb(db, { site: { secret: planted.secret }, deps: { log: listening(said) } });
    await addUser(web.deps, { email: 'ada@quadwire.test', role: 'admin', password: planted.password });
    const added = await addToken(web.deps, { name: 'robot', scopes: ['read'], createdBy: 'test' });
    const token = added.kind === 'added' ? added.token : '';
    const tables = rowsOf(
      await db.execute(`select schemaname, tablename from pg_tables where schemaname in ('public', 'queue')`),
    );
    const rows = await Promise.all(
      tables.map(async ({ schemaname, tablename }) =>
        JSON.stringify(rowsOf(await db.execute(`select * from ${String(schemaname)}.${String(tablename)}`))),
      ),
    );
    expect(found(rows.join('\n'))).toEqual([]);
    expect(token.length).toBeGreaterThan(20);
    expect(rows.join('\n')).not.toContain(token);

    const browser = web.browser();
    const entered = await browser.post('/sign-in', {
      email: 'ada@quadwire.test',
      password: planted.password,
    });
    expect(entered.status).toBe(303);
    const seen: string[] = [];
    for (const { method, path } of pageRoutes)
      if (method === 'get') seen.push(await browser.text(fill(path)));
    for (const { method, path } of allApiRoutes)
      if (method === 'get') seen.push(await browser.text(`/api/v1${fill(path)}`));
    expect(seen.join('\n')).toContain('Harbor Mills');
    expect(found(seen.join('\n'))).toEqual([]);
    expect(found(said.join('\n'))).toEqual([]);
    await close();
  },
);

const fill = (path: string) =>
  path.replaceAll(/(:|\{)(feed|name|source)\}?/g, 'acme').replaceAll(/:\w+|\{\w+\}/g, 'school');

/** Which of the planted secrets a text holds, also as base64. */
function found(text: string): readonly string[] {
  const basic = Buffer.from(`${planted.feedUser}:${planted.feedPassword}`).toString('base64');
  return [...Object.values(planted), basic].filter((secret) => text.includes(secret));
}

/** The text files of a folder: journal, logs, whatever was left. */
function filesOf(path: string): string {
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'db')
    .map((entry) => {
      const inside = join(path, entry.name);
      return entry.isDirectory()
        ? filesOf(inside)
        : statSync(inside).isFile()
          ? readFileSync(inside, 'latin1')
          : '';
    })
    .join('\n');
}

/** Runs a command as the command line does, and keeps all that it says and logs. */
async function run(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  said: string[],
): Promise<void> {
  const named = commands.toSorted(([a], [b]) => b.length - a.length);
  const entry = named.find(([name]) => name === words.slice(0, name.split(' ').length).join(' '));
  const command = await entry?.[1]();
  const config = readConfig(env);
  if (command === undefined || config.kind === 'mistakes') throw new Error('the call is not understood');
  const call = parseCall(command, words.slice(command.name.split(' ').length));
  if (call.kind === 'wrong') throw new Error(call.reason);
  const say = (text: string) => void said.push(text);
  const terminal = { out: say, say, progress: say, isTerminal: false };
  const exit = await command.run({ ...call, config: config.config, log: listening(said), terminal });
  if (exit.code !== 0) say(exit.reason);
}

function listening(said: string[]): Log {
  const write = (event: string, fields?: object) =>
    void said.push(`${event} ${inspect(fields, { depth: 9 })}`);
  return { debug: write, info: write, warn: write, error: write };
}
