import { silentLog } from '../core/log.ts';
import { openNode, type Node } from '../node.ts';
import type { Config } from '../config.ts';
import { allTargets } from '../targets/store.ts';
import { type Exit, type Given, refused } from './command.ts';
import { machineTrouble } from './machine-trouble.ts';

/** Opens the product for a command, and lets it go afterwards. Beside a running `up` the command joins its database. */
export async function withProduct(given: Given, work: (node: Node) => Promise<Exit>): Promise<Exit> {
  const quiet = given.config.logLevel === 'info';
  const { config, log } = given;
  const outcome = await openNode({ config, log: quiet ? silentLog : log, role: 'guest' }).catch(
    (error: unknown) => {
      const trouble = machineTrouble(error);
      if (trouble === undefined) throw error;
      return { kind: 'refused' as const, reason: `${trouble}. ${remedyFor(config)}` };
    },
  );
  if (outcome.kind === 'refused') return refused(outcome.reason);
  try {
    await allowBuiltIn(outcome.node);
    return await work(outcome.node);
  } finally {
    await outcome.node.close();
  }
}

/** The reference instance that a running `up` has started is reached as it reaches it itself. */
async function allowBuiltIn({ db, allow }: Node): Promise<void> {
  for (const { builtIn, definition } of await allTargets(db))
    if (builtIn) allow(new URL(definition.soap.url).host);
}

/** What to do when the database cannot be opened. */
function remedyFor({ databaseUrl }: Config): string {
  return databaseUrl === undefined
    ? 'Set QUADWIRE_DATA to a folder that this user may write.'
    : 'Start the PostgreSQL server that DATABASE_URL names, or correct DATABASE_URL; without it the database embedded in QUADWIRE_DATA is used.';
}
