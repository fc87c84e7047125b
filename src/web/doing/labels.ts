import type { Actor } from '../../accounts/permissions.ts';
import { isUnlimited } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit/store.ts';
import { keepLabelDecision, versionsOf } from '../../picklists/pages-store.ts';
import { activeTargets, type Target } from '../../targets/store.ts';
import type { WebDeps } from '../env.ts';
import { compareSoon } from './targets.ts';

export type Mapped =
  | { readonly kind: 'mapped' }
  | { readonly kind: 'no such entry' }
  | { readonly kind: 'not for all' };

/** Decides what a label means at a target, or (by the entry's label) everywhere; then what it touches is compared anew. */
export async function mapLabel(
  deps: WebDeps,
  actor: Actor,
  {
    target,
    field,
    label,
    key,
    everywhere,
  }: { target: Target; field: string; label: string; key: string; everywhere: boolean },
): Promise<Mapped> {
  const { db, clock } = deps;
  if (everywhere && !isUnlimited(actor.limits)) return { kind: 'not for all' };
  const newest = (await versionsOf(db, target.id, field)).find(({ current }) => current);
  const entry = newest?.entries.find(({ ikey }) => ikey === key);
  if (!entry) return { kind: 'no such entry' };
  const at = clock.now();
  const decision = { field, label, by: actor.name, at };
  await keepLabelDecision(
    db,
    everywhere
      ? { ...decision, keys: [entry.ivalue] }
      : { ...decision, targetId: target.id, keys: [entry.ikey] },
  );
  await recordAudit(db, {
    at,
    who: actor.name,
    action: 'label mapped',
    subject: everywhere ? 'labels' : `target:${target.name}`,
    detail: { field, label, entry: entry.ivalue },
  });
  for (const touched of everywhere ? await activeTargets(db) : [target]) await compareSoon(deps, touched);
  return { kind: 'mapped' };
}
