import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { serveInstance } from '../../instance/serve.ts';
import { addTarget, redefineTarget, targetNamed } from '../../targets/targets.repository.ts';

export type BuiltIn =
  | {
      readonly kind: 'started';
      readonly url: string;
      readonly address: string;
      readonly close: () => Promise<void>;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** Starts the reference instance of `up` on its own store, and keeps the target `instance` pointing at it. */
export async function startInstance({ instancePort, dataDir }: Config, db: Db, now: Date): Promise<BuiltIn> {
  try {
    const served = await serveInstance({ port: instancePort, data: join(dataDir, 'instance') });
    await served.ready;
    await pointTarget(db, served.url, now);
    return { kind: 'started', url: served.url, address: `127.0.0.1:${served.port}`, close: served.close };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return {
      kind: 'refused',
      reason: `port ${instancePort} is taken; set INSTANCE_PORT to a free one for the reference instance`,
    };
  }
}

async function pointTarget(db: Db, url: string, now: Date): Promise<void> {
  const definition = {
    soap: { url: `${url}/soap`, namespace: 'urn:JobWebService' },
    rest: { url: `${url}/api/public`, tokenEnv: 'QUADWIRE_SECRET_INSTANCE_TOKEN' },
    requiredFields: ['job_type'],
  };
  const existing = await targetNamed(db, 'instance');
  if (existing === undefined) await addTarget(db, { name: 'instance', definition, builtIn: true, now });
  else if (existing.builtIn && existing.definition.soap.url !== definition.soap.url)
    await redefineTarget(db, existing, definition);
}
