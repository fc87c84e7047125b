import { and, desc, isNotNull, isNull, like, sql } from 'drizzle-orm';
import { fold } from '../core/text.ts';
import type { Job } from '../soap/types.ts';
import type { InstanceDb } from './database.ts';
import { jobs } from './instance-schema.ts';
import { likeAny } from './like.ts';

export type BoardQuery = {
  readonly words: string;
  readonly place: string;
  readonly type: string;
  readonly deleted: boolean;
  readonly page: number;
};

export const boardPageSize = 100;

/** The jobs that a visitor asked for, newest first: a page of them and how many there are. */
export async function boardJobs(db: InstanceDb, query: BoardQuery) {
  const words = fold(`${query.words} ${query.place}`).split(' ').filter(Boolean);
  const where = and(
    query.deleted ? undefined : isNull(jobs.deletedAt),
    ...words.map((word) => like(jobs.search, likeAny(word))),
    query.type === ''
      ? undefined
      : sql`jsonb_path_exists((${jobs.job} -> 'job_type')::jsonb, '$[*].stringvalue ? (@ == $type)', jsonb_build_object('type', ${query.type}::text))`,
  );
  const rows = await db
    .select({
      id: jobs.id,
      jobId: jobs.jobId,
      externalSourceId: jobs.externalSourceId,
      receivedAt: jobs.receivedAt,
      deletedAt: jobs.deletedAt,
      title: sql<string | null>`${jobs.job} ->> 'job_title'`,
      company: sql<string | null>`${jobs.employer} ->> 'empname'`,
      locations: sql<Job['job_locations']>`${jobs.job} -> 'job_locations'`,
      types: sql<Job['job_type']>`${jobs.job} -> 'job_type'`,
    })
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.turn))
    .limit(boardPageSize)
    .offset((query.page - 1) * boardPageSize);
  return {
    rows,
    total: await db.$count(jobs, where),
    deleted: await db.$count(jobs, isNotNull(jobs.deletedAt)),
  };
}

/** A row of the board, without the long texts. */
export type BoardRow = Awaited<ReturnType<typeof boardJobs>>['rows'][number];
