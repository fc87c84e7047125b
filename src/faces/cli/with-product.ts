import { silentLog } from '../../core/log.ts';
import { type Node, type NodeOptions, type NodeOutcome, openNode } from '../../node.ts';
import type { Config } from '../../config.ts';
import { allTargets } from '../../targets/targets.queries.ts';
import { type Exit, type Given, refused } from './command.ts';
import { machineTrouble } from './machine-trouble.ts';

/** Opens the product for a command, and lets it go afterwards. Beside a running `up` the command joins its database. */
export async function withProduct(given: Given, work: (node: Node) => Promise<Exit>): Promise<Exit> {
  const quiet = given.config.logLevel === 'info';
  const { config, log } = given;
  const outcome = await openOrSay({ config, log: quiet ? silentLog : log, role: 'guest' });
  if (outcome.kind === 'refused') return refused(outcome.reason);
  try {
    await allowBuiltIn(outcome.node);
    return await work(outcome.node);
  } finally {
    await outcome.node.close();
  }
}

/** Opens the product; what the machine or the network refuses is said with its remedy. */
export async function openOrSay(options: NodeOptions): Promise<NodeOutcome> {
  return openNode(options).catch((error: unknown) => refusedByMachine(options.config, error));
}

/** What the machine or the network refused, with its remedy; a bug is thrown on. */
export function refusedByMachine(
  config: Config,
  error: unknown,
): { readonly kind: 'refused'; readonly reason: string } {
  const trouble = machineTrouble(error);
  if (trouble === undefined) throw error;
  return { kind: 'refused', reason: `${trouble}. ${remedyFor(config, error)}` };
}

/** The reference instance that a running `up` has started is reached as it reaches it itself. */
async function allowBuiltIn({ db, allow }: Node): Promise<void> {
  for (const { builtIn, definition } of await allTargets(db))
    if (builtIn) allow(new URL(definition.soap.url).host);
}

/** What to do when a folder or the database cannot be opened. */
function remedyFor({ databaseUrl, dataDir, journalDir }: Config, error: unknown): string {
  const path = error instanceof Error && 'path' in error ? String(error.path) : undefined;
  if (path === undefined && databaseUrl !== undefined)
    return 'Start the PostgreSQL server that DATABASE_URL names, or correct DATABASE_URL; without it the database embedded in QUADWIRE_DATA is used.';
  const isJournal = path !== undefined && journalDir.startsWith(path) && !dataDir.startsWith(path);
  return `Set ${isJournal ? 'QUADWIRE_JOURNAL' : 'QUADWIRE_DATA'} to a folder that this user may write.`;
}
