import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import { MINUTE } from '../core/clock.ts';
import { storable } from '../core/json.ts';
import { foldText } from '../core/text.ts';
import type { Db } from '../db/db.ts';
import { directoryContacts, directoryEmployers, directoryMirrors, targets } from '../db/schema.ts';
import { companyKey } from '../listings/duplicates/company-key.ts';
import type { Employer } from '../rest/employers.record.ts';
import { domainOf, type Sought, taxIdOf } from './match.ts';

export type KnownEmployer = typeof directoryEmployers.$inferSelect;
export type KnownContact = typeof directoryContacts.$inferSelect;
export type Mirror = typeof directoryMirrors.$inferSelect;

const { targetId: _, id: _id, seenAt: _seenAt, ...columns } = getTableColumns(directoryEmployers);

/** Stores employers as a target gave them; those without id or name are passed over. */
export async function keepEmployers(db: Db, targetId: number, employers: readonly Employer[], seenAt: Date) {
  const rows = employers.flatMap((employer) => rowOf(targetId, storable(employer), seenAt));
  for (const part of partsOf(rows))
    await db
      .insert(directoryEmployers)
      .values(part)
      .onConflictDoUpdate({
        target: [directoryEmployers.targetId, directoryEmployers.id],
        set: {
          ...Object.fromEntries(
            Object.entries(columns).map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
          ),
          // A pull that began earlier may end later: it must not make a newer one's employers look unseen.
          seenAt: sql`greatest(excluded.seen_at, ${directoryEmployers.seenAt})`,
        },
      });
}

/** Rows as statements take them: each record once, the last of two, and not too many at a time. */
function* partsOf<R extends { readonly id: string }>(rows: readonly R[]): Generator<R[]> {
  const each = [...new Map(rows.map((row) => [row.id, row])).values()];
  for (let at = 0; at < each.length; at += 500) yield each.slice(at, at + 500);
}

/** Employers whose primary contact nobody met yet, or that changed since then; those that changed last first. */
export async function employersToMeet(db: Db, targetId: number, changedSince: Date, atMost: number) {
  const { id, contactId, lastModified } = directoryEmployers;
  return db
    .select({ id, contactId })
    .from(directoryEmployers)
    .leftJoin(
      directoryContacts,
      and(eq(directoryContacts.targetId, targetId), eq(directoryContacts.id, contactId)),
    )
    .where(
      and(
        eq(directoryEmployers.targetId, targetId),
        isNotNull(contactId),
        or(
          isNull(directoryContacts.id),
          and(gte(lastModified, changedSince), lt(directoryContacts.seenAt, lastModified)),
        ),
      ),
    )
    .orderBy(sql`${lastModified} desc nulls last`, asc(id))
    .limit(atMost);
}

/** Drops what a whole pull did not give any more. */
export async function dropUnseen(db: Db, targetId: number, since: Date): Promise<void> {
  await db
    .delete(directoryEmployers)
    .where(and(eq(directoryEmployers.targetId, targetId), lt(directoryEmployers.seenAt, since)));
}

export async function keepContacts(db: Db, contacts: readonly KnownContact[]): Promise<void> {
  const fitting = contacts.filter(({ id, email }) => id.length <= MOST_KEY && email.length <= MOST_KEY);
  for (const part of partsOf(fitting))
    await db
      .insert(directoryContacts)
      .values(part)
      .onConflictDoUpdate({
        target: [directoryContacts.targetId, directoryContacts.id],
        set: {
          // A link that says less than is known takes nothing away.
          email: sql`coalesce(nullif(excluded.email, ''), ${directoryContacts.email})`,
          name: sql`coalesce(excluded.name, ${directoryContacts.name})`,
          employerId: sql`coalesce(excluded.employer_id, ${directoryContacts.employerId})`,
          seenAt: sql`excluded.seen_at`,
        },
      });
}

/** Employers of a target that may be one of those looked for, by key, domain, tax id or imported id. */
export async function candidatesFor(db: Db, targetId: number, sought: readonly Sought[]) {
  const keys = [...new Set(sought.map(({ name }) => companyKey(name)))];
  const domains = all(sought.flatMap(({ website, email }) => [domainOf(website), domainOf(email)]));
  const taxIds = all(sought.map(({ taxId }) => taxIdOf(taxId)));
  const importedIds = all(sought.map(({ importedId }) => importedId));
  if (sought.length === 0) return [];
  const { key, aliasKey, domain, taxId, importedId } = directoryEmployers;
  const fits = [
    inArray(key, keys),
    inArray(aliasKey, keys),
    ...(domains.length === 0 ? [] : [inArray(domain, domains)]),
    ...(taxIds.length === 0 ? [] : [inArray(taxId, taxIds)]),
    ...(importedIds.length === 0 ? [] : [inArray(importedId, importedIds)]),
  ];
  return db
    .select()
    .from(directoryEmployers)
    .where(and(eq(directoryEmployers.targetId, targetId), or(...fits)))
    .orderBy(asc(directoryEmployers.id));
}

