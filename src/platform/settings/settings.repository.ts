import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { installation, settings } from '../../db/schema.ts';
import { type Settings, settingsOf } from './settings.ts';

/** The current settings. Read again where it matters: the kill switch before each batch (rule R15). */
export async function loadSettings(db: Db): Promise<Settings> {
  return settingsOf(
    await db.select({ scope: settings.scope, key: settings.key, value: settings.value }).from(settings),
  );
}

/** Every value that is set, with who set it and when. */
export async function setValues(db: Db): Promise<readonly (typeof settings.$inferSelect)[]> {
  return db.select().from(settings).orderBy(settings.scope, settings.key);
}

export type SettingWrite = {
  readonly scope: string;
  readonly key: string;
  readonly value: string | number | boolean;
  readonly by: string;
  readonly at: Date;
};

export async function writeSetting(db: Db, { scope, key, value, by, at }: SettingWrite): Promise<void> {
  await db
    .insert(settings)
    .values({ scope, key, value, setBy: by, setAt: at })
    .onConflictDoUpdate({ target: [settings.scope, settings.key], set: { value, setBy: by, setAt: at } });
}

/** What is set for one scope (`feed:acme`), and by whom. */
export async function settingsAt(
  db: Db,
  scope: string,
): Promise<{ key: string; value: string | number | boolean; setBy: string }[]> {
  return db
    .select({ key: settings.key, value: settings.value, setBy: settings.setBy })
    .from(settings)
    .where(eq(settings.scope, scope));
}

/** What is set for one scope; undefined where it has no value of its own. */
export async function valueAt(
  db: Db,
  scope: string,
  key: string,
): Promise<SettingWrite['value'] | undefined> {
  return (await settingsAt(db, scope)).find((one) => one.key === key)?.value;
}

export async function clearSetting(db: Db, scope: string, key: string): Promise<void> {
  await db.delete(settings).where(and(eq(settings.scope, scope), eq(settings.key, key)));
}

/** A fact about this installation, by name. */
export async function installationFact(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db.select().from(installation).where(eq(installation.name, name));
  return row?.value;
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
