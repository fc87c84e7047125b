import { compareTargets, reconcileTasks } from '../../../operations/compare.ts';
import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import type { Actor } from '../../../platform/accounts/permissions.ts';
import { type ParsedTarget, parseTargetDefinition } from '../../../targets/target-definition.ts';
import {
  activeTargets,
  addTarget,
  changeTarget,
  redefineTarget,
  type Target,
} from '../../../targets/targets.repository.ts';
import type { By, ActionContext } from '../env.ts';
import { type Acting, whole } from './whole.ts';
import { writerOf } from './writer.actions.ts';

export type Redefined =
  | { readonly kind: 'changed'; readonly target: Target }
  | Exclude<ParsedTarget, { kind: 'target' }>;

/** Changes members of a target's definition; what is null goes, at any depth (a JSON merge patch). */
export async function redefine(
  deps: ActionContext,
  actor: Actor,
  target: Target,
  changes: Readonly<Record<string, unknown>>,
): Promise<Redefined> {
  const wanted = patched({ ...target.definition }, changes);
  const parsed = parseTargetDefinition(wanted, writerOf(deps, actor), target.definition);
  if (parsed.kind !== 'target') return parsed;
  return whole(deps, async ({ db, clock }) => {
    const changed = await redefineTarget(db, target, parsed.definition);
    await recordAudit(db, {
      at: clock.now(),
      who: actor.name,
      action: 'target changed',
      subject: `target:${target.name}`,
      detail: { keys: Object.keys(changes), ...(parsed.secrets.length > 0 && { secrets: parsed.secrets }) },
    });
    return { kind: 'changed', target: changed };
  });
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
export async function publishNow(deps: ActionContext, actor: By, target: Target): Promise<void> {
  return whole(deps, async (acting) => {
    await recordAudit(acting.db, {
      at: acting.clock.now(),
      who: actor.name,
      action: 'publish asked',
      subject: `target:${target.name}`,
    });
    await compareSoon(acting, target);
  });
}

/** At once where there is a queue; else the next poll does it, within a minute. */
async function compareSoon({ db, enqueue }: Acting, target: Pick<Target, 'id'>): Promise<void> {
  await compareTargets(db, [target]);
  enqueue(...reconcileTasks([target]));
}

/** What was decided for all schools reaches each of them soon. */
export async function compareAll(acting: Acting): Promise<void> {
  for (const target of await activeTargets(acting.db)) await compareSoon(acting, target);
}

export type TargetAdded =
  | { readonly kind: 'added'; readonly target: Target }
  | { readonly kind: 'taken' }
  | Exclude<ParsedTarget, { kind: 'target' }>;

/** Adds a target, paused, whose first plan waits for a person. */
export async function addNewTarget(
  deps: ActionContext,
  actor: Actor,
  { name, definition: wanted }: { readonly name: string; readonly definition: unknown },
): Promise<TargetAdded> {
  const parsed = parseTargetDefinition(wanted, writerOf(deps, actor));
  if (parsed.kind !== 'target') return parsed;
  const { definition, secrets } = parsed;
  const outcome = await whole(deps, async ({ db, clock }): Promise<TargetAdded> => {
    const now = clock.now();
    const target = await addTarget(db, { name, definition, reviewFirst: true, now });
    if (!target) return { kind: 'taken' };
    await changeTarget(db, target.id, { state: 'paused' });
    await recordAudit(db, {
      at: now,
      who: actor.name,
      action: 'target added',
      subject: `target:${name}`,
      ...(secrets.length > 0 && { detail: { secrets } }),
    });
    return { kind: 'added', target: { ...target, state: 'paused' } };
  });
  // A check keeps the target's own WSDL for the calls to come.
  if (outcome.kind === 'added' && definition.soap.wsdl !== undefined)
    await deps.acts?.checkTarget?.(name, definition);
  return outcome;
}
