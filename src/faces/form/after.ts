import { freshKey, linkPath } from '../../submissions/links.ts';
import { compareAllTargets } from '../../operations/registry/compare.ts';
import { withTasks } from '../../platform/queue/with-tasks.ts';
import type { FormDeps } from './visit.ts';

/** What an employer did reaches the schools soon. */
export async function compareSchools({ web }: FormDeps): Promise<void> {
  const { db, acts } = web;
  await withTasks({ db, queue: acts?.queue?.() }, async (tx, enqueue) =>
    enqueue(...(await compareAllTargets(tx))),
  );
}

/** A fresh address of a job's page. */
export async function manageAddress(
  { web, site }: FormDeps,
  submissionId: number,
  done: 'confirmed' | 'changed' | undefined,
): Promise<string> {
  const key = await freshKey(web.db, site, { submissionId, purpose: 'manage', now: web.clock.now() });
  return `${linkPath('manage', key)}${done === undefined ? '' : `?done=${done}`}`;
}
