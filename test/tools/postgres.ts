import { spawnSync } from 'node:child_process';

/** Runs the tests on a PostgreSQL server: `TEST_DATABASE_URL`, or the local one. Each test file makes a database of its own there. */
const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1/postgres';
const { status } = spawnSync('npx', ['vitest', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
});
process.exitCode = status ?? 1;
