import { newToken, tokenFingerprint } from '../../submissions/submission-tokens.ts';
import { keepToken } from '../../submissions/form-tokens.repository.ts';
import { compareTargets, reconcileTasks } from '../../operations/registry/compare.ts';
import { activeTargets } from '../../targets/targets.repository.ts';
import { whole } from '../web/doing/whole.ts';
import type { FormDeps } from './visit.ts';

/** What an employer did reaches the schools soon. */
export async function compareSchools({ web }: FormDeps): Promise<void> {
  await whole(web, async ({ db, enqueue }) => {
    const targets = await activeTargets(db);
    await compareTargets(db, targets);
    enqueue(...reconcileTasks(targets));
  });
}

/** A fresh address of a job's page. */
export async function manageAddress(
  { web, site }: FormDeps,
  submissionId: number,
  done: 'confirmed' | 'changed' | undefined,
): Promise<string> {
  const token = newToken();
  const fingerprint = tokenFingerprint(site.secret, 'manage', token);
  await keepToken(web.db, { fingerprint, submissionId, purpose: 'manage', now: web.clock.now() });
  return `/manage/${token}${done === undefined ? '' : `?done=${done}`}`;
}
