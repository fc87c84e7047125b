import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { standingOf } from '../audit/installation.ts';
import { rememberedHomes, rememberHome } from '../audit/journal-file.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { homeOf } from '../db/home.ts';
import { installationFact, keepInstallationFact, recordInstallationFact } from '../settings/store.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'journalDir'>;

/** Why this process must not post, if it must not: the database is a copy that nobody has claimed. A fresh one is registered here. */
export async function objectionToPosting(db: Db, place: Place): Promise<string | undefined> {
  const here = await hereOf(db, place);
  const id = await installationFact(db, 'id');
  const home = await installationFact(db, 'home');
  const remembered = rememberedHomes(place.journalDir)[here];
  const standing = standingOf({
    here,
    ...(id === undefined ? {} : { id }),
    ...(home === undefined ? {} : { home }),
    ...(remembered === undefined || id === undefined ? {} : { remembered }),
  });
  if (standing.kind === 'copied') return standing.reason;
  if (standing.kind === 'new') await claimDatabase(db, place);
  else if (remembered === undefined && id !== undefined) rememberHome(place.journalDir, here, id);
  return undefined;
}

/** Takes a database into service where it stands now: its id is kept outside it too. */
export async function claimDatabase(db: Db, place: Place): Promise<string> {
  const here = await hereOf(db, place);
  // Of processes that begin together the first one's id stands.
  const id = await keepInstallationFact(db, 'id', randomUUID());
  await recordInstallationFact(db, 'home', here);
  rememberHome(place.journalDir, here, id);
  return id;
}

async function hereOf(db: Db, { databaseUrl, dataDir }: Place): Promise<string> {
  return databaseUrl === undefined ? `folder ${resolve(dataDir)}` : homeOf(db);
}
