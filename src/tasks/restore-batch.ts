import { recordAudit } from '../audit/store.ts';
import { type Restored, restoreBatch } from '../publishing/batches-store.ts';
import { changeTarget } from '../targets/store.ts';
import type { TaskContext } from './context.ts';

export type RestoreOutcome = Restored | { readonly kind: 'refused'; readonly reason: string };

/** Undoes a batch of removals (rule R12): its jobs are published again under the same ids by the next plan. */
export async function restoreRemovals(
  { db, clock }: Pick<TaskContext, 'db' | 'clock'>,
  id: number,
  by: string,
): Promise<RestoreOutcome> {
  const at = clock.now();
  return db.transaction(async (tx): Promise<RestoreOutcome> => {
    const restored = await restoreBatch(tx, id, at);
    if (restored === undefined)
      return { kind: 'refused', reason: `There is no batch ${id}. \`batches\` shows all.` };
    if (restored.kind === 'already')
      return { kind: 'refused', reason: `Batch ${id} was restored already, ${restored.at.toISOString()}.` };
    await changeTarget(tx, restored.targetId, { mappingVersion: null });
    const { listings, others } = restored;
    await recordAudit(tx, {
      at,
      who: by,
      action: 'batch restored',
      subject: `batch:${id}`,
      detail: { listings, others },
    });
    return restored;
  });
}
