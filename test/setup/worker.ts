import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder with the built Worker; empty where wrangler does not run. */
    built: string;
  }
}

process.env['WRANGLER_SEND_METRICS'] = 'false';
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

/** Builds the Worker once for all test files, as a deployment does. */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-worker-'));
  const obstacle = obstacleToRunning();
  if (obstacle === undefined)
    execFileSync('npx', ['wrangler', 'deploy', '--dry-run', '--outdir', folder], { stdio: 'pipe' });
  else process.stderr.write(`The Worker’s tests are skipped: ${obstacle}\n`);
  project.provide('built', obstacle === undefined ? folder : '');
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Why Cloudflare's runtime does not run here; in CI it has to. */
function obstacleToRunning(): string | undefined {
  try {
    execFileSync('npx', ['workerd', '--version'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    if (process.env['CI'] !== undefined) throw error;
    return `workerd does not run on this machine (${error instanceof Error ? error.message : String(error)})`;
  }
}
