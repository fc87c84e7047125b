import { and, eq, sql, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { employerProofs, blockedEmployers } from '../../db/schema.ts';
import { domainOf, isFreeMail } from '../domains.ts';
import { execute } from '../../db/query.ts';
import {
  activeBlocks,
  markOfBlock,
  type EmployerMarks,
  type Mark,
  type BlockedEmployer,
  type Blocking,
  marksOf,
} from './employers.queries.ts';

/** How staff came to know an employer: 3 it is known or vouched for, 4 a document was seen or a number found elsewhere was called. */
export const proofLevels = [3, 4] as const;
export type ProofLevel = (typeof proofLevels)[number];

/** Remembers that staff know who writes from an address: its employer's whole domain, or the address alone at a free provider. */
export async function keepProof(
  db: Db,
  { email, level, by, at }: { email: string; level: ProofLevel; by: string; at: Date },
): Promise<void> {
  const mark = markOf(email);
  if (mark === undefined) return;
  await db
    .insert(employerProofs)
    .values({ ...mark, level, by, at })
    .onConflictDoUpdate({
      target: [employerProofs.kind, employerProofs.value],
      set: { level: sql`greatest(${employerProofs.level}, excluded.level)`, by, at },
    });
}

/** What staff know of anyone who writes from an address. */
export async function provenLevel(db: Db, email: string | undefined): Promise<ProofLevel | undefined> {
  const mark = email === undefined ? undefined : markOf(email);
  if (mark === undefined) return undefined;
  const [row] = await db
    .select({ level: employerProofs.level })
    .from(employerProofs)
    .where(and(eq(employerProofs.kind, mark.kind), eq(employerProofs.value, mark.value)));
  return row?.level;
}

function markOf(email: string): { readonly kind: 'domain' | 'mail'; readonly value: string } | undefined {
  const domain = domainOf(email);
  if (domain === undefined || !email.includes('@')) return undefined;
  return isFreeMail(domain)
    ? { kind: 'mail', value: email.trim().toLowerCase() }
    : { kind: 'domain', value: domain };
}

/** A name is kept as it is written, for those who read the list; its key is compared. */
const asWritten = ({ kind, value }: Mark, { company = '' }: EmployerMarks): Mark =>
  kind === 'company' ? { kind, value: company.trim() } : { kind, value };

/** Ends a block; undefined if no block is active. */
export async function liftBlock(db: Db, id: number, by: string, at: Date) {
  const [lifted] = await db
    .update(blockedEmployers)
    .set({ liftedBy: by, liftedAt: at })
    .where(and(eq(blockedEmployers.id, id), isNull(blockedEmployers.liftedAt)))
    .returning();
  return lifted;
}

/**
 * Takes an employer down everywhere, in one action: from the next plan of every target none of its jobs is wanted. Gives the blocks that
 * are new, and those of the same marks that were there: one mark has one block, so that who lifts it lifts all.
 */
export async function blockEmployer(db: Db, blocking: Blocking): Promise<Blocked> {
  const { reason, by, at } = blocking;
  return db.transaction(async (tx) => {
    // Two presses of one button wait for each other.
    await execute(tx)`lock table blocked_employers in share row exclusive mode`;
    const active = new Map((await activeBlocks(tx)).map((block) => [markOfBlock(block), block]));
    const marks = marksOf(blocking);
    const known = marks.flatMap((mark) => active.get(markOfBlock(mark)) ?? []);
    const rows = marks
      .filter((mark) => !active.has(markOfBlock(mark)))
      .map((mark) => ({ ...asWritten(mark, blocking), reason, blockedBy: by, blockedAt: at }));
    const added = rows.length === 0 ? [] : await tx.insert(blockedEmployers).values(rows).returning();
    return { added, known };
  });
}

type Blocked = { readonly added: readonly BlockedEmployer[]; readonly known: readonly BlockedEmployer[] };
