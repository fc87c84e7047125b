import { statSync } from 'node:fs';
import type { Db } from '../../db/db.ts';
import * as access from '../../operations/registry/access.ts';
import { type Exit, refused } from './command.ts';
import { operatorOfMachine as actor } from './operation-command.ts';

/** What a call names and the installation does not have, with the command that shows what it has. */
export async function noTarget(db: Db, name: string): Promise<Exit> {
  return refused(await access.noTarget(name, { db, actor }));
}

export async function noFeed(db: Db, name: string): Promise<Exit> {
  return refused(await access.noFeed({ name }, { db, actor }));
}

/** What is wrong with a path where a file was expected; a device, as standard input is, is read like one. */
export function noFile(path: string, expected: string, typed = path): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return `${expected}, not ${typed}`;
  if (found.isDirectory()) return `${expected}, not the folder ${typed}`;
  return found.isFile() && found.size === 0 ? `${expected}, not the empty file ${typed}` : undefined;
}
