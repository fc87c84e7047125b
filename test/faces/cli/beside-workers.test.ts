// @module-tag slow
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Command, type Exit, done, type Given, parseCall } from '../../../src/faces/cli/command.ts';
import { ingest } from '../../../src/faces/cli/commands/ingest.ts';
import { picklists, resolve } from '../../../src/faces/cli/commands/picklists.command.ts';
import { plan, publish } from '../../../src/faces/cli/commands/plan.command.ts';
import { up } from '../../../src/faces/cli/commands/up.ts';
import { portTrouble } from '../../../src/faces/cli/port-owner.ts';
import { withProduct } from '../../../src/faces/cli/with-product.ts';
import { readConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/core/log.ts';
import { completeAddress } from '../../../src/db/postgres.ts';
import { rowsOf } from '../../setup/rows.ts';
import { addFeed } from '../../../src/feeds/feeds.repository.ts';
import { type ServedInstance, serveInstance } from '../../../src/instance/serve.ts';
import { addTarget } from '../../../src/targets/targets.repository.ts';
import { indeedFeed, jobs } from '../../setup/road.ts';

describe('commands on a database that only they use', { timeout: 120_000 }, () => {
  let folder: string;
  let instance: ServedInstance;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quadwire-commands-'));
    instance = await serveInstance({ port: 0, data: 'memory', size: 'small' });
    await instance.ready;
    await withProduct(typed(picklists, ['x']).given, async ({ db }) => {
      const now = new Date();
      const soap = { url: `${instance.url}/soap`, namespace: 'urn:JobWebService' };
      await addTarget(db, { name: 'northfield', definition: { soap }, now });
      await addTarget(db, {
        name: 'away',
        definition: { soap: { ...soap, url: 'http://127.0.0.1:1/soap' } },
        now,
      });
      const file = join(folder, 'acme.xml');
      writeFileSync(file, indeedFeed(jobs(2)));
      const definition = {
        url: file,
        adapter: 'indeed-xml',
        right: 'permission' as const,
        targets: ['northfield'],
      };
      await addFeed(db, { name: 'acme', externalSourceId: 'acme', definition, now });
      return done;
    });
  });
  afterEach(async () => {
    await instance.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('picklists are read when none was ever read', async () => {
    const { exit, printed } = await run(picklists, 'northfield');
    expect(exit).toEqual(done);
    expect(printed).toMatch(/job_type\s+\w+\s+[1-9]/);
    expect((await run(resolve, 'northfield', 'job_type', 'Internship')).exit).toEqual(done);
    expect(reasonOf((await run(picklists, 'northfield', 'shoe_size')).exit)).toMatch(
      /^northfield has no picklist shoe_size\. It has [a-z_, ]*job_type[a-z_, ]*\.$/,
    );
  });

  test('picklists of a target that does not answer end in words', async () => {
    const { exit, printed } = await run(picklists, 'away');
    expect(printed).toBe('');
    expect(reasonOf(exit)).toMatch(
      /^No picklist of away could be read \(.+\)\. `target check away` shows the connection\.$/,
    );
  });

  test('ingest has the targets compared, and says who does it', async () => {
    const { exit, said } = await run(ingest);
    expect(exit).toEqual(done);
    expect(said.at(-1)).toBe(
      'No worker runs. `publish` sends what may go to 1 target (northfield); `up` and `worker` do so when they start.',
    );
    await withProduct(typed(ingest, []).given, async ({ db }) => {
      const waiting = await db.execute(
        sql`select singleton_key as key from queue.job where name = 'reconcile-target'`,
      );
      expect(rowsOf(waiting)).toEqual([{ key: 'target 1' }]);
      return done;
    });
  });

  test('publish --plan sends exactly the plan that was shown, or nothing', async () => {
    const shown = await run(plan, '--target', 'northfield');
    const [, id = ''] = /^Send exactly this: quadwire publish --plan (\S+)$/m.exec(shown.printed) ?? [];
    expect(id).toMatch(/^northfield@[0-9a-f]{16}$/);
    writeFileSync(join(folder, 'acme.xml'), indeedFeed(jobs(3)));
    await run(ingest);
    const late = await run(publish, '--plan', id);
    expect(late.printed).toBe('');
    expect(reasonOf(late.exit)).toMatch(
      /^The plan of northfield changed: 3 changes can go now\. Nothing was sent\./,
    );
    const { printed } = await run(plan, '--target', 'northfield', '--json');
    const rows: readonly { plan: string }[] = JSON.parse(printed);
    const sent = await run(publish, '--plan', rows[0]?.plan ?? '');
    expect(sent.exit).toEqual(done);
    expect(sent.printed).toMatch(/northfield\s+3\s+0/);
    expect((await run(publish, '--plan', 'nowhere@1')).exit.code).toBe(1);
  });

  function typed(command: Command, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const call = parseCall(command, words);
    const read = readConfig({ QUADWIRE_DATA: folder, QUADWIRE_ALLOW_PRIVATE: '127.0.0.1', ...env });
    if (call.kind === 'wrong' || read.kind === 'mistakes') throw new Error('the call is not understood');
    const [out, said]: [string[], string[]] = [[], []];
    const terminal = {
      out: (text: string) => void out.push(text),
      say: (text: string) => void said.push(text),
      progress: () => {},
      isTerminal: false,
    };
    const given: Given = { ...call, config: read.config, log: silentLog, terminal };
    return { given, out, said };
  }

  async function run(command: Command, ...words: readonly string[]) {
    const { given, out, said } = typed(command, words);
    const exit = await command.run(given);
    return { exit, said, printed: out.join('\n') };
  }

  test.each(['PORT', 'INSTANCE_PORT'] as const)(
    'up whose %s is taken says so and ends with 1',
    async (name) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const empty = mkdtempSync(join(tmpdir(), 'quadwire-ports-'));
      const { given } = typed(up, [], {
        PORT: '0',
        INSTANCE_PORT: '0',
        QUADWIRE_DATA: empty,
        [name]: String(port),
      });
      const exit = await up.run(given);
      expect([exit.code, reasonOf(exit)]).toEqual([1, expect.stringContaining(`port ${port} is taken`)]);
      expect(reasonOf(exit)).toContain(`set ${name} to a free one`);
      if (process.platform === 'linux')
        expect(await portTrouble(port, '127.0.0.1')).toContain(`by process ${process.pid} (`);
      other.close();
      await once(other, 'close');
      expect(await portTrouble(port, '127.0.0.1')).toBeUndefined();
      rmSync(empty, { recursive: true, force: true });
    },
  );
});

test('an address without a user or a database gets those of the one driver', () => {
  const { username, pathname } = new URL(completeAddress('postgres://127.0.0.1:5433'));
  expect([username.length > 0, pathname.length > 1]).toEqual([true, true]);
  expect(completeAddress('postgres://u:p@db.example:5433/x?sslmode=require')).toBe(
    'postgres://u:p@db.example:5433/x?sslmode=require',
  );
});

function reasonOf(exit: Exit): string {
  return exit.code === 0 ? '' : exit.reason;
}
