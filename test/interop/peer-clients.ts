import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { aService } from '../soap/wire.ts';
import type { Check, FullJob } from './our-client.ts';
import { serve } from './servers.ts';
import { peersFolder } from './tools.ts';

/** Every peer's client against our service: all four operations, and the full job as we decoded it. */
export async function checkPeerClients(): Promise<readonly Check[]> {
  const received: Record<keyof FullJob, unknown>[] = [];
  const service = aService({
    getPicklist: async () => ({
      kind: 'answered',
      value: [{ ikey: 'ft', ivalue: 'Full-time & <more> ]]>' }],
    }),
    processJob: async (job, employer, external_source_id) => {
      received.push({ job, employer, external_source_id });
      return { kind: 'answered', value: 'created:1' };
    },
  });
  const server = await serve(service, () => received.at(-1));
  const child = spawn('bash', [join(peersFolder, 'run-clients.sh'), `${server.endpoint}?wsdl`], {
    env: { ...process.env, VERIFY_URL: server.lastUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const checks: Check[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [, peer = '', operation = '', result, detail] = /^(\S+) (\S+) (ok|FAIL) ?(.*)$/.exec(line) ?? [];
    checks.push({ what: `${peer} ${operation}`, problem: result === 'ok' ? undefined : (detail ?? line) });
  }
  server.stop();
  return checks;
}
