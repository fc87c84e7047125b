import { eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { decisions, publications, targets } from '../../db/schema.ts';

export type PublicationOf = typeof publications.$inferSelect & { readonly target: string };

/** All publications that a listing feeds, or fed, by target. */
export async function publicationsOf(db: Db, listingId: number): Promise<readonly PublicationOf[]> {
  return db
    .select({ ...getTableColumns(publications), target: targets.name })
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(eq(publications.listingId, listingId));
}

export type DecisionOf = typeof decisions.$inferSelect & { readonly target: string };

/** Why a listing is not sent, by target. */
export async function decisionsOf(db: Db, listingId: number): Promise<readonly DecisionOf[]> {
  return db
    .select({ ...getTableColumns(decisions), target: targets.name })
    .from(decisions)
    .innerJoin(targets, eq(targets.id, decisions.targetId))
    .where(eq(decisions.listingId, listingId));
}
