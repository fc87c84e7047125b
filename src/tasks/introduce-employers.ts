import { findOrCreateContact, findOrCreateEmployers } from '../directory/find-or-create.ts';
import type { Change } from '../publishing/publishing-types.ts';
import type { EmployerCreate } from '../rest/employers.record.ts';
import { connectRest } from '../targets/connect-rest.ts';
import type { Target } from '../targets/targets.queries.ts';
import type { TaskContext } from './context.ts';

type Introduced = EmployerCreate & {
  readonly name: string;
  readonly primaryContact: { readonly email: string; readonly fullName?: string | undefined };
};

/**
 * Finds the employers of form jobs that are about to go to a school in its directory, or creates them with their contacts, where the
 * school agreed (`rest.createEmployers`). The jobs go either way: what fails is logged. True where the directory has something new, so
 * that the jobs name their employers as the school does.
 */
export async function introduceEmployers(
  context: TaskContext,
  target: Target,
  changes: readonly Change[],
): Promise<boolean> {
  if (target.definition.rest?.createEmployers !== true) return false;
  const wanted = employersOf(changes);
  if (wanted.length === 0) return false;
  const { db, clock, log } = context;
  const connection = connectRest(context, target, 'publishing');
  if (connection.kind === 'none') {
    log.warn('employers not introduced', { target: target.name, reason: connection.reason });
    return false;
  }
  const directory = { db, clock, client: connection.client, targetId: target.id };
  const there = await findOrCreateEmployers(directory, wanted);
  for (const [index, one] of there.entries()) {
    const contact = wanted[index]?.primaryContact;
    if (one.kind === 'failed')
      log.warn('employer not introduced', { target: target.name, reason: one.failure.reason });
    if (one.kind !== 'found' || contact === undefined) continue;
    const brought = await findOrCreateContact(directory, { ...contact, employer: one.id });
    if (brought.kind !== 'answered')
      log.warn('contact not introduced', { target: target.name, reason: brought.reason });
  }
  const created = there.filter(({ kind }) => kind === 'created').length;
  log.info('employers introduced', { target: target.name, employers: wanted.length, created });
  return there.some(({ kind }) => kind === 'created' || kind === 'found');
}

/** The employers of form jobs that go for the first time, each once; hidden names stay hidden. */
function employersOf(changes: readonly Change[]): readonly Introduced[] {
  const found = new Map<string, Introduced>();
  for (const change of changes) {
    if (change.kind !== 'publish' || change.underway || !change.wanted.fromForm) continue;
    const { job, employer } = change.wanted.posting;
    const email = employer.email ?? job.contact_email;
    if (!employer.empname || !email || job.blind_flag === true) continue;
    found.set(`${employer.empname}\n${email}`, {
      name: employer.empname,
      website: employer.website || undefined,
      primaryContact: {
        email,
        fullName: employer.fullname || undefined,
        phone: employer.phone || undefined,
      },
    });
  }
  return [...found.values()];
}
