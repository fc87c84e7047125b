import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { credentials, sessions, users } from '../../db/schema/accounts.schema.ts';
import type { Limits, Role } from './permissions.ts';
import { type User, listUsers, normalEmail } from './accounts.queries.ts';

export type NewUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly limits: Limits;
  readonly at: Date;
};

/** False when somebody has this e-mail address already. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const { id, email, name, role, limits, at } = user;
  const rows = await db
    .insert(users)
    .values({
      id,
      email: normalEmail(email),
      name,
      role,
      emailVerified: true,
      targets: limits.targets ? [...limits.targets] : null,
      sources: limits.sources ? [...limits.sources] : null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Sets the (hashed) password, and ends every session that was opened with the one before. */
export async function setPassword(db: Db, userId: string, hash: string, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .delete(credentials)
      .where(and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential')));
    await tx.insert(credentials).values({
      id: `${userId}-password`,
      accountId: userId,
      providerId: 'credential',
      userId,
      password: hash,
      createdAt: at,
      updatedAt: at,
    });
    await tx.delete(sessions).where(eq(sessions.userId, userId));
  });
}

/** What somebody may do and see from now on. The last admin without limits stays one: somebody must be able to change it again. */
export async function changeRole(
  db: Db,
  email: string,
  { role, limits, at }: { readonly role: Role; readonly limits: Limits; readonly at: Date },
): Promise<'changed' | 'unknown' | 'last admin'> {
  return db.transaction(async (tx) => {
    const { user, isLastAdmin } = await openUser(tx, email);
    if (!user) return 'unknown';
    if (isLastAdmin && !isAdminOfAll({ role, limits })) return 'last admin';
    const { targets = null, sources = null } = limits;
    await tx
      .update(users)
      .set({ role, targets: targets && [...targets], sources: sources && [...sources], updatedAt: at })
      .where(eq(users.id, user.id));
    return 'changed';
  });
}

function isAdminOfAll({ role, limits }: Pick<User, 'role' | 'limits'>): boolean {
  return role === 'admin' && limits.targets === undefined && limits.sources === undefined;
}

/** Somebody who left: signed out everywhere, and cannot come back in. The last admin without limits stays. */
export async function closeUser(
  db: Db,
  email: string,
  at: Date,
): Promise<'changed' | 'unknown' | 'last admin'> {
  return db.transaction(async (tx) => {
    const { user, isLastAdmin } = await openUser(tx, email);
    if (!user) return 'unknown';
    if (isLastAdmin) return 'last admin';
    await tx.update(users).set({ closedAt: at }).where(eq(users.id, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    return 'changed';
  });
}

/** Somebody whose account is open, and whether nobody else is an admin without limits. Two such changes at once wait for each other. */
async function openUser(tx: Db, email: string) {
  await tx.select({ id: users.id }).from(users).orderBy(users.id).for('update');
  const open = (await listUsers(tx)).filter(({ closed }) => !closed);
  const user = open.find((one) => one.email === normalEmail(email));
  const admins = open.filter((one) => isAdminOfAll(one));
  return { user, isLastAdmin: admins.length === 1 && admins[0] === user };
}
