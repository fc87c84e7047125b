import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../setup/ports.ts';
import { startCommand } from '../setup/processes.ts';

/** `quadwire up` in a folder of its own: web, worker and the practice school, no feeds. */
export async function anInstallation(more: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'quadwire-road-'));
  const [port, boardPort] = await freePorts();
  const env = { PORT: String(port), INSTANCE_PORT: String(boardPort), QUADWIRE_DATA: join(folder, 'data') };
  const up = startCommand(['up'], { ...env, ...more }, folder);
  const [, operatorLink = ''] = await up.until(/First operator: open http:\/\/[^/]+(\/\S+)/);
  return {
    url: `http://127.0.0.1:${port}`,
    board: `http://127.0.0.1:${boardPort}`,
    operatorLink,
    said: up.said,
    stop: async () => {
      await up.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
