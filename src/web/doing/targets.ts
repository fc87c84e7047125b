import { recordAudit } from '../../audit/store.ts';
import type { TargetDefinition } from '../../db/schema/targets.ts';
import { parseTargetDefinition } from '../../targets/definition.ts';
import { addTarget, changeTarget, redefineTarget, type Target } from '../../targets/store.ts';
import type { By, Doing } from '../env.ts';

export const targetActs = ['pause', 'resume'] as const;
export type TargetAct = (typeof targetActs)[number];

/**
 * Pauses a target or goes on, with a closed circuit; the same for the page, the API and the command line. What was decided meanwhile
 * touched no listing, so all of its jobs are compared.
 */
export async function actOnTarget(deps: Doing, actor: By, target: Target, act: TargetAct): Promise<void> {
  const { db, clock } = deps;
  const state = act === 'pause' ? 'paused' : 'active';
  await changeTarget(db, target.id, { state, openUntil: null, failures: 0 });
  await recordAudit(db, {
    at: clock.now(),
    who: actor.name,
    action: `target ${act}d`,
    subject: `target:${target.name}`,
  });
  if (act === 'resume') await compareSoon(deps, target);
}

export type Redefined =
  | { readonly kind: 'changed'; readonly target: Target }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

/** Changes members of a target's definition; what is null goes, at any depth (a JSON merge patch). */
export async function redefine(
  { db, clock }: Doing,
  actor: By,
  target: Target,
  changes: Readonly<Record<string, unknown>>,
): Promise<Redefined> {
  const parsed = parseTargetDefinition(patched({ ...target.definition }, changes));
  if (parsed.kind === 'mistakes') return parsed;
  const changed = await redefineTarget(db, target, parsed.definition);
  await recordAudit(db, {
    at: clock.now(),
    who: actor.name,
    action: 'target changed',
    subject: `target:${target.name}`,
    detail: { keys: Object.keys(changes) },
  });
  return { kind: 'changed', target: changed };
}

function patched(
  record: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged = Object.entries(changes).map(([key, value]): readonly [string, unknown] => {
    const inner = record[key];
    return [key, isRecord(value) ? patched(isRecord(inner) ? inner : {}, value) : value];
  });
  return Object.fromEntries(
    [...Object.entries(record), ...merged].filter(([key, value]) => value !== null && changes[key] !== null),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Compares a target with what is wanted there, and sends what may go. */
export async function publishNow(deps: Doing, actor: By, target: Target): Promise<void> {
  const { db, clock } = deps;
  await recordAudit(db, {
    at: clock.now(),
    who: actor.name,
    action: 'publish asked',
    subject: `target:${target.name}`,
  });
  await compareSoon(deps, target);
}

/** At once where there is a queue; else the next poll does it, within a minute. */
export async function compareSoon({ db, acts }: Doing, { id }: Pick<Target, 'id'>): Promise<void> {
  await changeTarget(db, id, { reconciledAt: null });
  await acts?.enqueue?.({ name: 'reconcile-target', payload: { targetId: id }, key: `target ${id}` });
}

/** Adds a target, paused, whose first plan waits for a person; undefined when the name is taken. */
export async function addNewTarget(
  { db, clock, acts }: Doing,
  actor: By,
  { name, definition }: { readonly name: string; readonly definition: TargetDefinition },
): Promise<Target | undefined> {
  const now = clock.now();
  const added = await addTarget(db, { name, definition, reviewFirst: true, now });
  if (!added) return undefined;
  await changeTarget(db, added.id, { state: 'paused' });
  await recordAudit(db, { at: now, who: actor.name, action: 'target added', subject: `target:${name}` });
  // A check keeps the target's own WSDL for the calls to come.
  if (definition.soap.wsdl !== undefined) await acts?.checkTarget?.(name, definition);
  return { ...added, state: 'paused' };
}
