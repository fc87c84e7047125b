import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import type { Client } from '../rest/rest-client.ts';
import type { Outcome } from '../rest/outcomes.ts';
import {
  findContacts,
  findEmployers,
  keepEmployers,
  type KnownContact,
  type KnownEmployer,
  mirrorOf,
} from './directory.repository.ts';

/** What a target's directory has, and up to when it is a true copy; undefined: it was never pulled. */
export type Found<T> = { readonly items: readonly T[]; readonly asOf: Date | undefined };

/** Employers of one target by name (slips of the pen allowed), site, mail address, tax id or imported id. */
export async function lookUpEmployers(
  db: Db,
  targetId: number,
  query: string,
): Promise<Found<KnownEmployer>> {
  return { items: await findEmployers(db, targetId, query), asOf: await ageOf(db, targetId) };
}

/** Contacts of one target by e-mail address, of those that we met. */
export async function lookUpContacts(db: Db, targetId: number, email: string): Promise<Found<KnownContact>> {
  return { items: await findContacts(db, targetId, email), asOf: await ageOf(db, targetId) };
}

/** Asks the target itself, one call, keeps what it says, and looks it up. */
export async function askEmployers(
  { db, clock, client }: { readonly db: Db; readonly clock: Clock; readonly client: Client },
  targetId: number,
  query: string,
): Promise<Outcome<Found<KnownEmployer>>> {
  const page = await client.employers.page({ keywords: query, perPage: 50 });
  if (page.kind !== 'answered') return page;
  await keepEmployers(db, targetId, page.value.models, clock.now());
  return { kind: 'answered', value: await lookUpEmployers(db, targetId, query) };
}

async function ageOf(db: Db, targetId: number): Promise<Date | undefined> {
  return (await mirrorOf(db, targetId))?.asOf ?? undefined;
}
