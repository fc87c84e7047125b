import { connect, createServer, type Socket } from 'node:net';

/** What lies between the processes and their database: a wire that can be cut, slowed down, or left hanging. */
export type Wire = {
  readonly port: number;
  /** `cut`: connections break and new ones are refused. `hung`: nothing arrives, nothing breaks. A number: milliseconds for each piece. */
  readonly set: (state: 'whole' | 'cut' | 'hung' | number) => void;
  readonly close: () => void;
};

export async function openWire(toPort: number): Promise<Wire> {
  let state: 'whole' | 'cut' | 'hung' | number = 'whole';
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const passes = async (): Promise<void> => {
    if (state === 'hung') await new Promise<void>((done) => waiting.add(done));
    else if (typeof state === 'number') await new Promise((done) => setTimeout(done, Number(state)));
  };
  const carry = async (from: Socket, to: Socket) => {
    try {
      for await (const piece of from) {
        await passes();
        if (to.destroyed) break;
        to.write(piece as Uint8Array);
      }
      to.end();
    } catch {
      // A torn connection is what this wire is for.
      to.destroy();
    }
  };
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const beyond = connect(toPort, '127.0.0.1');
    for (const [one, other] of [
      [client, beyond],
      [beyond, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
      void carry(one, other);
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the wire has no port');
  return {
    port: address.port,
    set: (to) => {
      state = to;
      if (to === 'cut') for (const socket of sockets) socket.destroy();
      for (const done of waiting) done();
      waiting.clear();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
