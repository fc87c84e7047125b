import { recordAudit } from '../platform/audit/audit.repository.ts';
import { fingerprint } from '../core/fingerprint.ts';
import type { Checking } from '../targets/target-check.ts';
import { addTarget, redefineTarget, targetNamed } from '../targets/targets.repository.ts';
import type { NamedTarget } from '../targets/targets-file.ts';
import { learnWsdl } from '../targets/target-wsdl.ts';
import type { TaskContext } from './context.ts';

export type AppliedTarget = {
  readonly name: string;
  readonly outcome: 'added' | 'changed' | 'unchanged';
  /** The members of the definition that differ. */
  readonly changed: readonly string[];
  /** What its WSDL came to. */
  readonly notes: readonly string[];
};

/** Brings targets to what a file says of them; with `plan` only says what would change. Others stay as they are. */
export async function applyTargets(
  context: Pick<TaskContext, 'db' | 'clock'> & Pick<Checking, 'readWsdlOf'>,
  targets: readonly NamedTarget[],
  { by, plan }: { readonly by: string; readonly plan: boolean },
): Promise<readonly AppliedTarget[]> {
  const applied: AppliedTarget[] = [];
  for (const target of targets) {
    const existing = await targetNamed(context.db, target.name);
    const changed =
      existing === undefined ? [] : differences({ ...existing.definition }, { ...target.definition });
    const outcome = existing === undefined ? 'added' : changed.length === 0 ? 'unchanged' : 'changed';
    const notes = plan || outcome === 'unchanged' ? [] : await bring(context, target, { by, outcome });
    applied.push({ name: target.name, outcome, changed, notes });
  }
  return applied;
}

async function bring(
  context: Parameters<typeof applyTargets>[0],
  { name, definition, secrets }: NamedTarget,
  { by, outcome }: { readonly by: string; readonly outcome: AppliedTarget['outcome'] },
): Promise<readonly string[]> {
  const { db, clock } = context;
  const now = clock.now();
  const existing = await targetNamed(db, name);
  const target =
    existing === undefined
      ? await addTarget(db, { name, definition, now })
      : await redefineTarget(db, existing, definition);
  await recordAudit(db, {
    at: now,
    who: by,
    action: `target ${outcome}`,
    subject: `target:${name}`,
    ...(secrets.length > 0 && { detail: { secrets } }),
  });
  return target === undefined ? [] : (await learnWsdl(context, target)).lines;
}

function differences(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): readonly string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => fingerprint(a[key]) !== fingerprint(b[key]));
}
