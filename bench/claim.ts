import type { Db } from '../src/db/db.ts';
import { belongingAt } from '../src/publishing/queries/candidate-page.ts';
import { targetTerms } from '../src/publishing/reconcile.ts';
import { sourceTerms } from '../src/publishing/queries/sources.queries.ts';
import { loadSettings } from '../src/platform/settings/settings.queries.ts';
import type { claimDue } from '../src/publishing/claims.repository.ts';
import { targetById } from '../src/targets/targets.queries.ts';

type Claim = Parameters<typeof claimDue>[1];

/** A claim of fifty due calls that nothing holds back; each is asked whether its job belongs there. */
export async function fiftyCalls(db: Db, of: Pick<Claim, 'targetId' | 'now' | 'worker'>): Promise<Claim> {
  const target = await targetById(db, of.targetId);
  if (target === undefined) throw new Error(`expected target ${of.targetId}, got none`);
  const settings = await loadSettings(db);
  const terms = targetTerms(target, settings);
  const sources = (tx: Db) => ({ of: (ids: readonly number[]) => sourceTerms(tx, settings, { ids }) });
  return {
    ...of,
    leaseMs: 10_000,
    atMost: 50,
    pacedRemovals: 50,
    room: { removals: 50, forms: 50, updates: 50 },
    sourceRoom: [],
    removalsStopped: false,
    publishingStopped: false,
    stoppedSources: [],
    silentSources: [],
    paused: false,
    belonging: (tx, ids) => belongingAt(tx, ids, sources(tx), terms, of.now),
  };
}
