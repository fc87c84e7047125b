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
