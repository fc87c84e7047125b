import { resolve } from 'node:path';
import { recordedHomes, rememberHome } from '../../platform/audit/journal-file.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import { homeOf } from '../../db/home.ts';
import type { Place } from '../../tasks/in-service.ts';

/** The place of a database on Node: a server or a folder. It is recorded in the journal's folder. */
export function placeOf(
  db: Db,
  { databaseUrl, dataDir, journalDir }: Pick<Config, 'databaseUrl' | 'dataDir' | 'journalDir'>,
): Place {
  return {
    here: async () => (databaseUrl === undefined ? `folder ${resolve(dataDir)}` : homeOf(db)),
    remembered: async (here) => recordedHomes(journalDir)[here],
    remember: async (here, id) => rememberHome(journalDir, here, id),
  };
}
