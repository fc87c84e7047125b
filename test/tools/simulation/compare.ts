import { sql } from 'drizzle-orm';
import { replay } from '../../../src/platform/audit/replay.ts';
import type { JournalLine } from '../../../src/platform/audit/journal.ts';
import type { Db } from '../../../src/db/db.ts';
import { rowsOf } from '../../setup/rows.ts';
import type { Site } from './site.ts';

/** What a target shows against what the feeds list: nothing lost, nothing old, nothing twice, nothing that should be gone. */
export function againstTruth(
  site: Pick<Site, 'target' | 'school'>,
  wanted: ReadonlyMap<string, string>,
): readonly string[] {
  const { target, school } = site;
  const wrong: string[] = [];
  for (const [id, title] of wanted) {
    const there = school.jobs.get(id)?.job?.job_title;
    if (there !== title)
      wrong.push(`${target.name}: ${id} should be “${title}” and is ${there ?? 'not there'}`);
  }
  for (const id of school.jobs.keys())
    if (!wanted.has(id)) wrong.push(`${target.name}: ${id} is there and should not be`);
  return wrong;
}

/** Our rows against the target, one by one: what it shows is published and unchanged, what it does not show is delisted, nothing is due. */
export async function againstRows(db: Db, { target, school }: Site): Promise<readonly string[]> {
  const wrong: string[] = [];
  const known = new Set<string>();
  for (let afterId = 0; ;) {
    const rows = rowsOf(
      await db.execute(sql`
        select id, external_source_id || '/' || job_id as job, state, live, call in ('due', 'out') as due, taken #>> '{job,job_title}' as title
        from publications where target_id = ${target.id} and id > ${afterId} order by id limit 10000`),
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      afterId = Number(row['id']);
      const job = String(row['job']);
      known.add(job);
      const there = school.jobs.get(job)?.job?.job_title;
      const agrees =
        row['due'] === false &&
        (there === undefined
          ? row['state'] === 'delisted' && row['live'] === false
          : row['state'] === 'published' && row['live'] === true && row['title'] === there);
      if (!agrees)
        wrong.push(`${target.name}: ${job} is ${there ?? 'not there'}, our row says ${JSON.stringify(row)}`);
    }
  }
  for (const id of school.jobs.keys())
    if (!known.has(id)) wrong.push(`${target.name}: ${id} is there and we have no row of it`);
  return wrong;
}

/**
 * The target's call log against the journal: the last call about each job is the journal's last line about it. An intent may stand there
 * without its outcome where a worker died between the two: `open` says how many.
 */
export async function againstJournal(
  sites: readonly Site[],
  journal: AsyncIterable<JournalLine>,
): Promise<{ readonly wrong: readonly string[]; readonly open: number }> {
  const { publications } = await replay(journal);
  const byTarget = Map.groupBy(publications, ({ target }) => target);
  const wrong: string[] = [];
  let open = 0;
  for (const { target, school } of sites) {
    const journaled = new Map(
      (byTarget.get(target.name) ?? []).map((one) => [`${one.externalSourceId}/${one.jobId}`, one.state]),
    );
    for (const [id, operation] of new Map(school.calls.map((call) => [call.id, call.operation]))) {
      const state = journaled.get(id);
      const [ended, begun] =
        operation === 'processJob' ? ['published', 'unanswered'] : ['delisted', 'delisting'];
      if (state === begun) open += 1;
      else if (state !== ended)
        wrong.push(
          `${target.name}: the last call about ${id} was ${operation}, the journal says ${state ?? 'nothing'}`,
        );
    }
  }
  return { wrong, open };
}
