import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serveInstance } from '../../src/instance/serve.ts';
import type { Check } from './our-client.ts';
import { namespace } from './servers.ts';
import { peersFolder } from './tools.ts';

/** Every peer's client against the reference instance: all four operations, and the full job as the instance decoded it. */
export async function checkPeerClients(): Promise<readonly Check[]> {
  const instance = await serveInstance({ port: 0, namespace, data: 'memory', size: 'small' });
  await instance.ready;
  const child = spawn('bash', [join(peersFolder, 'run-clients.sh'), `${instance.url}/soap?wsdl`], {
    env: { ...process.env, VERIFY_URL: `${instance.url}/_control/jobs/last` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const checks: Check[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [, peer = '', operation = '', result, detail] = /^(\S+) (\S+) (ok|FAIL) ?(.*)$/.exec(line) ?? [];
    checks.push({ what: `${peer} ${operation}`, problem: result === 'ok' ? undefined : (detail ?? line) });
  }
  await instance.close();
  return checks;
}
