import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { installation, settings } from '../../db/schema.ts';
import { installationFact } from './settings.queries.ts';
import type { SettingWrite } from './settings.ts';

export async function writeSetting(db: Db, { scope, key, value, by, at }: SettingWrite): Promise<void> {
  await db
    .insert(settings)
    .values({ scope, key, value, setBy: by, setAt: at })
    .onConflictDoUpdate({ target: [settings.scope, settings.key], set: { value, setBy: by, setAt: at } });
}

export async function clearSetting(db: Db, scope: string, key: string): Promise<void> {
  await db.delete(settings).where(and(eq(settings.scope, scope), eq(settings.key, key)));
}

export async function recordInstallationFact(db: Db, name: string, value: string): Promise<void> {
  await db
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } });
}

/** Records another value of a fact; false when it has that value already. Of two calls at once, one gets true. */
export async function replaceInstallationFact(db: Db, name: string, value: string): Promise<boolean> {
  const rows = await db
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({
      target: installation.name,
      set: { value },
      setWhere: sql`${installation.value} <> ${value}`,
    })
    .returning({ name: installation.name });
  return rows.length > 0;
}

/** Records a fact unless there is one already; gives the one that stands. */
export async function keepInstallationFact(db: Db, name: string, value: string): Promise<string> {
  await db.insert(installation).values({ name, value }).onConflictDoNothing();
  return (await installationFact(db, name)) ?? value;
}
