import { once } from 'node:events';
import { createServer } from 'node:net';

type Ports = readonly [number, number, number];

/**
 * Three ports of the loopback, one after the other, that nobody uses now.
 * They are below 32,768: the kernel gives no such port to who asks for any or connects, so none is lost before it is used.
 */
export async function freePorts(): Promise<Ports> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const first = 12_000 + Math.floor(Math.random() * 20_000);
    const ports: Ports = [first, first + 1, first + 2];
    if (await areFree(ports)) return ports;
  }
  throw new Error('no three ports of the loopback are free');
}

async function areFree(ports: Ports): Promise<boolean> {
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'));
  const listening = await Promise.allSettled(servers.map((server) => once(server, 'listening')));
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return listening.every(({ status }) => status === 'fulfilled');
}
