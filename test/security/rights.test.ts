import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { builtProgram } from '../setup/program.ts';

const root = join(import.meta.dirname, '../..');
const server = process.env['TEST_DATABASE_URL'];

/** The statements of docs/security.md, as an operator copies them. */
function documentedGrants(database: string, user: string): string {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const block = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  return block.replaceAll('quadwire_run', user).replaceAll('DATABASE_NAME', database);
}

test.skipIf(server === undefined)(
  'the product runs as a user who may neither create nor change tables',
  { timeout: 300_000 },
  async () => {
    const name = `quadwire_rights_${randomBytes(5).toString('hex')}`;
    const folder = mkdtempSync(join(tmpdir(), 'quadwire-rights-'));
    const admin = postgres(server ?? '', { max: 1, onnotice: () => {} });
    await admin.unsafe(`create database ${name}`);
    const own = new URL(server ?? '');
    own.pathname = `/${name}`;
    const limited = new URL(own);
    limited.username = `${name}_run`;
    limited.password = '';
    const env = {
      QUADWIRE_DATA: folder,
      QUADWIRE_SECRET: 'a secret of the test, long enough to be one',
      INSTANCE_PORT: '0',
    };
    expect(await run(['migrate'], { ...env, DATABASE_URL: own.href })).toMatchObject({ code: 0 });
    const owner = postgres(own.href, { max: 1, onnotice: () => {} });
    await owner.unsafe(`create role ${name}_run login`);
    await owner.unsafe(documentedGrants(name, `${name}_run`));
    const runner = postgres(limited.href, { max: 1, onnotice: () => {} });
    for (const statement of [
      'create table t (a int)',
      'drop table feeds',
      'alter table feeds add column a int',
      'create schema s',
      'truncate audit',
    ])
      await expect(runner.unsafe(statement)).rejects.toThrow(/permission denied|must be owner/);
    await runner.end();
    const ran = await run(['up', '--once', '--json'], { ...env, DATABASE_URL: limited.href });
    expect(ran.said).toBe('');
    expect(JSON.parse(ran.out).published).toBeGreaterThan(100);
    await owner.unsafe(`drop owned by ${name}_run`);
    await owner.end();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.unsafe(`drop role ${name}_run`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  },
);

function run(words: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ readonly code: unknown; readonly out: string; readonly said: string }>((resolve) => {
    execFile(
      process.execPath,
      [builtProgram(), ...words],
      { env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...env } },
      (error, out, said) => resolve({ code: error?.code ?? 0, out, said }),
    );
  });
}
