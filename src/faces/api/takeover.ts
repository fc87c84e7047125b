import * as z from 'zod';
import { readLedger } from '../../publishing/recovery/ledger-file.ts';
import { ledgerOf } from '../../publishing/recovery/recover-store.ts';
import { adoptLedger, touches } from '../../tasks/adopt-ledger.ts';
import { pageOf } from '../../operations/registry/paging.ts';
import { type ApiRoute, apiRoute, listQuery, noBody } from './route.ts';
import { seenTarget } from './seen-targets.ts';
import { cut, idIn, notFound } from './shared.ts';

const rowSchema = z.object({
  external_source_id: z.string().min(1),
  job_id: z.string().min(1),
  last_sent: z.iso.datetime({ offset: true }).optional(),
});

export const takeoverRoutes: readonly ApiRoute[] = [
  apiRoute({
    method: 'get',
    path: '/targets/{name}/ledger',
    permission: 'read',
    tag: 'targets',
    summary: 'What is live at a target, as `adopt` takes it over',
    query: listQuery,
    body: noBody,
    answer: pageOf(rowSchema),
    handle: async (call) => {
      const { deps, actor, query, params } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', params['name'] ?? '');
      if (actor.limits.sources)
        return { kind: 'forbidden', detail: `${actor.name} is limited to some sources.` };
      const rows = await ledgerOf(deps.db, target.id, idIn(query.cursor) ?? 0, query.limit + 1);
      return {
        kind: 'done',
        value: cut(rows, query.limit, ({ externalSourceId, jobId, lastSent }) => ({
          external_source_id: externalSourceId,
          job_id: jobId,
          ...(lastSent !== '' && { last_sent: lastSent }),
        })),
      };
    },
  }),
  apiRoute({
    method: 'post',
    path: '/targets/{name}/adopt',
    permission: 'operate',
    tag: 'targets',
    summary:
      'Take over what an older integration posted; jobs without a listing become one held group, none is removed by itself',
    text: { type: 'text/csv', read: rowsOfCsv },
    query: z.object({
      touch: z.enum(touches).default('none').describe('Which of them are sent again.'),
    }),
    body: z.strictObject({ rows: z.array(rowSchema).max(100_000) }),
    answer: z.object({ rows: z.int(), adopted: z.int(), matched: z.int(), orphans: z.int() }),
    handle: async (call) => {
      const { deps, actor, query, params, body } = call;
      const target = await seenTarget(call);
      if (!target) return notFound('target', params['name'] ?? '');
      if (actor.limits.sources)
        return { kind: 'forbidden', detail: `${actor.name} is limited to some sources.` };
      const lines = body.rows.map(({ external_source_id, job_id, last_sent }) => ({
        externalSourceId: external_source_id,
        jobId: job_id,
        lastSent: last_sent === undefined ? undefined : new Date(last_sent),
      }));
      const outcome = await adoptLedger(deps, target, lines, { touch: query.touch, by: actor.name });
      return { kind: 'done', value: { ...outcome } };
    },
  }),
];

/** The rows of a file as `ledger export` writes it. */
function rowsOfCsv(text: string) {
  const read = readLedger(text);
  if (read.kind === 'mistake') return read;
  const rows = read.lines.map(({ externalSourceId, jobId, lastSent }) => ({
    external_source_id: externalSourceId,
    job_id: jobId,
    ...(lastSent && { last_sent: lastSent.toISOString() }),
  }));
  return { kind: 'value' as const, value: { rows } };
}
