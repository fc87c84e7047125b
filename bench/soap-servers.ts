import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '../test/setup/ports.ts';

/** A server in a process of its own; `/cpu` of its origin says what it spent. */
export type BenchServer = { readonly origin: string; readonly stop: () => void };

/** Ours, by `soap-server.ts`. */
export async function startOurServer(same: string, namespace: string): Promise<BenchServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'soap-server.ts'), same, namespace], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

/** PHP's SoapServer under PHP's own server, its WSDL cached; `undefined` where there is no PHP with its soap extension. */
export async function startPhpServer(wsdl: string): Promise<BenchServer | undefined> {
  if (!hasPhp()) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'quadwire-bench-'));
  writeFileSync(join(folder, 'service.wsdl'), wsdl);
  writeFileSync(join(folder, 'server.php'), PHP);
  const [port] = await freePorts();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn('php', ['-S', origin.slice('http://'.length), join(folder, 'server.php')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, BENCH_FOLDER: folder },
  });
  // Its log goes to stderr, the first line when it listens.
  await once(createInterface({ input: child.stderr }), 'line');
  return {
    origin,
    stop: () => {
      child.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

function hasPhp(): boolean {
  try {
    execFileSync('php', ['-r', 'exit(extension_loaded("soap") ? 0 : 1);'], { stdio: 'ignore' });
    return true;
  } catch {
    // No PHP here, or PHP without its soap extension: there is no such peer in this run.
    return false;
  }
}

const PHP = `<?php
if ($_SERVER['REQUEST_URI'] === '/cpu') {
  $u = getrusage();
  echo $u['ru_utime.tv_sec'] * 1000000 + $u['ru_utime.tv_usec'] + $u['ru_stime.tv_sec'] * 1000000 + $u['ru_stime.tv_usec'];
  return;
}
class Svc {
  function testService() { return 'ok'; }
  function getPicklist($field) { return []; }
  function processJob($job, $employer, $source) { return 'job:' . $job->job_id; }
  function deleteJob($id, $source) { return true; }
}
ini_set('soap.wsdl_cache_dir', getenv('BENCH_FOLDER'));
$server = new SoapServer(getenv('BENCH_FOLDER') . '/service.wsdl', ['cache_wsdl' => WSDL_CACHE_BOTH, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$server->setClass('Svc');
$server->handle();
`;
