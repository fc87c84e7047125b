import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { readJournal } from '../../../src/platform/audit/read-journal.ts';
import { replay } from '../../../src/platform/audit/replay.ts';
import { present } from '../../../src/core/present.ts';
import { openPostgres } from '../../../src/db/postgres.ts';
import { rowsOf, textIn } from '../../setup/rows.ts';
import * as schema from '../../../src/db/schema.ts';
import { wantedOf } from '../simulation/truth.ts';
import type { World } from './world.ts';

const shownJob = z.object({
  external_source_id: z.string(),
  job: z.object({ job_id: z.string(), job_title: z.string() }),
  deleted: z.boolean(),
});
const loggedCall = z.object({
  at: z.string(),
  operation: z.string(),
  job_id: z.string().nullable(),
  external_source_id: z.string().nullable(),
  hash: z.string().nullable(),
});

type Row = {
  readonly state: string;
  readonly live: boolean;
  readonly due: boolean;
  readonly print?: string;
  readonly reason?: string;
};

/** What disagrees now: each target with what the feeds list, and our rows with the target. Empty: all is settled. */
export async function disagreements(world: World): Promise<readonly string[]> {
  const wanted = wantedOf(world.feeds.truths);
  const rows = await ourRows(world);
  const wrong: string[] = [];
  for (const [at, port] of world.instancePorts.entries()) {
    const name = `school-${at}`;
    const shown = await shownAt(port);
    const ours = rows.get(name) ?? new Map<string, Row>();
    for (const [id, title] of wanted) {
      if (shown.get(id) !== title)
        wrong.push(`${name}: ${id} should be “${title}” and is ${shown.get(id) ?? 'not there'}`);
      const row = ours.get(id);
      if (row?.state !== 'published' || row.due)
        wrong.push(`${name}: ${id} is ${JSON.stringify(row ?? 'unknown')} in our rows`);
    }
    for (const id of shown.keys())
      if (!wanted.has(id)) wrong.push(`${name}: ${id} is there and should not be`);
    for (const [id, row] of ours)
      if (!wanted.has(id) && row.state !== 'delisted' && !isForAttention(row))
        wrong.push(`${name}: ${id} is ${JSON.stringify(row)} in our rows and should be delisted`);
  }
  return wrong;
}

/** The target answered that it took nothing down: asked again after an hour, then shown to a person (rule R13). */
function isForAttention({ state, reason }: Row): boolean {
  return state === 'delisting' && reason?.includes('took nothing down') === true;
}

async function shownAt(port: number): Promise<ReadonlyMap<string, string>> {
  const answer: unknown = await (await fetch(`http://127.0.0.1:${port}/_control/jobs`)).json();
  return new Map(
    z
      .array(shownJob)
      .parse(answer)
      .filter(({ deleted }) => !deleted)
      .map(({ external_source_id: source, job }) => [`${source}/${job.job_id}`, job.job_title]),
  );
}

async function ourRows({ cluster }: World): Promise<ReadonlyMap<string, ReadonlyMap<string, Row>>> {
  const { db, close } = openPostgres(cluster.urlOf('quadwire'), schema, { max: 1 });
  try {
    const found = rowsOf(
      await db.execute(sql`
        select t.name, p.external_source_id || '/' || p.job_id as id, p.state, p.live, p.call in ('due', 'out') as due, p.belief_fingerprint as taken_fingerprint, p.reason
        from publications p join targets t on t.id = p.target_id`),
    );
    const rows = new Map<string, Map<string, Row>>();
    for (const row of found) {
      const of = rows.get(String(row['name'])) ?? new Map<string, Row>();
      of.set(String(row['id']), {
        state: String(row['state']),
        live: row['live'] === true,
        due: row['due'] === true,
        ...present({ print: textIn(row, 'taken_fingerprint'), reason: textIn(row, 'reason') }),
      });
      rows.set(String(row['name']), of);
    }
    return rows;
  } finally {
    await close();
  }
}

export type CallFigures = {
  readonly calls: number;
  readonly needed: number;
  readonly wrongRemovals: readonly string[];
};

/** The instances' call logs: removals of what was listed, and how many calls brought how many different postings and removals. */
export async function callFigures({ instancePorts, feeds }: World): Promise<CallFigures> {
  const wrongRemovals: string[] = [];
  let [calls, needed] = [0, 0];
  for (const port of instancePorts) {
    const answer: unknown = await (await fetch(`http://127.0.0.1:${port}/_control/calls`)).json();
    const different = new Set<string>();
    for (const { at, operation, external_source_id: source, job_id: job, hash } of z
      .array(loggedCall)
      .parse(answer)) {
      if (source === null || job === null || feeds.truths.every(({ name }) => name !== source)) continue;
      if (operation !== 'processJob' && operation !== 'deleteJob') continue;
      calls += 1;
      different.add(`${operation} ${source}/${job} ${operation === 'processJob' ? hash : ''}`);
      const removed = feeds.removedAt.get(`${source}/${job}`);
      if (operation === 'deleteJob' && !(removed !== undefined && removed <= Date.parse(at)))
        wrongRemovals.push(`port ${port}: ${source}/${job} was taken down at ${at} although it was listed`);
    }
    needed += different.size;
  }
  return { calls, needed, wrongRemovals };
}

/** What the journal does not know of what our rows know: from it alone nothing could be recovered then. */
export async function journalGaps(world: World): Promise<readonly string[]> {
  const { publications } = await replay(readJournal(world.journalDir));
  const known = new Map(
    publications.map((one) => [`${one.target} ${one.externalSourceId}/${one.jobId}`, one]),
  );
  const gaps: string[] = [];
  for (const [target, rows] of await ourRows(world)) {
    for (const [id, row] of rows) {
      const journaled = known.get(`${target} ${id}`);
      if (row.live && journaled?.live !== true)
        gaps.push(`${target}: ${id} is live, the journal says ${journaled?.state ?? 'nothing'}`);
      if (row.state === 'published' && journaled?.state === 'published' && journaled.takenHash !== row.print)
        gaps.push(`${target}: ${id} was taken as ${row.print}, the journal says ${journaled.takenHash}`);
    }
  }
  return gaps;
}
