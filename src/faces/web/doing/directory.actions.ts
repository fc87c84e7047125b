import { recordAudit } from '../../../platform/audit/audit.repository.ts';
import { decideName, type DecidedName, type NameDecision } from '../../../directory/decide-name.ts';
import type { ContactCreate } from '../../../rest/contacts.record.ts';
import type { EmployerCreate } from '../../../rest/employers.record.ts';
import type { Brought } from '../../../tasks/ask-directory.ts';
import { pullSoon } from '../../../tasks/ask-directory.ts';
import type { Target } from '../../../targets/targets.repository.ts';
import type { By, ActionContext } from '../env.ts';
import { whole } from './whole.ts';

/** An employer as people write it; the service wants an e-mail address of its contact with it (REST 2.6). */
export type EmployerWanted = {
  readonly name: string;
  readonly contact: { readonly email: string; readonly name?: string | undefined };
  readonly website?: string | undefined;
  readonly taxId?: string | undefined;
  readonly importedId?: string | undefined;
};

/** A contact of an employer that the target knows. */
export type ContactWanted = {
  readonly email: string;
  readonly employerId: string;
  readonly name?: string | undefined;
};

const cannot = { kind: 'failed', reason: 'targets cannot be asked from here' } as const;

/** Finds an employer at a target, or creates it there; the same for the page, the API and the command line. */
export async function findOrCreateEmployer(
  { db, clock, acts }: ActionContext,
  actor: By,
  target: Target,
  { name, contact, website, taxId, importedId }: EmployerWanted,
): Promise<Brought> {
  const wanted: EmployerCreate = {
    name,
    primaryContact: { email: contact.email, fullName: contact.name },
    website,
    taxId,
    importedId,
  };
  const brought = (await acts?.bringEmployer?.(target, wanted)) ?? cannot;
  if (brought.kind === 'created')
    await recordAudit(db, {
      at: clock.now(),
      who: actor.name,
      action: 'employer created',
      subject: `target:${target.name}`,
      detail: { id: brought.id, name },
    });
  return brought;
}

/** Finds a contact of an employer at a target, or creates it there. The audit names it by its id alone. */
export async function findOrCreateContactAt(
  { db, clock, acts }: ActionContext,
  actor: By,
  target: Target,
  { email, employerId, name }: ContactWanted,
): Promise<Exclude<Brought, { kind: 'doubtful' }>> {
  const wanted: ContactCreate = { email, employer: employerId, fullName: name };
  const brought = (await acts?.bringContact?.(target, wanted)) ?? cannot;
  if (brought.kind === 'created')
    await recordAudit(db, {
      at: clock.now(),
      who: actor.name,
      action: 'contact created',
      subject: `target:${target.name}`,
      detail: { id: brought.id, employer: employerId },
    });
  return brought;
}

/** Has a target's directory pulled as soon as a worker is free; says why where no worker would. */
export async function pullDirectorySoon(
  deps: ActionContext,
  actor: By,
  target: Target,
): Promise<{ readonly kind: 'asked' } | { readonly kind: 'refused'; readonly reason: string }> {
  const problem = (await deps.acts?.freshness?.(target))?.problem;
  if (target.state !== 'active')
    return { kind: 'refused', reason: `${target.name} is paused; resume it, then pull its directory.` };
  if (problem?.kind === 'no connection') return { kind: 'refused', reason: problem.why };
  await whole(deps, async ({ db, clock, enqueue }) => {
    await pullSoon({ db, clock }, target);
    await recordAudit(db, {
      at: clock.now(),
      who: actor.name,
      action: 'directory pull asked',
      subject: `target:${target.name}`,
    });
    enqueue({ name: 'mirror-directory', payload: { targetId: target.id }, key: `target ${target.id}` });
  });
  return { kind: 'asked' };
}

/** Decides which employer of a target's directory an employer of our jobs is; the same for the page, the API and the command line. */
export async function decideEmployerName(
  { db, clock }: ActionContext,
  actor: By,
  target: Target,
  { name, as }: Pick<NameDecision, 'name' | 'as'>,
): Promise<DecidedName> {
  const at = clock.now();
  const decided = await decideName(db, { targetId: target.id, name, as, by: actor.name, at });
  if (decided.kind === 'decided')
    await recordAudit(db, {
      at,
      who: actor.name,
      action: 'employer decided',
      subject: `target:${target.name}`,
      detail: { name, as, writtenAs: decided.name },
    });
  return decided;
}
