import type { Clock } from '../../core/clock.ts';
import type { Db } from '../../db/db.ts';
import { replay } from '../../platform/audit/replay.ts';
import { wakeCalls } from '../claims.repository.ts';
import { leaveAll, takeDownAll } from '../intents.repository.ts';
import { sourcesNamed, writeLedger } from './recover.repository.ts';
import { changeTarget } from '../../targets/targets.repository.ts';
import { allTargets } from '../../targets/targets.queries.ts';

export type Recovered = {
  readonly lines: number;
  readonly targets: { readonly target: string; readonly known: number; readonly written: number }[];
  /** Targets that the journal names and the database does not have. */
  readonly unknown: string[];
};

/**
 * Rebuilds what was sent from the journal after a lost or older database. Nothing is sent by it: every target's next plan is compared
 * and shown first, and waits for a person when anything would change. A target that was leaving goes on to leave.
 */
export async function recover(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  journal: Parameters<typeof replay>[0],
): Promise<Recovered> {
  const now = clock.now();
  const { lines, publications } = await replay(journal);
  const byTarget = Map.groupBy(publications, ({ target }) => target);
  const known = await allTargets(db);
  const names = new Set(known.map(({ name }) => name));
  const targets = await db.transaction(async (tx) => {
    const done: Recovered['targets'][number][] = [];
    for (const { id, name, state } of known) {
      const replayed = byTarget.get(name) ?? [];
      const sources = await sourcesNamed(tx, replayed, now);
      // Calls whose worker is gone may have been carried out, or not.
      await wakeCalls(tx, id, now);
      await leaveAll(tx, id, now);
      const rows = replayed.flatMap((row) => {
        const sourceId = sources.get(row.source);
        return sourceId === undefined ? [] : [{ ...row, sourceId }];
      });
      done.push({ target: name, known: rows.length, written: await writeLedger(tx, id, rows) });
      await changeTarget(tx, id, { reviewFirst: true, mappingVersion: null });
      // No plan is made of a target that leaves: a person decided about all of its jobs.
      if (state === 'leaving') await takeDownAll(tx, id, now);
    }
    return done;
  });
  return { lines, targets, unknown: [...byTarget.keys()].filter((name) => !names.has(name)) };
}
