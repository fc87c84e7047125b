import { setTimeout } from 'node:timers/promises';
import { type Given, type Command, done, type Exit, refused } from '../command.ts';
import { commandLine } from '../../../core/core-writer.ts';
import type { Log } from '../../../core/log.ts';
import { applyFeedFile } from '../../../feeds/feed-feed-files.ts';
import { placeCounts } from '../../../publishing/queries/job-states.queries.ts';
import { allTargets } from '../../../targets/targets.queries.ts';
import { ownFeeds, readFeedFiles } from '../cli-feed-files.ts';
import { followBoard } from '../board-progress.ts';
import { startInstance } from '../built-in-instance.ts';
import { portTrouble } from '../port-owner.ts';
import { runOnce } from '../run-once.ts';
import { signalled } from '../cli-signals.ts';
import type { WorkingQueue } from '../../../platform/queue/queue.ts';
import { startWeb, startWorker } from '../cli-roles.ts';
import type { Node } from '../../../node.ts';
import { openOrSay } from '../with-product.ts';

export const up: Command = {
  name: 'up',
  usage: '[--once] [--json]',
  about:
    'Everything in one process: pages, worker, and, while no target is configured, the reference instance with the sample feeds.',
  words: [0, 0],
  run: async (given) => {
    // Before anything else: a database takes seconds to open.
    const taken = given.flags.has('once') ? undefined : await portTaken(given, 'PORT');
    if (taken !== undefined) return refused(taken);
    given.terminal.progress('The database is being opened …');
    const outcome = await openOrSay({ config: given.config, log: quietBesidePeople(given), role: 'owner' });
    if (outcome.kind === 'refused') return refused(outcome.reason);
    const { node } = outcome;
    try {
      return await (given.flags.has('once') ? upOnce(given, node) : stayUp(given, node));
    } finally {
      await node.close();
    }
  },
};

async function upOnce(given: Given, node: Node): Promise<Exit> {
  const practice = await preparePractice(given, node);
  if (practice.kind === 'refused') return refused(practice.reason);
  const exit = await runOnce(given, node);
  await practice.close();
  return exit;
}

/** Pages first, so that health is answered at once; then the practice instance, then the worker that fills it. */
async function stayUp(given: Given, node: Node): Promise<Exit> {
  const { terminal } = given;
  const taken = (await needsPractice(node)) ? await portTaken(given, 'INSTANCE_PORT') : undefined;
  if (taken !== undefined) return refused(taken);
  const stop = signalled();
  /** Undefined until the worker runs; the pages start first. */
  const started: { worker?: WorkingQueue } = {};
  const web = await startWeb(given, node, () => started.worker);
  if (web.kind === 'refused') return refused(web.reason);
  terminal.say(`Quadwire    ${web.url}`);
  terminal.progress('The job board is being started …');
  const practice = await preparePractice(given, node);
  if (practice.kind === 'refused') {
    await web.stop();
    return refused(practice.reason);
  }
  if (practice.url !== undefined)
    terminal.say(`Job board   ${practice.url}  (the reference instance, which takes the sample feeds)`);
  for (const line of web.notes) terminal.say(line);
  terminal.say('Stop with Ctrl-C.');
  started.worker = await startWorker(given, node);
  const board = boardShown(given, node, practice.url, web);
  await stop;
  await board.end();
  terminal.say('Stopping: calls in flight are finished first.');
  node.stop();
  await web.stop();
  await started.worker.stop();
  await practice.close();
  return done;
}

/** Beside a person, how the practice board fills; `end` ends the showing. */
function boardShown(
  { terminal }: Given,
  { db, context: { log } }: Node,
  url: string | undefined,
  web: { readonly url: string; readonly notesNow: () => Promise<readonly string[]> },
) {
  const over = new AbortController();
  const pause = async () => setTimeout(1_000, true, { signal: over.signal }).catch(() => false);
  const shown =
    url === undefined || !terminal.isTerminal
      ? Promise.resolve()
      : followBoard(terminal, {
          url,
          places: () => placeCounts(db),
          labels: `${web.url}/plan`,
          notes: web.notesNow,
          pause,
        }).catch((error: unknown) => log.warn('the board is not shown', { error: String(error) }));
  const end = async () => {
    over.abort();
    await shown;
  };
  return { end };
}

type Practice =
  | { readonly kind: 'ready'; readonly url?: string; readonly close: () => Promise<void> }
  | { readonly kind: 'refused'; readonly reason: string };

/** While no real target is configured, or somebody resumed it: the built-in instance, and the sample feeds that go only to it. */
async function preparePractice(given: Given, node: Node): Promise<Practice> {
  const { db, context } = node;
  if (!(await needsPractice(node))) return { kind: 'ready', close: async () => {} };
  const instance = await startInstance(given.config, node);
  if (instance.kind === 'refused') return instance;
  node.allow(instance.address);
  const { files, mistakes } = readFeedFiles(ownFeeds, commandLine(given.config));
  if (mistakes.length > 0) return { kind: 'refused', reason: mistakes.join('\n') };
  for (const named of files.filter(({ file }) => file.sample === true))
    await applyFeedFile(db, named, context.clock.now());
  return { kind: 'ready', url: instance.url, close: instance.close };
}

async function needsPractice({ db }: Node): Promise<boolean> {
  const all = await allTargets(db);
  return (
    all.every(({ builtIn }) => builtIn) || all.some(({ builtIn, state }) => builtIn && state === 'active')
  );
}

/** Why one of the two ports cannot be listened on, with what to do. */
async function portTaken({ config: { port, host, instancePort } }: Given, name: 'PORT' | 'INSTANCE_PORT') {
  const trouble =
    name === 'PORT' ? await portTrouble(port, host) : await portTrouble(instancePort, '127.0.0.1');
  const use = name === 'PORT' ? 'pages' : 'the reference instance';
  return trouble && `${trouble}; set ${name} to a free one for ${use}`;
}

/** On a terminal, and for a summary, only what is wrong is logged beside it; elsewhere everything that LOG_LEVEL asks for. */
function quietBesidePeople({ log, terminal, flags, config }: Given): Log {
  const quiet = (terminal.isTerminal || flags.has('once')) && config.logLevel === 'info';
  return quiet ? { ...log, info: () => {}, debug: () => {} } : log;
}
