import { eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { installation, settings } from '../../db/schema.ts';
import { type Settings, settingsOf, type SettingWrite } from './settings.ts';

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

/** What is set for one scope (`feed:acme`), and by whom. */
export async function settingsAt(db: Db, scope: string) {
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

/** A fact about this installation, by name. */
export async function installationFact(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db.select().from(installation).where(eq(installation.name, name));
  return row?.value;
}
