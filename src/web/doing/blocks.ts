import { recordAudit } from '../../audit/store.ts';
import {
  type BlockedEmployer,
  blockEmployer,
  type EmployerMarks,
  liftBlock,
} from '../../screening/employers/store.ts';
import { activeTargets } from '../../targets/store.ts';
import type { By, Doing } from '../env.ts';
import { compareSoon } from './targets.ts';

/** Takes an employer down at every school, in one action: none of its jobs, of any source, is wanted any more. */
export async function takeDown(
  deps: Doing,
  actor: By,
  marks: EmployerMarks,
  reason: string,
): Promise<readonly BlockedEmployer[]> {
  const { db, clock } = deps;
  const at = clock.now();
  const blocks = await blockEmployer(db, { ...marks, reason, by: actor.name, at });
  for (const { id, kind, value } of blocks)
    await recordAudit(db, {
      at,
      who: actor.name,
      action: 'employer blocked',
      subject: `block:${id}`,
      detail: { kind, value, reason },
    });
  if (blocks.length > 0) await compareAll(deps);
  return blocks;
}

/** Lets an employer's jobs be wanted again; false when the block was lifted already. */
export async function lift(deps: Doing, actor: By, id: number): Promise<boolean> {
  const { db, clock } = deps;
  const at = clock.now();
  const lifted = await liftBlock(db, id, actor.name, at);
  if (lifted === undefined) return false;
  const { kind, value } = lifted;
  await recordAudit(db, {
    at,
    who: actor.name,
    action: 'block lifted',
    subject: `block:${id}`,
    detail: { kind, value },
  });
  await compareAll(deps);
  return true;
}

async function compareAll(deps: Doing): Promise<void> {
  for (const target of await activeTargets(deps.db)) await compareSoon(deps, target);
}
