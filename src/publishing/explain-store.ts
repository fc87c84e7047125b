import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { decisions, publications, sources, targets } from '../db/schema.ts';

export type PublicationOf = typeof publications.$inferSelect & { readonly target: string };

/** All publications that a listing feeds, or fed, by target. */
export async function publicationsOf(db: Db, listingId: number): Promise<readonly PublicationOf[]> {
  const rows = await db
    .select({ publication: publications, target: targets.name })
    .from(publications)
    .innerJoin(targets, eq(targets.id, publications.targetId))
    .where(eq(publications.listingId, listingId));
  return rows.map(({ publication, target }) => ({ ...publication, target }));
}

export type DecisionOf = typeof decisions.$inferSelect & { readonly target: string };

/** Why a listing is not sent, by target. */
export async function decisionsOf(db: Db, listingId: number): Promise<readonly DecisionOf[]> {
  const rows = await db
    .select({ decision: decisions, target: targets.name })
    .from(decisions)
    .innerJoin(targets, eq(targets.id, decisions.targetId))
    .where(eq(decisions.listingId, listingId));
  return rows.map(({ decision, target }) => ({ ...decision, target }));
}

/** A source by its name, whatever its kind. */
export async function sourceNamed(db: Db, name: string) {
  return (
    await db
      .select()
      .from(sources)
      .where(and(eq(sources.name, name)))
  )[0];
}
