import { findBatch } from './batch.repository.ts';
import type { Call, Route } from '../call.ts';
import { ok, type Reply, unknownId } from '../replies.ts';
import { isStorable } from '../../../core/json.ts';

/** `GET /v1/batch/{id}`: the status of a batch, and its results once it is completed. */
export const batchRoutes: readonly Route[] = [{ method: 'GET', path: '/v1/batch/{id}', answer: answerBatch }];

async function answerBatch({ instance, param }: Call): Promise<Reply> {
  const id = param('id');
  const batch = isStorable(id) ? await findBatch(instance.db, id, instance.clock.now()) : undefined;
  if (batch === undefined) return unknownId;
  const { status, total, className, responses } = batch;
  return ok({
    id,
    status,
    total,
    className,
    ...(status === 'completed' ? { responses: responses ?? [] } : {}),
  });
}
