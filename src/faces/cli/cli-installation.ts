import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/** The address of pages that a process listens for. */
export function addressOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const pagesFile = (journalDir: string) => join(journalDir, 'pages.url');

/** The process that serves pages keeps where it does, for links that other commands print. */
export function keepPages(config: Config): string {
  const url = addressOf(config);
  writeFileSync(pagesFile(config.journalDir), url);
  return url;
}

/** Where a person finds the pages: the public address, else where they were served last, else where this process would serve them. */
export function pagesOf(config: Config): string {
  const file = pagesFile(config.journalDir);
  const served = existsSync(file) ? readFileSync(file, 'utf8') : addressOf(config);
  // No browser goes to the address that stands for all.
  return config.publicUrl ?? served.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, '//127.0.0.1:');
}
