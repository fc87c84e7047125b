import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';
import { firstOperatorLink } from '../accounts/people.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { answers } from '../db/answers.ts';
import type { Node } from '../node.ts';
import type { Queue } from '../queue/queue.ts';
import { createWeb } from '../web/app.ts';
import { createActs } from '../web/create-acts.ts';
import type { WebEnv } from '../web/env.ts';
import { nodeStaticFiles } from '../web/static-node.ts';
import type { Given } from './command.ts';

/** The web on Node, with what `up` has to tell whoever starts it: how the first operator gets in. */
export async function createNodeWeb(
  { config, log }: Given,
  { db, context }: Node,
  queue?: () => Queue | undefined,
): Promise<{ readonly app: Hono<WebEnv>; readonly notes: readonly string[] }> {
  const app = createWeb({
    db,
    log,
    clock: systemClock,
    random: Math.random,
    files: nodeStaticFiles(),
    ready: () => answers(db, 2_000),
    acts: createActs(context, queue),
    remoteAddress: (c) => getConnInfo(c).remote.address,
    site: {
      secret: secretOf(config),
      trustProxy: config.trustProxy,
      timeZone: config.timeZone,
      ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
      ...(config.helpEmail === undefined ? {} : { helpEmail: config.helpEmail }),
    },
  });
  const link = await firstOperatorLink({ db, clock: systemClock });
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return { app, notes: link === undefined ? [] : [`First operator: open ${base}${link} (works once)`] };
}

/** `QUADWIRE_SECRET`, or one made once and kept beside the embedded database. */
function secretOf({ secret, dataDir }: Config): string {
  if (secret !== undefined) return secret;
  const file = join(dataDir, 'secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true });
  const made = randomBytes(32).toString('hex');
  writeFileSync(file, made, { mode: 0o600 });
  return made;
}
