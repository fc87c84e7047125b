import { silentLog } from '../core/log.ts';
import { openNode, type Node } from '../node.ts';
import { type Exit, type Given, refused } from './command.ts';

/** Opens the product for a command, and lets it go afterwards. Beside a running `up` the command joins its database. */
export async function withProduct(given: Given, work: (node: Node) => Promise<Exit>): Promise<Exit> {
  const quiet = given.config.logLevel === 'info';
  const outcome = await openNode({ config: given.config, log: quiet ? silentLog : given.log, role: 'guest' });
  if (outcome.kind === 'refused') return refused(outcome.reason);
  try {
    return await work(outcome.node);
  } finally {
    await outcome.node.close();
  }
}
