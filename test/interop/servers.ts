import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { peersFolder } from './tools.ts';

export const namespace = 'urn:JobWebService';

export type PeerServer = { readonly name: string; readonly wsdlUrl: string; readonly lastFile: string };
type Stoppable = { readonly stop: () => void };

/** Starts every peer's server and waits until all answer. */
export async function startPeerServers(): Promise<Stoppable & { readonly peers: readonly PeerServer[] }> {
  const child = spawn('bash', [join(peersFolder, 'run-servers.sh'), String(await freePorts()), namespace], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that all of it can be stopped.
    detached: true,
  });
  const stop = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    child.stdout.destroy();
  };
  const peers: PeerServer[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'READY') return { peers, stop };
    const [name = '', wsdlUrl = '', lastFile = ''] = line.split(' ');
    if (!lastFile.startsWith('file://')) throw new Error(line);
    peers.push({ name, wsdlUrl, lastFile: lastFile.slice('file://'.length) });
  }
  throw new Error('the peer servers ended before they were ready');
}

/** A port whose neighbor after next is free too: the peers take both. */
async function freePorts(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const [first, second] = [createServer(), createServer()];
    const port = await listen(first, 0);
    const free = await listen(second, port + 2).then(
      () => true,
      () => false,
    );
    await Promise.all([first, second].map((server) => new Promise((done) => server.close(done))));
    if (free) return port;
  }
  throw new Error('there are no two free ports');
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
