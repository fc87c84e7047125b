import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { builtProgram } from './program.ts';

/** A command of the product as a process of its own. */
export type Running = {
  readonly pid: number;
  /** All that it said so far. */
  readonly said: () => string;
  /** Resolves when it has said something that matches. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly isAlive: () => boolean;
  /** Sends a signal and gives the exit code when it has ended; null when the signal ended it. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
};

export function startCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = process.cwd(),
): Running {
  const child = spawn(process.execPath, [builtProgram(), ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      for (const listener of listeners) listener();
    });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    said: () => text,
    isAlive,
    until: (pattern) =>
      saidBy(
        child,
        () => pattern.exec(text),
        listeners,
        () => text,
      ),
    end: async (signal) => {
      if (isAlive()) child.kill(signal);
      await exit;
      return child.exitCode;
    },
  };
}

async function saidBy<T>(
  child: ChildProcess,
  found: () => T | null,
  listeners: Set<() => void>,
  said: () => string,
): Promise<T> {
  return new Promise((done, failed) => {
    const look = () => {
      const value = found();
      if (value === null) return;
      listeners.delete(look);
      done(value);
    };
    listeners.add(look);
    child.once('exit', () => failed(new Error(`it ended and said:\n${said()}`)));
    look();
  });
}

/** A TCP proxy before a server that can be cut: open connections are dropped, new ones refused until it is mended. */
export async function startProxy(to: { readonly host: string; readonly port: number }) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(to);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        open.delete(from);
        into.destroy();
      });
      from.pipe(into);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