/** Employers of any school with a site, by one of these keys or domains, or with a name like one of these words; each once. */
export async function knownAnywhere(
  db: Db,
  { keys, domains, words }: Readonly<Record<'keys' | 'domains' | 'words', readonly string[]>>,
): Promise<readonly { readonly name: string; readonly domain: string }[]> {
  const { name, domain, folded } = directoryEmployers;
  const fits = [
    inArray(directoryEmployers.key, [...keys]),
    inArray(directoryEmployers.aliasKey, [...keys]),
    ...(domains.length === 0 ? [] : [inArray(domain, [...domains])]),
    ...words.filter((word) => word.length >= 4).map((word) => sql`${foldText(word)} % ${folded}`),
  ];
  const rows = await db
    .selectDistinct({ name, domain })
    .from(directoryEmployers)
    .where(or(...fits))
    .limit(50);
  return rows.flatMap((row) => (row.domain === null ? [] : [{ name: row.name, domain: row.domain }]));
}

export async function employerById(db: Db, targetId: number, id: string): Promise<KnownEmployer | undefined> {
  const [row] = await db
    .select()
    .from(directoryEmployers)
    .where(and(eq(directoryEmployers.targetId, targetId), eq(directoryEmployers.id, id)));
  return row;
}

/** Employers of a target by words of their name (slips of the pen allowed), site, mail address, tax id or imported id; best first. */
export async function findEmployers(db: Db, targetId: number, query: string, atMost = 20) {
  const words = foldText(query);
  const [domain, taxId] = [domainOf(query), taxIdOf(query)];
  const { folded } = directoryEmployers;
  const fits = [
    eq(directoryEmployers.importedId, query),
    ...(domain === null ? [] : [eq(directoryEmployers.domain, domain)]),
    ...(taxId === null ? [] : [eq(directoryEmployers.taxId, taxId)]),
    ...(words === '' ? [] : [sql`${folded} like ${`%${words}%`}`, sql`${words} <% ${folded}`]),
  ];
  return db
    .select()
    .from(directoryEmployers)
    .where(and(eq(directoryEmployers.targetId, targetId), or(...fits)))
    .orderBy(desc(sql`word_similarity(${words}, ${folded})`), asc(folded), asc(directoryEmployers.id))
    .limit(atMost);
}

/** Contacts of a target by their e-mail address. */
export async function findContacts(db: Db, targetId: number, email: string) {
  return db
    .select()
    .from(directoryContacts)
    .where(and(eq(directoryContacts.targetId, targetId), eq(directoryContacts.email, mailOf(email))))
    .orderBy(asc(directoryContacts.id))
    .limit(20);
}

export async function mirrorOf(db: Db, targetId: number): Promise<Mirror | undefined> {
  return (await db.select().from(directoryMirrors).where(eq(directoryMirrors.targetId, targetId)))[0];
}

export async function keepMirror(
  db: Db,
  targetId: number,
  change: Partial<Pick<Mirror, 'asOf' | 'fullAt'>> & Pick<Mirror, 'trouble' | 'nextAt'>,
): Promise<void> {
  const employers = await db.$count(directoryEmployers, eq(directoryEmployers.targetId, targetId));
  await db
    .insert(directoryMirrors)
    .values({ targetId, employers, ...change })
    .onConflictDoUpdate({ target: directoryMirrors.targetId, set: { employers, ...change } });
}

/** Targets with a REST address whose mirror is due; they are then not due for a while, for any worker. */
export async function dueMirrors(db: Db, now: Date): Promise<readonly number[]> {
  const due = await db
    .select({ id: targets.id })
    .from(targets)
    .leftJoin(directoryMirrors, eq(directoryMirrors.targetId, targets.id))
    .where(
      and(
        eq(targets.state, 'active'),
        sql`${targets.definition} -> 'rest' is not null`,
        or(isNull(directoryMirrors.targetId), lte(directoryMirrors.nextAt, now)),
      ),
    );
  const until = new Date(now.getTime() + 15 * MINUTE);
  for (const { id } of due)
    await db
      .insert(directoryMirrors)
      .values({ targetId: id, nextAt: until })
      .onConflictDoUpdate({ target: directoryMirrors.targetId, set: { nextAt: until } });
  return due.map(({ id }) => id);
}

/** A mail address as it is compared. */
export function mailOf(email: string): string {
  return email.trim().toLowerCase();
}

function rowOf(targetId: number, employer: Employer, seenAt: Date): readonly KnownEmployer[] {
  const { id, name, website } = employer;
  if (id === undefined || id.length > MOST_KEY || !name?.trim()) return [];
  const alias = blank(employer.alias);
  return [
    {
      targetId,
      id,
      name,
      alias,
      key: companyKey(name),
      aliasKey: alias === null ? null : companyKey(alias),
      folded: foldText(`${name} ${alias ?? ''}`),
      domain: domainOf(website),
      taxId: keyOf(taxIdOf(employer.taxId)),
      importedId: keyOf(blank(employer.importedId)),
      website: blank(website),
      contactId: employer.primaryContact?.id ?? null,
      lastModified: instantOf(employer.lastModified),
      seenAt,
    },
  ];
}

/** An index of PostgreSQL takes no longer text: each of these may have four bytes. */
const MOST_KEY = 600;

const keyOf = (text: string | null) => (text === null || text.length > MOST_KEY ? null : text);

/** A moment that the database can keep; null for any other text. */
function instantOf(text: string | null | undefined): Date | null {
  const at = new Date(text ?? '');
  const year = at.getUTCFullYear();
  return year > 0 && year < 10_000 ? at : null;
}

function blank(text: string | null | undefined): string | null {
  return text?.trim() ? text : null;
}

function all(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== null && value !== undefined))];
}
