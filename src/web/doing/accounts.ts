import type { Limits, Role } from '../../accounts/permissions.ts';
import { endSessions } from '../../accounts/sessions-store.ts';
import { changeRole, closeUser, findUser } from '../../accounts/users-store.ts';
import { recordAudit } from '../../audit/store.ts';
import { allTargets } from '../../targets/store.ts';
import type { By, Doing } from '../env.ts';

export type AccountChange = 'changed' | 'unknown' | 'last admin';

/** Gives somebody another role or other limits. */
export async function changeAccount(
  deps: Doing,
  actor: By,
  { email, role, limits }: { readonly email: string; readonly role: Role; readonly limits: Limits },
): Promise<AccountChange> {
  const changed = await changeRole(deps.db, email, { role, limits, at: deps.clock.now() });
  if (changed === 'changed') await recordOf(deps, actor, `role changed to ${role}`, email);
  return changed;
}

/** Closes the account of somebody who left. */
export async function closeAccount(deps: Doing, actor: By, email: string): Promise<AccountChange> {
  const closed = await closeUser(deps.db, email, deps.clock.now());
  if (closed === 'changed') await recordOf(deps, actor, 'user closed', email);
  return closed;
}

/** Signs somebody out everywhere; undefined when nobody has this address. */
export async function signOutPerson(
  deps: Doing,
  actor: By,
  email: string,
): Promise<{ readonly ended: number } | undefined> {
  const user = await findUser(deps.db, { email });
  if (!user) return undefined;
  const ended = await endSessions(deps.db, user.id);
  await recordOf(deps, actor, 'signed out everywhere', user.email);
  return { ended };
}

/** Names in limits that are no target's: whoever is limited to them would see nothing. */
export async function unknownTargets({ db }: Doing, { targets = [] }: Limits): Promise<string[]> {
  const known = new Set((await allTargets(db)).map(({ name }) => name));
  return targets.filter((name) => !known.has(name));
}

export async function recordOf(
  { db, clock }: Doing,
  actor: By,
  action: string,
  about: string,
): Promise<void> {
  await recordAudit(db, { at: clock.now(), who: actor.name, action, subject: `account:${about}` });
}
