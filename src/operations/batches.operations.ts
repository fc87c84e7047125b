import * as z from 'zod';
import { type Limits, maySeeTarget } from '../platform/accounts/permissions.ts';
import { plural } from '../core/numbers.ts';
import { restoreBatch } from '../publishing/holds/batches.repository.ts';
import { type Batch, batchById, batchesOf } from '../publishing/holds/holds.queries.ts';
import { noTarget, seenTarget } from './registry/access.ts';
import { reconcileTasks } from './registry/compare.ts';
import { conflict, mutation, query, done } from './registry/operation.ts';
import { rowAs } from './registry/row-as.ts';
import { listInput, pageOf, pageOfRows, numberOf } from './registry/paging.ts';
import { listText, minute } from './registry/operation-text.ts';

const batchOutput = z.object({
  id: z.int(),
  target: z.string(),
  cause: z.string(),
  count: z.int(),
  restorable: z.int(),
  created_at: z.iso.datetime(),
  restored_at: z.iso.datetime().nullable(),
});

export const listBatches = query({
  name: 'batch.list',
  permission: 'read',
  summary: 'List batches of removals, newest first',
  input: z.object({ ...listInput, target: z.string().optional().describe('Name of the target') }),
  output: pageOf(batchOutput),
  http: 'GET /batches',
  cli: 'batches',
  subject: async ({ db, actor, input: { target } }) => {
    if (target === undefined) return {};
    const found = await seenTarget({ db, actor }, target);
    return found && { targetId: found.id };
  },
  notFound: ({ target }, call) => noTarget(target, call),
  run: async ({ db, clock, actor, subject: { targetId }, input: { limit, cursor } }) => {
    const rows = await batchesOf(db, clock.now(), targetId, { beforeId: cursor, limit: limit + 1 });
    const sees = (batch: Batch) => maySeeBatch(actor.limits, batch);
    return done(pageOfRows(rows, limit, rowAs(batchOutput), sees));
  },
  text: ({ items }) =>
    listText(
      items,
      'No jobs were removed.',
      ['Batch', 'When (UTC)', 'Target', 'Why', 'Jobs', 'Restorable'],
      (batch) => [
        batch.id,
        minute(new Date(batch.created_at)),
        batch.target,
        batch.cause,
        batch.count,
        batch.restorable,
      ],
    ),
});

/** Undoes removals that went out together (rule R12). */
export const restoreRemovals = mutation({
  name: 'batch.restore',
  permission: 'approve',
  summary: 'Restore a batch of removals: the next plan publishes its jobs again under the same ids',
  input: z.object({ id: numberOf('a batch', 'batches') }),
  output: z.object({
    id: z.int(),
    batch: z.int().describe('The same as `id`.'),
    restored: z.int(),
    others: z.int().describe('Removed by date, rule or review: they stay down.'),
  }),
  http: 'POST /batches/{id}/restore',
  cli: 'restore ID',
  subject: async ({ db, clock, actor, input: { id } }) => {
    const batch = await batchById(db, Number(id), clock.now());
    return batch && maySeeBatch(actor.limits, batch) ? batch : undefined;
  },
  notFound: ({ id }) => `There is no batch ${id}. \`batches\` shows all.`,
  run: async ({ db, clock, subject: { id } }) => {
    const restored = await restoreBatch(db, id, clock.now());
    if (restored.kind === 'already')
      return conflict(`Batch ${id} was already restored, ${restored.at.toISOString()}.`);
    const { listings, others } = restored;
    return { kind: 'accepted', value: { id, batch: id, restored: listings, others } };
  },
  audit: ({ subject: { id }, value: { restored, others } }) => ({
    subject: `batch:${id}`,
    detail: { restored, others },
  }),
  tasks: ({ subject: { targetId } }) => reconcileTasks([{ id: targetId }]),
  text: ({ restored, others }) => {
    const down = others === 0 ? '' : ` Ended for another reason, and left down: ${plural(others, 'job')}.`;
    const [it, stays, feed] = restored === 1 ? ['it', 'stays', 'its feed'] : ['them', 'stay', 'their feed'];
    return `${plural(restored, 'job')} will be published again at every school that had ${it}, and ${stays} though ${feed} does not list ${it}.${down}`;
  },
});

/** A batch may mix sources: an actor that is limited to some of them does not see it. */
export function maySeeBatch(limits: Limits, { target }: Pick<Batch, 'target'>): boolean {
  return maySeeTarget(limits, target) && limits.sources === undefined;
}
