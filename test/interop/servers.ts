import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '../setup/ports.ts';
import { peersFolder } from './tools.ts';

export const namespace = 'urn:JobWebService';

export type PeerServer = { readonly name: string; readonly wsdlUrl: string; readonly lastFile: string };
type Stoppable = { readonly stop: () => void };

/** Starts every peer's server and waits until all answer. */
export async function startPeerServers(): Promise<Stoppable & { readonly peers: readonly PeerServer[] }> {
  // The peers take this port and the second after it.
  const [port] = await freePorts();
  const child = spawn('bash', [join(peersFolder, 'run-servers.sh'), String(port), namespace], {
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
