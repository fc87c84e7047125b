import { randomUUID } from 'node:crypto';
import { installationPlaceOf } from '../platform/audit/audit-installation.ts';
import { present } from '../core/present.ts';
import type { Db } from '../db/db.ts';
import { keepInstallationFact, recordInstallationFact } from '../platform/settings/settings.repository.ts';
import { installationFact } from '../platform/settings/settings.queries.ts';

/** Where a database stands now, and what is remembered outside it of the one that stood there. */
export type Place = {
  readonly here: () => Promise<string>;
  readonly remembered: (here: string) => Promise<string | undefined>;
  readonly remember: (here: string, id: string) => Promise<void>;
};

/** Why nothing must be posted from here, if it must not: the database is a copy that nobody has claimed. A fresh one is registered here. */
export async function objectionToPosting(db: Db, place: Place): Promise<string | undefined> {
  const here = await place.here();
  const id = await installationFact(db, 'id');
  const home = await installationFact(db, 'home');
  const remembered = id === undefined ? undefined : await place.remembered(here);
  const standing = installationPlaceOf({ here, ...present({ id, home, remembered }) });
  if (standing.kind === 'copied') return standing.reason;
  if (standing.kind === 'new') await claimDatabase(db, place);
  else if (remembered === undefined && id !== undefined) await place.remember(here, id);
  return undefined;
}

/** Takes a database into service at its present place: its id is kept outside it too. */
export async function claimDatabase(db: Db, place: Place): Promise<string> {
  const here = await place.here();
  // Of processes that begin together the first one's id stands.
  const id = await keepInstallationFact(db, 'id', randomUUID());
  await recordInstallationFact(db, 'home', here);
  await place.remember(here, id);
  return id;
}
