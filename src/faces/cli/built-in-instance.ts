import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { instanceTablesIn } from '../../instance/database.ts';
import { serveInstance } from '../../instance/serve.ts';
import type { Node } from '../../node.ts';
import type { QueueDatabase } from '../../platform/queue/pg-boss.ts';
import { pointBuiltIn } from '../../targets/built-in-target.ts';

export type BuiltIn =
  | {
      readonly kind: 'started';
      readonly url: string;
      readonly address: string;
      readonly close: () => Promise<void>;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** Starts the reference instance of `up`, and keeps the target `instance` pointing at it. */
export async function startInstance(
  { instancePort, dataDir }: Config,
  { db, context, queueDatabase }: Pick<Node, 'db' | 'context' | 'queueDatabase'>,
): Promise<BuiltIn> {
  try {
    const served = await serveInstance({
      port: instancePort,
      ...(await storeOf(join(dataDir, 'instance'), queueDatabase)),
    });
    await served.ready;
    await pointBuiltIn(db, served.url, context.clock.now());
    return { kind: 'started', url: served.url, address: `127.0.0.1:${served.port}`, close: served.close };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return {
      kind: 'refused',
      reason: `port ${instancePort} is taken; set INSTANCE_PORT to a free one for the reference instance`,
    };
  }
}

/**
 * Its tables stand in the embedded database of this process, which it has to itself: a second one would hold 100 MB. Beside a server,
 * and where an earlier version has made it a folder, it has a database of its own.
 */
async function storeOf(folder: string, database: QueueDatabase) {
  return 'pglite' in database && !existsSync(folder)
    ? { db: await instanceTablesIn(database.pglite) }
    : { data: folder };
}
