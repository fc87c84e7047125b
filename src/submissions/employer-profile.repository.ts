import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { employerProfiles } from '../db/schema.ts';
import type { Answers } from './submission-answers.ts';

export type EmployerProfile = typeof employerProfiles.$inferSelect;

/** The employer that an address saved; undefined for none. */
export async function employerProfileOf(db: Db, email: string): Promise<EmployerProfile | undefined> {
  return (await db.select().from(employerProfiles).where(eq(employerProfiles.email, email)))[0];
}

/** Saves the employer that new jobs of an address begin with. */
export async function saveEmployerProfile(
  db: Db,
  { email, answers, now }: { readonly email: string; readonly answers: Answers; readonly now: Date },
): Promise<void> {
  const set = { answers, savedAt: now };
  await db
    .insert(employerProfiles)
    .values({ email, ...set })
    .onConflictDoUpdate({ target: employerProfiles.email, set });
}
