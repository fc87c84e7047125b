import { sql } from 'drizzle-orm';
import { present } from '../../core/present.ts';
import { column, maybe, query, written } from '../../db/query.ts';
import type { Db } from '../../db/db.ts';
import { anyOf } from '../../db/sql.ts';
import { publications as p } from '../../db/schema.ts';
import { type Happening, eventsOfDays, isOnDays, type TakeDownCause } from './daily-activity-store.ts';
import type { Access } from './publishing-pages.repository.ts';

/** Jobs that were published, updated or taken down on one day for one cause. */
export type JobEvents = {
  readonly what: Happening;
  readonly day: string;
  /** The last of them. */
  readonly at: Date;
  readonly jobs: number;
  readonly targets: readonly string[];
  /** The feeds that they are of. */
  readonly sources: readonly string[];
  readonly why: TakeDownCause;
  /** A person's act that took them down. */
  readonly takeDown?: { readonly kind: string; readonly name: string };
  readonly by?: string;
};

export type JobEventsQuestion = {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly sight: Access;
  /** A feed or a school. */
  readonly about?: string;
};

/**
 * What happened to jobs, folded by cause: what came or changed by its feed, what was taken down by its reason. It counts the
 * publications that the numbers of a day count.
 */
export async function jobEvents(db: Db, question: JobEventsQuestion): Promise<readonly JobEvents[]> {
  const { from, to, timeZone, sight, about } = question;
  const seen = sql.join(
    [
      sql`true`,
      ...(sight.targetIds ? [anyOf(p.targetId, sight.targetIds)] : []),
      ...(sight.sourceIds ? [anyOf(p.sourceId, sight.sourceIds)] : []),
    ],
    sql` and `,
  );
  const rows = await query(db, {
    what: written<Happening>(),
    day: column.text,
    at: column.instant,
    jobs: column.int,
    targets: written<string[]>(),
    sources: written<string[]>(),
    cause: column.text,
    hold: column.int,
    act: column.int,
    kind: maybe(column.text),
    name: maybe(column.text),
    by: maybe(column.text),
  })`
    with folded as (
      select what, day, max(e.at) as at, count(*) as jobs, json_agg(distinct t.name) as targets, json_agg(distinct s.name) as sources,
        e.cause, e.hold, e.act
      from (${eventsOfDays(isOnDays(from, to, timeZone), timeZone)}) e join publications on publications.id = e.publication_id
        join targets t on t.id = e.target_id join sources s on s.id = publications.source_id
      where ${seen} and (${about ?? null}::text is null or ${about ?? null} in (t.name, s.name))
      group by 1, 2, case when what <> 'delisted' then publications.source_id end, e.cause, e.hold, e.act
    )
    select f.*, d.kind, d.name, coalesce(d.by, h.decided_by) as by
    from folded f left join take_downs d on d.id = f.act left join holds h on h.id = f.hold
    order by f.at desc, f.what, f.cause`;
  return rows.map(({ hold, act, kind, name = '', by, cause, ...row }) => ({
    ...row,
    why: { cause, takeDown: act, hold },
    ...present({ takeDown: kind === undefined ? undefined : { kind, name }, by }),
  }));
}
