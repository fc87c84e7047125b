import { type Actor, isUnlimited, maySeeTarget } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit/store.ts';
import { parseSetting } from '../../settings/settings.ts';
import { clearSetting, writeSetting } from '../../settings/store.ts';
import { allTargets, changeTarget } from '../../targets/store.ts';
import type { WebDeps } from '../env.ts';
import { maySeeFeed } from '../sight.ts';

export type SettingChanged =
  | { readonly kind: 'changed' }
  | { readonly kind: 'mistake'; readonly mistake: string }
  | { readonly kind: 'forbidden' };

/** `global`, `feed:acme`, `target:northfield`, in parts. */
export function scopeOf(
  text: string,
): { readonly kind: 'global' | 'feed' | 'target'; readonly name: string } | undefined {
  if (text === 'global') return { kind: 'global', name: '' };
  const [, kind, name] = /^(feed|target):(.+)$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  return { kind: kind === 'feed' ? 'feed' : 'target', name };
}

/** Whether somebody may change what is set there: for all only who sees all. */
export function mayChangeScope(
  { limits }: Actor,
  scope: { kind: 'global' | 'feed' | 'target'; name: string },
): boolean {
  switch (scope.kind) {
    case 'global':
      return isUnlimited(limits);
    case 'feed':
      return maySeeFeed(limits, scope.name);
    case 'target':
      return maySeeTarget(limits, scope.name);
  }
}

/** Sets a value, or with an empty text goes back to what stands above it. */
export async function changeSetting(
  { db, clock }: WebDeps,
  actor: Actor,
  { scope, key, text }: { scope: string; key: string; text: string },
): Promise<SettingChanged> {
  const where = scopeOf(scope);
  if (!where) return { kind: 'mistake', mistake: 'a scope must be global, feed:NAME or target:NAME' };
  if (!mayChangeScope(actor, where)) return { kind: 'forbidden' };
  const at = clock.now();
  if (text === '') {
    await clearSetting(db, scope, key);
  } else {
    const parsed = parseSetting(key, text, where.kind);
    if (parsed.kind === 'mistake') return parsed;
    await writeSetting(db, { scope, key: parsed.key, value: parsed.value, by: actor.name, at });
  }
  // What was mapped or decided by the old value is compared anew.
  for (const one of await allTargets(db)) await changeTarget(db, one.id, { mappingVersion: null });
  await recordAudit(db, {
    at,
    who: actor.name,
    action: 'setting changed',
    subject: scope === 'global' ? 'settings' : scope,
    detail: { key, value: text },
  });
  return { kind: 'changed' };
}
