import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import worker from '../../src/worker.ts';

const out = mkdtempSync(join(tmpdir(), 'quadwire-worker-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

test('the Worker builds, and its bundle stays within 1.5 MB packed', () => {
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' };
  execFileSync('npx', ['wrangler', 'deploy', '--dry-run', '--outdir', out], { env, stdio: 'pipe' });
  expect(gzipSync(readFileSync(join(out, 'worker.js'))).length).toBeLessThan(1_500_000);
});

test('the Worker answers for its health, and says of other addresses that there is nothing', () => {
  expect(worker.fetch(new Request('https://quadwire.example/healthz')).status).toBe(200);
  expect(worker.fetch(new Request('https://quadwire.example/else')).status).toBe(404);
});
