import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { DAY, HOUR } from '../src/core/clock.ts';
import type { Db } from '../src/db/db.ts';
import { anyOf } from '../src/db/sql.ts';
import { listings } from '../src/db/schema.ts';
import { candidateIds } from '../src/publishing/candidates.queries.ts';
import { removalCounts } from '../src/publishing/decisions.repository.ts';
import { claimDue, batchedOutcomes, wakeCalls } from '../src/publishing/claims.repository.ts';
import { findListings } from '../src/publishing/queries/publications.queries.ts';
import { sentTo } from '../src/publishing/sent.repository.ts';
import { renewLeases } from '../src/publishing/publications.repository.ts';
import { daysSince, dailyCounts } from '../src/publishing/queries/daily-counts.queries.ts';
import { fiftyCalls } from './claim.ts';
import { NOW } from './growth-data.ts';
import type { OwnDatabase } from './growth-database.ts';

/** How the database answers a hot statement: its nodes with their indexes, pages of 8 kB touched, and time. */
export type Plan = {
  readonly what: string;
  readonly nodes: string;
  readonly buffers: number;
  readonly ms: number;
};

/** The plans of the hot statements as the product makes them, heard from `auto_explain`; none where the server has no such thing. */
export async function hotPlans({ db, hear }: OwnDatabase): Promise<readonly Plan[]> {
  const heard: string[] = [];
  const isLoaded = await db.execute(sql`load 'auto_explain'`).then(
    () => true,
    () => false,
  );
  if (!isLoaded) return [];
  for (const setting of listening) await db.execute(sql.raw(`set ${setting}`));
  hear((message) => void heard.push(message));
  const found: Plan[] = [];
  for (const [what, work] of await hotStatements(db)) {
    heard.length = 0;
    await work();
    const slowest = heard.flatMap(planIn).toSorted((a, b) => b.ms - a.ms)[0];
    if (slowest !== undefined) found.push({ what, ...slowest });
  }
  hear(undefined);
  await db.execute(sql`reset client_min_messages`);
  await db.execute(sql`set auto_explain.log_min_duration = -1`);
  return found;
}

const listening = [
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_buffers = on',
  'auto_explain.log_format = json',
  'client_min_messages = log',
];

type Statement = readonly [what: string, work: () => Promise<unknown>];

/** The statements of every minute and every call, on a database that `generate` filled. */
export async function hotStatements(db: Db): Promise<readonly Statement[]> {
  const [targetId, sourceId] = [2, 2];
  const now = new Date(NOW);
  const sourceIds = [sourceId];
  const some = await db
    .select({ id: listings.id })
    .from(listings)
    .where(anyOf(listings.sourceId, sourceIds))
    .limit(1_000);
  const listingIds = some.map(({ id }) => id);
  await db.execute(sql`
    update publications set belief = 'maybe', belief_fingerprint = null, call = 'due', next_at = ${now.toISOString()}::timestamptz where id in (
      select id from publications where target_id = ${targetId} and intent = 'show' limit 1000)`);
  const claim = await fiftyCalls(db, { targetId, now, worker: 'plans' });
  const claimed = await claimDue(db, claim);
  const outcomes = batchedOutcomes(db);
  const end = { event: { type: 'answered' }, answer: 'ok' } as const;
  return [
    ['ids of a target’s candidates', () => candidateIds(db, { targetId, sourceIds, now, closeHours: 72 })],
    [
      'listings touched since',
      () =>
        candidateIds(db, { targetId, sourceIds, now, closeHours: 72, since: new Date(now.getTime() - HOUR) }),
    ],
    ['what was sent about 1,000 listings', () => sentTo(db, targetId, { listingIds })],
    ['claim of 50 due calls', () => claimDue(db, claim)],
    [
      'renewal of 50 leases',
      () =>
        renewLeases(
          db,
          'plans',
          claimed.map(({ id }) => id),
          now,
        ),
    ],
    [
      'settling of 50 calls',
      () =>
        Promise.all(claimed.map((one) => outcomes.write({ claimed: one, end, at: now, worker: 'plans' }))),
    ],
    ['leases that ended, and what is tried again', () => wakeCalls(db, targetId, now)],
    ['counts of all targets', () => dailyCounts(db)],
    ['days of the overview', () => daysSince(db, new Date(now.getTime() - 14 * DAY), 'UTC')],
    ['what the guard counts', () => removalCounts(db, targetId, now)],
    ['search by words', () => findListings(db, { words: 'welder 7', sight: {}, limit: 51 })],
  ];
}

type Node = {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string | undefined;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Shared Hit Blocks'?: number | undefined;
  readonly 'Shared Read Blocks'?: number | undefined;
  readonly Plans?: readonly Node[] | undefined;
};

const node: z.ZodType<Node> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Index Name': z.string().optional(),
    'Relation Name': z.string().optional(),
    'Shared Hit Blocks': z.number().optional(),
    'Shared Read Blocks': z.number().optional(),
    Plans: z.array(node).optional(),
  }),
);

function planIn(message: string): readonly Omit<Plan, 'what'>[] {
  const [, ms, json] = /^duration: ([\d.]+) ms\s+plan:\s+(\{.*\})\s*$/s.exec(message) ?? [];
  if (ms === undefined || json === undefined) return [];
  const { Plan: top } = z.object({ Plan: node }).parse(JSON.parse(json));
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = top;
  // A search asks the planner first: what is only explained touches no pages.
  if (hit === undefined || read === undefined) return [];
  return [{ nodes: nodesOf(top), buffers: hit + read, ms: Number(ms) }];
}

/** `Sort(Nested Loop(Index Scan publications_due, Index Scan sources_pkey))` */
function nodesOf(top: Node): string {
  const of = top['Index Name'] ?? top['Relation Name'];
  const below = (top.Plans ?? []).map(nodesOf);
  return `${top['Node Type']}${of === undefined ? '' : ` ${of}`}${below.length === 0 ? '' : `(${below.join(', ')})`}`;
}
