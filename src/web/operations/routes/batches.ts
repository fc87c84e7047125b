import { mayDo } from '../../../accounts/permissions.ts';
import { batchById, batchesOf } from '../../../publishing/batches-store.ts';
import { maySeeBatch, restore } from '../../doing/batches.ts';
import { refuse } from '../../errors.ts';
import { batchesPage, type BatchesView } from '../batches.ts';
import { cursorOf, type PageRequest, type PageRoute } from '../page-route.ts';

export const batchRoutes: readonly PageRoute[] = [
  { method: 'get', path: '/batches', permission: 'read', handle: (request) => batches(request) },
  { method: 'post', path: '/batches/:id', permission: 'approve', handle: act },
];

async function batches(
  { c, deps, actor, frame }: PageRequest,
  restored?: BatchesView['restored'],
): Promise<Response> {
  const seen = (await batchesOf(deps.db)).filter((batch) => maySeeBatch(actor.limits, batch));
  return c.html(
    batchesPage(await frame(), {
      batches: seen,
      ...(restored && { restored }),
      mayOperate: mayDo(actor, 'approve'),
    }),
  );
}

async function act(request: PageRequest): Promise<Response> {
  const { c, deps, actor } = request;
  const id = cursorOf(c.req.param('id'));
  const batch = id === undefined ? undefined : await batchById(deps.db, id);
  if (!batch || !maySeeBatch(actor.limits, batch)) return refuse(c, 404, 'There is no such batch.');
  const outcome = await restore(deps, actor, batch);
  return outcome.kind === 'refused' ? refuse(c, 409, outcome.reason) : batches(request, outcome);
}
