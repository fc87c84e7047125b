import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { fingerprint } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import { execute } from '../db/query.ts';
import { recordOwnAct } from '../platform/audit/audit.repository.ts';
import { targets } from '../db/schema.ts';
import type { StoredSecrets, TargetDefinition } from '../db/schema/targets.schema.ts';
import { disclosedBy } from './target-definition.ts';
import type { Target } from './targets.queries.ts';

export type NewTarget = {
  readonly name: string;
  readonly definition: TargetDefinition;
  readonly builtIn?: boolean;
  readonly reviewFirst?: boolean;
  readonly now: Date;
};

/**
 * Adds a target; undefined when the name is taken. One that was removed comes back with its ledger. With the first real target the
 * built-in instance is paused.
 */
export async function addTarget(
  db: Db,
  { name, definition, builtIn = false, reviewFirst = false, now }: NewTarget,
): Promise<Target | undefined> {
  const row = { name, definition, state: 'active', builtIn, reviewFirst, createdAt: now } as const;
  // What was learned of one service says nothing of another.
  const isSame = sql`${targets.definition} #>> '{soap,url}' = ${definition.soap.url}`;
  const [target] = await db
    .insert(targets)
    .values(row)
    .onConflictDoUpdate({
      target: targets.name,
      set: {
        ...row,
        secrets: {},
        wsdl: null,
        lastCheck: null,
        mappingVersion: null,
        ...closedCircuit,
        callsAfter: null,
        lastTrouble: null,
        repeatsSafe: sql`case when ${isSame} then ${targets.repeatsSafe} else 'assumed' end`,
        usualAnswers: sql`case when ${isSame} then ${targets.usualAnswers} else '[]'::jsonb end`,
      },
      setWhere: eq(targets.state, 'removed'),
    })
    .returning();
  if (target === undefined) return undefined;
  await expireLists(db, target.id);
  if (builtIn) await recordOwnAct(db, { at: now, action: 'target.add', subject: `target:${target.name}` });
  else await pauseBuiltIn(db, target, now);
  return target;
}

async function pauseBuiltIn(db: Db, first: Target, now: Date): Promise<void> {
  const others = and(eq(targets.builtIn, false), ne(targets.id, first.id));
  if ((await db.$count(targets, others)) > 0) return;
  const paused = await db
    .update(targets)
    .set({ state: 'paused' })
    .where(and(eq(targets.builtIn, true), eq(targets.state, 'active')))
    .returning({ name: targets.name });
  for (const { name } of paused)
    await recordOwnAct(db, {
      at: now,
      action: 'target paused',
      subject: `target:${name}`,
      detail: { because: `${first.name} was added` },
    });
}

/** What changes of a target besides what it is and how it is reached. */
export type TargetChange = Partial<
  Omit<Target, 'id' | 'name' | 'definition' | 'builtIn' | 'createdAt' | 'callsAfter'>
>;

export async function changeTarget(db: Db, id: number, change: TargetChange): Promise<void> {
  if (Object.keys(change).length > 0) await db.update(targets).set(change).where(eq(targets.id, id));
}

/** Nothing is known of how its calls end: the next goes out at once. */
export const closedCircuit = { openUntil: null, failures: 0, refusals: null } as const;

/** Pauses a target, or works on it again with a closed circuit; false for one that leaves: its jobs are on their way down. */
export async function setServed(db: Db, id: number, state: 'active' | 'paused'): Promise<boolean> {
  const served = await db
    .update(targets)
    .set({ state, ...closedCircuit })
    .where(and(eq(targets.id, id), inArray(targets.state, ['active', 'paused'])))
    .returning({ id: targets.id });
  return served.length > 0;
}

/** Calls that plans make due from now on wait until a moment. */
export async function holdCallsUntil(db: Db, until: Date): Promise<void> {
  await db.update(targets).set({ callsAfter: until });
}

/** In the transaction that writes a plan: whether nobody else has planned since, or changed what there is to plan. Holds others off until its end. */
export async function isStillPlannable(tx: Db, read: Target): Promise<boolean> {
  const [row] = await tx.select().from(targets).where(eq(targets.id, read.id)).for('update');
  return (
    row !== undefined &&
    row.state === read.state &&
    row.reconciledAt?.getTime() === read.reconciledAt?.getTime() &&
    row.mappingVersion === read.mappingVersion &&
    fingerprint(row.definition) === fingerprint(read.definition)
  );
}

/** Of the stored secrets those that a definition names. */
function stillNamed(secrets: StoredSecrets, definition: TargetDefinition): StoredSecrets {
  const named = new Set(Object.values(disclosedBy(definition).secrets));
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => named.has(name)));
}

/** Gives a target another definition: all its jobs are compared again, and what was read from, or proven at, another place no longer counts. */
export async function redefineTarget(db: Db, target: Target, definition: TargetDefinition): Promise<Target> {
  const [before, after] = [target.definition.soap, definition.soap];
  const changed = {
    definition,
    mappingVersion: null,
    lastCheck: null,
    secrets: stillNamed(target.secrets, definition),
    wsdl: before.wsdl === after.wsdl ? target.wsdl : null,
    ...(before.url === after.url
      ? {}
      : { repeatsSafe: 'assumed' as const, usualAnswers: [], ...closedCircuit }),
  };
  await db.update(targets).set(changed).where(eq(targets.id, target.id));
  if (before.url !== after.url) await expireLists(db, target.id);
  if (fingerprint(target.definition.routing ?? []) !== fingerprint(definition.routing ?? []))
    await forgetKeptFromRules(db, { targetId: target.id });
  return { ...target, ...changed };
}

/** The next plan reads a target's picklists, whenever they were read last: it is at another address. */
async function expireLists(db: Db, targetId: number): Promise<void> {
  await execute(db)`update picklists set checked_at = 'epoch' where target_id = ${targetId}`;
}

/** Other rules, of a target or of a feed, ask about jobs again that a person kept from the rules before. */
export async function forgetKeptFromRules(
  db: Db,
  about: { readonly targetId: number } | { readonly sourceId: number },
): Promise<void> {
  const isOne =
    'targetId' in about ? sql`p.target_id = ${about.targetId}` : sql`p.source_id = ${about.sourceId}`;
  await execute(db)`
    delete from hold_subjects k using publications p, decisions d
    where k.decision = 'kept' and k.op = 'hide' and p.id = k.publication_id and ${isOne}
      and d.target_id = p.target_id and d.listing_id = p.listing_id and d.outcome = 'held' and d.reason = 'unrouted'`;
}
