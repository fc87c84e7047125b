import type { Clock } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { loadSettings } from '../../platform/settings/settings.queries.ts';
import { identityAt } from '../../targets/target-definition.ts';
import { changeTarget } from '../../targets/targets.repository.ts';
import type { Target } from '../../targets/targets.queries.ts';
import { sourceTerms } from '../queries/sources.queries.ts';
import { ADOPTED, type LedgerLine, matchLedger } from './adopt.ts';
import { adoptRows, listingIdentities, sourcesNamed } from './recover.repository.ts';

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
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  target: Target,
  lines: readonly LedgerLine[],
  touch: Touch,
): Promise<AdoptOutcome> {
  const now = clock.now();
  const { sources, postable } = await postableAt(db, target);
  const matches = matchLedger(lines, postable);
  const known = new Map(postable.map((one) => [one.listingId, one]));
  const byExternal = new Map([...sources.values()].map((source) => [source.externalSourceId, source.id]));
  const lost = lines.filter((line) => !matches.has(line) && !byExternal.has(line.externalSourceId));
  const named = lost.map(({ externalSourceId }) => ({ source: externalSourceId, externalSourceId }));
  return db.transaction(async (tx) => {
    const made = await sourcesNamed(tx, named, now);
    const rows = lines.flatMap((line) => {
      const { externalSourceId, jobId, lastSent } = line;
      const listing = known.get(matches.get(line)?.listingId ?? 0);
      const sourceId = listing?.sourceId ?? byExternal.get(externalSourceId) ?? made.get(externalSourceId);
      if (sourceId === undefined) return [];
      const again = touch === 'all' || (touch === 'on-change' && isLater(listing?.changedAt, lastSent));
      return [
        {
          externalSourceId,
          jobId,
          lastSent: lastSent?.toISOString() ?? null,
          sourceId,
          listingId: listing?.listingId ?? null,
          fingerprint: again && listing !== undefined ? SEND_AGAIN : ADOPTED,
        },
      ];
    });
    const adopted = await adoptRows(tx, target.id, rows, now);
    await changeTarget(tx, target.id, { mappingVersion: null });
    return { rows: lines.length, adopted, matched: matches.size, orphans: lines.length - matches.size };
  });
}

/** All listings with the ids under which they would be posted at a target. */
async function postableAt(db: Db, { definition }: Target) {
  const sources = await sourceTerms(db, await loadSettings(db));
  const postable = (await listingIdentities(db)).flatMap((listing) => {
    const source = sources.get(listing.sourceId);
    if (source === undefined) return [];
    const identity = identityAt(definition, source, listing.jobId);
    return [{ ...listing, source: source.name, externalSourceId: source.externalSourceId, identity }];
  });
  return { sources, postable };
}

/** The fingerprint of nothing that we would send. */
const SEND_AGAIN = 'send again';

function isLater(changed: Date | undefined, sent: Date | undefined): boolean {
  return changed === undefined || sent === undefined || changed > sent;
}
