import { type Given, type Command, done, type Exit, refused } from '../command.ts';
import { openNode } from '../../node.ts';
import { applyFeedFile } from '../../feeds/feed-files.ts';
import { allTargets } from '../../targets/store.ts';
import { ownFeeds, readFeedFiles } from '../feed-files.ts';
import { startInstance } from '../built-in-instance.ts';
import { runOnce } from '../run-once.ts';
import { signalled } from '../signals.ts';
import { startRoles } from '../roles.ts';
import type { Node } from '../../node.ts';

export const up: Command = {
  name: 'up',
  usage: '[--once] [--json]',
  about:
    'Everything in one process: pages, worker, and, while no target is configured, the reference instance with the sample feeds.',
  options: { once: { type: 'boolean' } },
  words: [0, 0],
  run: async (given) => {
    const { config, log } = given;
    const once = given.flags.has('once');
    const outcome = await openNode({
      config,
      log: once && config.logLevel === 'info' ? quieter(given) : log,
      role: 'owner',
    });
    if (outcome.kind === 'refused') return refused(outcome.reason);
    const { node } = outcome;
    try {
      const practice = await preparePractice(given, node);
      if (practice.kind === 'refused') return refused(practice.reason);
      const exit = once ? await runOnce(given, node) : await stayUp(given, node, practice.url);
      await practice.close();
      return exit;
    } finally {
      await node.close();
    }
  },
};

type Practice =
  | { readonly kind: 'ready'; readonly url?: string; readonly close: () => Promise<void> }
  | { readonly kind: 'refused'; readonly reason: string };

/** While no real target is configured: the built-in instance, and the sample feeds that go only to it. */
async function preparePractice(given: Given, node: Node): Promise<Practice> {
  const { db, context } = node;
  const targets = await allTargets(db);
  if (targets.some(({ builtIn }) => !builtIn)) return { kind: 'ready', close: async () => {} };
  const instance = await startInstance(given.config, db, context.clock.now());
  if (instance.kind === 'refused') return instance;
  node.allow(instance.address);
  const { files, mistakes } = readFeedFiles(ownFeeds);
  if (mistakes.length > 0) return { kind: 'refused', reason: mistakes.join('\n') };
  for (const named of files.filter(({ file }) => file.sample === true))
    await applyFeedFile(db, named, context.clock.now());
  return { kind: 'ready', url: instance.url, close: instance.close };
}

async function stayUp(given: Given, node: Node, instanceUrl: string | undefined): Promise<Exit> {
  const roles = await startRoles(given, node, { web: true, worker: true });
  if (roles.kind === 'refused') return refused(roles.reason);
  const { terminal } = given;
  terminal.say(`Quadwire    ${roles.url}`);
  if (instanceUrl !== undefined)
    terminal.say(`Job board   ${instanceUrl}  (the reference instance, which takes the sample feeds)`);
  for (const line of roles.notes) terminal.say(line);
  terminal.say('Stop with Ctrl-C.');
  await signalled();
  terminal.say('Stopping: calls in flight are finished first.');
  node.stop();
  await roles.stop();
  return done;
}

function quieter({ log }: Given) {
  return { ...log, info: () => {}, debug: () => {} };
}
