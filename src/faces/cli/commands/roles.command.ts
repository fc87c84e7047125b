import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../../config.ts';
import { isOutage } from '../../../db/outage.ts';
import { type Node, openNode } from '../../../node.ts';
import { type Command, done, type Exit, type Given, refused } from '../command.ts';
import { outliveLostConnections } from '../lost-connections.ts';
import { startSending, startWeb, startWorker } from '../cli-roles.ts';
import { signalled } from '../cli-signals.ts';
import { refusedByMachine } from '../with-product.ts';

export const web: Command = {
  name: 'web',
  usage: '',
  about: 'Pages, form and API; as many as wanted, over one Postgres.',
  words: [0, 0],
  run: (given) =>
    withOwner(given, async (node) => {
      const sender = await startSending(given, node);
      const running = await startWeb(given, node, () => sender);
      if (running.kind === 'refused') {
        await sender.stop();
        return running;
      }
      given.terminal.say(`Quadwire ${running.url}`);
      for (const line of running.notes) given.terminal.say(line);
      const stop = async () => {
        await running.stop();
        await sender.stop();
      };
      return { kind: 'running', stop };
    }),
};

export const worker: Command = {
  name: 'worker',
  usage: '',
  about: 'Reads feeds on schedule and publishes; as many as wanted, over one Postgres.',
  words: [0, 0],
  run: (given) =>
    withOwner(given, async (node) => {
      const running = await startWorker(given, node);
      given.terminal.say('Quadwire worker is running.');
      return { kind: 'running', stop: running.stop };
    }),
};

type Running =
  | { readonly kind: 'running'; readonly stop: () => Promise<void> }
  | { readonly kind: 'refused'; readonly reason: string };

/** Runs one role until a signal, then ends it gracefully. A database that is away is waited for. */
async function withOwner(given: Given, start: (node: Node) => Promise<Running>): Promise<Exit> {
  const { config, log } = given;
  const stop = signalled();
  for (;;) {
    try {
      return await runRole(given, start, stop);
    } catch (error) {
      if (!isWaitedFor(config, error)) throw error;
      log.warn('the database does not answer; it is waited for', { error: String(error) });
      const again = await Promise.race([stop.then(() => false), setTimeout(AGAIN_MS, true)]);
      if (!again) return done;
    }
  }
}

const AGAIN_MS = 2_000;

function isWaitedFor({ databaseUrl }: Config, error: unknown): boolean {
  return databaseUrl !== undefined && isOutage(error);
}

async function runRole(given: Given, start: (node: Node) => Promise<Running>, stop: Promise<void>) {
  const { config, log, terminal } = given;
  outliveLostConnections(log);
  const outcome = await openNode({ config, log, role: 'owner' }).catch((error: unknown) => {
    if (isWaitedFor(config, error)) throw error;
    return refusedByMachine(config, error);
  });
  if (outcome.kind === 'refused') return refused(outcome.reason);
  const { node } = outcome;
  try {
    const running = await start(node);
    if (running.kind === 'refused') return refused(running.reason);
    await stop;
    terminal.say('Stopping: calls in flight are finished first.');
    node.stop();
    await running.stop();
    return done;
  } finally {
    await node.close();
  }
}
