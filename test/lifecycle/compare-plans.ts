import { sql, TransactionRollbackError } from 'drizzle-orm';
import type { Db } from '../../src/db/db.ts';
import { groupsOf } from '../../src/publishing/plan-groups.ts';
import { waitingPlaces } from '../../src/publishing/queries/job-states.queries.ts';
import { holdsIn } from '../../src/publishing/holds/holds.queries.ts';
import { reconcileTarget } from '../../src/tasks/reconcile-target.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { loadSettings } from '../../src/platform/settings/settings.queries.ts';
import type { TargetPlan } from '../../src/publishing/reconcile.ts';
import { type Look, planFor, type Planned } from '../../src/tasks/plan-target.ts';
import { targetOf, type World, type WorldSchool } from './world.ts';

/** A plan of what is unsettled, and one that makes every posting, come to the same as one of everything. */
export async function compareLooks({ db, context }: World, school: WorldSchool): Promise<void> {
  const target = await targetOf({ db } as World, school);
  if (target.state !== 'active') return;
  const settings = await loadSettings(db);
  const told = async (look: Look, at: Pick<typeof context, 'db' | 'clock'>) =>
    toldOf(await planFor(at, target, settings, { look }));
  const shown = async (look: Look) =>
    shownOf(db, target.id, await planFor(context, target, settings, { look }));
  const whole = await told('all', context);
  const [wholeShown, unsettled] = [await shown('all'), await shown('unsettled')];
  let remade = whole;
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update publications set inputs = null`);
      remade = await told('all', { ...context, db: tx });
      tx.rollback();
    })
    .catch(ignoreRollback);
  for (const [name, other, expected] of [
    ['of what is unsettled', unsettled, wholeShown],
    ['that makes every posting', remade, whole],
  ])
    if (other !== expected)
      throw new Error(`${school.name}: a plan ${name} is\n${other}\nand of everything\n${expected}`);
}

/** What a plan comes to where it is shown. */
async function shownOf(db: Db, targetId: number, planned: Planned): Promise<string> {
  const { plan } = planned;
  const groups = groupsOf(plan, targetId, await holdsIn(db, ['open']), await waitingPlaces(db, targetId));
  return JSON.stringify({
    changes: toldChanges(plan.changes),
    unchanged: unchangedIn(planned),
    groups: groups
      .map(({ listingIds, ...group }) => ({
        ...group,
        changes: undefined,
        reasons: undefined,
        listingIds: listingIds.toSorted((a, b) => a - b),
      }))
      .map((group) => JSON.stringify(group))
      .toSorted(),
  });
}

function unchangedIn({ plan, settled }: Planned): number {
  const touched = [...plan.changes, ...plan.withheld].filter(({ kind }) => kind !== 'delist').length;
  return plan.sentIds.length - touched + settled.length;
}

function toldOf(planned: Planned): string {
  const { plan } = planned;
  return JSON.stringify({
    changes: toldChanges(plan.changes),
    withheld: toldChanges(plan.withheld),
    // What ended and is not there is shown nowhere.
    decided: plan.decided
      .filter(({ decision }) => decision.step !== 'ended')
      .map(({ listingId, decision }) => `${listingId} ${JSON.stringify(decision)}`)
      .toSorted(),
    unchanged: unchangedIn(planned),
    verdict: plan.verdict.kind,
  });
}

function toldChanges(some: TargetPlan['changes']): readonly string[] {
  return some
    .map((change) => {
      const { externalSourceId, jobId } = change.kind === 'delist' ? change.sent : change.wanted;
      const why = change.kind === 'delist' ? change.cause : `${change.because} ${change.wanted.fingerprint}`;
      return `${change.kind} ${externalSourceId}/${jobId} ${why} ${change.underway}`;
    })
    .toSorted();
}

/** The hold of a first plan is about the same after a plan of what was touched and after one of everything. */
export async function compareFirstPlan({ db, context }: World, school: WorldSchool): Promise<void> {
  const { id, state, reviewFirst } = await targetOf({ db } as World, school);
  if (state !== 'active' || !reviewFirst) return;
  const asked = async (of: Db) =>
    JSON.stringify(
      (await holdsIn(of, ['open', 'muted']))
        .filter(({ kind, targetId }) => kind === 'review' && targetId === id)
        .map(({ id: hold, count, sample }) => ({ hold, count, sample })),
    );
  const touched = await asked(db);
  let whole = touched;
  await db
    .transaction(async (tx) => {
      await changeTarget(tx, id, { mappingVersion: null });
      await reconcileTarget({ ...context, db: tx }, id);
      whole = await asked(tx);
      tx.rollback();
    })
    .catch(ignoreRollback);
  if (touched !== whole)
    throw new Error(
      `${school.name}: a plan of what was touched asks\n${touched}\nand one of everything\n${whole}`,
    );
}

function ignoreRollback(error: unknown): void {
  if (!(error instanceof TransactionRollbackError)) throw error;
}

/** An incremental plan ends where one of everything would. */
export async function compareWhole({ db, context }: World, school: WorldSchool): Promise<void> {
  const target = await targetOf({ db } as World, school);
  if (target.state !== 'active') return;
  const { plan } = await planFor(context, target, await loadSettings(db), { look: 'all' });
  const fresh = plan.changes.filter(({ underway }) => !underway);
  if (fresh.length > 0 || plan.left.length > 0)
    throw new Error(
      `${school.name}: a plan of everything would change ${JSON.stringify(fresh.map(({ kind, sent }) => [kind, sent?.jobId]))}, leave ${plan.left.join(', ')}`,
    );
}
