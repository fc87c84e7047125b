import { recordAudit } from '../platform/audit/audit.repository.ts';
import { sourceTerms } from '../publishing/queries/sources-store.ts';
import { ADOPTED, type LedgerLine, matchLedger } from '../publishing/recovery/adopt.ts';
import {
  type Adopted,
  adoptRows,
  listingIdentities,
  sourcesNamed,
} from '../publishing/recovery/recover-store.ts';
import { loadSettings } from '../platform/settings/settings.repository.ts';
import { identityAt } from '../targets/target-definition.ts';
import { changeTarget, type Target } from '../targets/targets.repository.ts';
import type { TaskContext } from './context.ts';

/** What is sent of the jobs that are taken over: nothing until they change, those that changed since, or all. */
export const touches = ['none', 'on-change', 'all'] as const;
export type Touch = (typeof touches)[number];
export type AdoptOutcome = {
  readonly rows: number;
  readonly adopted: number;
  readonly matched: number;
  readonly orphans: number;
};

/** Takes over what an older integration posted at a target. Jobs without a listing become one held group; none is removed by itself. */
export async function adoptLedger(
  context: Pick<TaskContext, 'db' | 'clock'>,
  target: Target,
  lines: readonly LedgerLine[],
  { touch, by }: { readonly touch: Touch; readonly by: string },
): Promise<AdoptOutcome> {
  const { db, clock } = context;
  const now = clock.now();
  const settings = await loadSettings(db);
  const sources = await sourceTerms(db, settings);
  const listings = await listingIdentities(db);
  const postable = listings.flatMap(({ sourceId, ...listing }) => {
    const source = sources.get(sourceId);
    if (source === undefined) return [];
    const identity = identityAt(target.definition, source, listing.jobId);
    return [
      { ...listing, sourceId, source: source.name, externalSourceId: source.externalSourceId, identity },
    ];
  });
  const matches = matchLedger(lines, postable);
  const changedAt = new Map(listings.map(({ listingId, changedAt: at }) => [listingId, at]));
  const sourceOf = new Map(postable.map(({ listingId, sourceId }) => [listingId, sourceId]));
  return db.transaction(async (tx) => {
    const byExternal = new Map([...sources.values()].map((source) => [source.externalSourceId, source.id]));
    const lost = lines.filter((line) => !matches.has(line) && !byExternal.has(line.externalSourceId));
    const made = await sourcesNamed(
      tx,
      lost.map(({ externalSourceId }) => ({ source: externalSourceId, externalSourceId })),
      now,
    );
    const rows = lines.flatMap((line): Adopted[] => {
      const listingId = matches.get(line)?.listingId;
      const sourceId =
        (listingId === undefined ? undefined : sourceOf.get(listingId)) ??
        byExternal.get(line.externalSourceId) ??
        made.get(line.externalSourceId);
      if (sourceId === undefined) return [];
      const changed = listingId === undefined ? undefined : changedAt.get(listingId);
      const again = touch === 'all' || (touch === 'on-change' && isLater(changed, line.lastSent));
      return [
        {
          externalSourceId: line.externalSourceId,
          jobId: line.jobId,
          lastSent: line.lastSent?.toISOString() ?? null,
          sourceId,
          listingId: listingId ?? null,
          fingerprint: again && listingId !== undefined ? SEND_AGAIN : ADOPTED,
        },
      ];
    });
    const adopted = await adoptRows(tx, target.id, rows, now);
    await changeTarget(tx, target.id, { mappingVersion: null });
    const outcome = {
      rows: lines.length,
      adopted,
      matched: matches.size,
      orphans: lines.length - matches.size,
    };
    await recordAudit(tx, {
      at: now,
      who: by,
      action: 'ledger adopted',
      subject: `target:${target.name}`,
      detail: { ...outcome, touch },
    });
    return outcome;
  });
}

/** The fingerprint of nothing that we would send. */
const SEND_AGAIN = 'send again';

function isLater(changed: Date | undefined, sent: Date | undefined): boolean {
  return changed === undefined || sent === undefined || changed > sent;
}
