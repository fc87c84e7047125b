import { and, eq, gte, isNotNull, like, sql } from 'drizzle-orm';
import { DAY, HOUR } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import { jobReports, screenings, submissions } from '../db/schema.ts';

/** What an address did with the form so far and, where one employer has its domain, all addresses of that. */
export async function recordOf(
  db: Db,
  { email, ownDomain }: { readonly email: string; readonly ownDomain: string | undefined },
  now: Date,
) {
  const ofMail = eq(submissions.email, email);
  const since = (ms: number) => gte(submissions.confirmedAt, new Date(now.getTime() - ms));
  const approved = sql`${screenings.state} in ('approved', 'clear')`;
  const [row] = await db
    .select({
      lastHour: sql<number>`count(*) filter (where ${since(HOUR)})::int`,
      approved: sql<number>`count(*) filter (where ${approved})::int`,
      first: sql<string | null>`min(${submissions.confirmedAt}) filter (where ${approved})`,
      flagged: sql<boolean>`coalesce(bool_or(${screenings.state} = 'rejected' or exists (select 1 from ${jobReports} where ${jobReports.listingId} = ${screenings.listingId})), false)`,
    })
    .from(submissions)
    .leftJoin(screenings, eq(screenings.listingId, submissions.listingId))
    .where(and(ofMail, isNotNull(submissions.confirmedAt)));
  const today =
    ownDomain === undefined
      ? 0
      : await db.$count(submissions, and(like(submissions.email, `%@${plain(ownDomain)}`), since(DAY)));
  const first = row?.first ?? null;
  return {
    postsLastHourOfMail: row?.lastHour ?? 0,
    postsTodayOfDomain: today,
    approvedPosts: row?.approved ?? 0,
    monthsSinceFirstApproved:
      first === null ? 0 : Math.floor((now.getTime() - new Date(first).getTime()) / (30.4 * DAY)),
    everFlagged: row?.flagged ?? false,
  };
}

/** A domain in a pattern means itself. */
function plain(domain: string): string {
  return domain.replace(/[%_\\]/g, '');
}
