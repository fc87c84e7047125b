import type { Db } from '../db/db.ts';
import { targetNamed } from './targets.queries.ts';
import { addTarget, redefineTarget } from './targets.repository.ts';

/** Keeps the target `instance` pointing at the reference instance, unless it was made another target. */
export async function pointBuiltIn(db: Db, url: string, now: Date): Promise<void> {
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
