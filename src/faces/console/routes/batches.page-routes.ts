import { batchesPage } from '../batches.page.ts';
import { batchesOf } from '../../../publishing/holds/holds.queries.ts';
import { maySeeBatch, restoreRemovals } from '../../../operations/batches.operations.ts';
import { formRoute } from '../operation-form.ts';
import { get, type PageRequest, type PageRoute } from '../page-route.ts';

export const batchRoutes: readonly PageRoute[] = [
  get('/batches', 'read', batches),
  formRoute(restoreRemovals, {
    then: ({ c }, { id }) => c.redirect(`/batches?restored=${id}`, 303),
  }),
];

async function batches({ c, deps, actor, frame }: PageRequest): Promise<Response> {
  const seen = (await batchesOf(deps.db, deps.clock.now())).filter((batch) =>
    maySeeBatch(actor.limits, batch),
  );
  const restored = seen.find(({ id, restoredAt }) => restoredAt && String(id) === c.req.query('restored'));
  return c.html(batchesPage(await frame(), seen, restored));
}
