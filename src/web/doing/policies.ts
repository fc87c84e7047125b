import type { Actor } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit/store.ts';
import { type SchoolTerms, setSchoolTerms } from '../../screening/schools/store.ts';
import { changeTarget, type Target } from '../../targets/store.ts';
import type { WebDeps } from '../env.ts';
import { compareSoon } from './targets.ts';
import { whole } from './whole.ts';

/** Sets what one school does with jobs that meet its rules; every job is held against them anew. */
export async function setPolicy(
  deps: WebDeps,
  actor: Actor,
  target: Target,
  terms: SchoolTerms,
): Promise<void> {
  return whole(deps, async (acting) => {
    const { db, clock } = acting;
    await setSchoolTerms(db, target.id, terms);
    await recordAudit(db, {
      at: clock.now(),
      who: actor.name,
      action: 'school policy set',
      subject: `target:${target.name}`,
      detail: { ...terms.rules, forms: terms.approvesForms ? 'review' : 'off' },
    });
    // Another mapping version compares every listing, not only what was touched.
    await changeTarget(db, target.id, { mappingVersion: null });
    await compareSoon(acting, target);
  });
}
