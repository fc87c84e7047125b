import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import type { Actor } from '../../../platform/accounts/permissions.ts';
import { type ParsedTarget, parseTargetDefinition } from '../../../targets/target-definition.ts';
import { addTarget, changeTarget, type Target } from '../../../targets/targets.repository.ts';
import type { ActionContext } from '../env.ts';
import { whole } from './whole.ts';
import { writerOf } from '../../../operations/registry/access.ts';

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
  const parsed = parseTargetDefinition(wanted, writerOf({ isSecretSet: deps.acts?.isSecretSet }, actor));
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
