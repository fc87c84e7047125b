/** Runs the tests that use a database on a PostgreSQL server: `TEST_DATABASE_URL`, or the local one. Each file makes databases of its own there. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1/postgres';
const given = process.argv.slice(2);
/** Measures the program beside a server of its own: among the slow tests already, with the same figures. */
const MEASURED_ELSEWHERE = join('test', 'faces', 'cli', 'start.test.ts');
const files = globSync('test/**/*.test.ts').filter((file) => file !== MEASURED_ELSEWHERE && usesServer(file));
const { status } = spawnSync('npx', ['vitest', 'run', ...(given.length === 0 ? files : given)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
});
process.exitCode = status ?? 1;

/** Whether a test, or what it imports of the tests and benchmarks, opens a database of the server. */
function usesServer(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (text.includes("process.env['TEST_DATABASE_URL']")) return true;
  const imported = [...text.matchAll(/'(\.\.?\/[^']+\.ts)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return imported.some((path) => /^(?:test|bench)\//.test(path) && usesServer(path, seen));
}
