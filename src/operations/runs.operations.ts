import * as z from 'zod';
import { plural } from '../core/numbers.ts';
import { snakeCase, snakeKeys } from '../core/snake-keys.ts';
import { type Run, runById, runsBefore, feedNamed } from '../feeds/feeds.queries.ts';
import { maySeeFeed, noFeed } from './registry/access.ts';
import { query, done } from './registry/operation.ts';
import { listInput, pageOf, pageOfRows } from './registry/paging.ts';
import { rowAs } from './registry/row-as.ts';
import { columns, second } from './registry/operation-text.ts';

const runOutput = z.object({
  id: z.int(),
  feed: z.string(),
  state: z.enum(['running', 'complete', 'unchanged', 'truncated', 'failed', 'opted_out']),
  held: z.boolean(),
  reason: z.string().nullable(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  bytes: z.int(),
  items: z.int(),
  listings: z.int(),
  rejected: z.int(),
  merged: z.int(),
  added: z.int(),
  changed: z.int(),
  missing: z.int(),
  proof: z.record(z.string(), z.unknown()),
});

/** A run as JSON for programs: the API, `runs --json` and `ingest --json`. */
export function runToJson({ proof, ...run }: Run & { readonly feed: string }) {
  const parts = Object.entries(proof).map(([name, part]) => [snakeCase(name), snakeKeys(part)]);
  return rowAs(runOutput)({ ...run, proof: Object.fromEntries(parts) });
}

export const listRuns = query({
  name: 'run.list',
  permission: 'read',
  summary: 'List runs, newest first, with their proofs of completeness',
  input: z.object({ ...listInput, feed: z.string().optional().describe('Name of the feed') }),
  output: pageOf(runOutput),
  http: 'GET /runs',
  cli: 'runs FEED',
  subject: async ({ db, actor, input: { feed } }) => {
    if (feed === undefined) return {};
    const found = maySeeFeed(actor.limits, feed) ? await feedNamed(db, feed) : undefined;
    return found && { sourceId: found.id };
  },
  notFound: ({ feed = '' }, call) => noFeed({ name: feed }, call),
  run: async ({ db, actor: { limits }, subject, input: { feed, limit, cursor } }) => {
    if (feed === undefined && (limits.sources ?? limits.targets))
      return {
        kind: 'invalid',
        errors: [{ field: 'feed', message: 'must name a feed: this token is limited' }],
      };
    const rows = await runsBefore(db, { ...subject, limit: limit + 1, beforeId: cursor });
    return done(pageOfRows(rows, limit, runToJson));
  },
  text: ({ items }) => {
    const rows = items.map((run) => [
      run.id,
      second(new Date(run.started_at)),
      run.held ? `${run.state}, held` : run.state,
      run.listings,
      run.added,
      run.changed,
      run.missing,
      run.rejected,
      run.reason ?? '',
    ]);
    const heads = [
      'Run',
      'Started (UTC)',
      'State',
      'Listings',
      'New',
      'Changed',
      'Missing',
      'Rejected',
      'Why',
    ];
    return `${columns(heads, rows)}\n${plural(items.length, 'run')}`;
  },
});

export const showRun = query({
  name: 'run.show',
  permission: 'read',
  summary: 'Show one run with its proof',
  input: z.object({ id: z.string().describe('Number of the run') }),
  output: runOutput,
  http: 'GET /runs/{id}',
  subject: async ({ db, actor, input: { id } }) => {
    const run = /^\d{1,15}$/.test(id) ? await runById(db, Number(id)) : undefined;
    return run && maySeeFeed(actor.limits, run.feed) ? run : undefined;
  },
  notFound: ({ id }) => `There is no run ${id}.`,
  run: async ({ subject }) => done(runToJson(subject)),
});
