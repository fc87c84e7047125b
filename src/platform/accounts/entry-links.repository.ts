import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { entryLinks } from '../../db/schema/accounts.schema.ts';

/** A link that signs one person in once. Without a user, the person who opens it becomes the first operator. */
export type EntryLink = { readonly fingerprint: string; readonly userId?: string };

export async function insertEntryLink(db: Db, link: EntryLink & { readonly expiresAt: Date }): Promise<void> {
  const { fingerprint, userId, expiresAt } = link;
  await db.insert(entryLinks).values({ fingerprint, userId: userId ?? null, expiresAt });
}

/** A link that can still be used. */
export async function findEntryLink(db: Db, fingerprint: string, now: Date): Promise<EntryLink | undefined> {
  const [row] = await db.select().from(entryLinks).where(usable(fingerprint, now));
  return row && { fingerprint, ...(row.userId !== null && { userId: row.userId }) };
}

/** Uses a link up; false when somebody was faster. */
export async function consumeEntryLink(db: Db, fingerprint: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(entryLinks)
    .set({ usedAt: now })
    .where(usable(fingerprint, now))
    .returning({ fingerprint: entryLinks.fingerprint });
  return rows.length > 0;
}

/** Links of nobody stop to work when the first operator exists. */
export async function dropFirstLinks(db: Db): Promise<void> {
  await db.delete(entryLinks).where(sql`${entryLinks.userId} is null`);
}

function usable(fingerprint: string, now: Date) {
  return and(
    eq(entryLinks.fingerprint, fingerprint),
    isNull(entryLinks.usedAt),
    gt(entryLinks.expiresAt, now),
  );
}
