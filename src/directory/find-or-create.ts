import type { Clock } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import type { Client } from '../rest/client.ts';
import type { ContactCreate } from '../rest/contacts.ts';
import type { EmployerCreate } from '../rest/employers.ts';
import type { Failure, Outcome } from '../rest/outcomes.ts';
import { match, type Sought } from './match.ts';
import { contactRow } from './mirror.ts';
import { candidatesFor, findContacts, keepContacts, keepEmployers, type KnownEmployer } from './store.ts';

export type Directory = {
  readonly db: Db;
  readonly clock: Clock;
  readonly client: Client;
  readonly targetId: number;
};

/** What became of an employer that was to be there. */
export type EmployerThere =
  | { readonly kind: 'found' | 'created'; readonly id: string }
  /** Two or more fit: a person decides, nothing was created. */
  | { readonly kind: 'doubtful'; readonly candidates: readonly KnownEmployer[]; readonly why: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** From this many on, creates go through a batch. */
const MANY = 4;

/** Finds employers by tax id, imported id, domain, name, and creates those that are surely not there; in the order given. */
export async function findOrCreateEmployers(
  { db, clock, client, targetId }: Directory,
  wanted: readonly EmployerCreate[],
): Promise<readonly EmployerThere[]> {
  const known = await candidatesFor(db, targetId, wanted.map(soughtIn));
  const there: (EmployerThere | undefined)[] = wanted.map((one) => {
    const found = match(soughtIn(one), known);
    if (found.kind === 'sure') return { kind: 'found', id: found.employer.id };
    return found.kind === 'doubtful' ? found : undefined;
  });
  // Two of one name in the same call are one employer.
  const missing = wanted.filter(
    (one, index) =>
      there[index] === undefined && wanted.findIndex((other) => signOf(other) === signOf(one)) === index,
  );
  const outcomes = await created(client, missing);
  const made = new Map(missing.map((one, index) => [signOf(one), outcomes[index]]));
  const records = outcomes.flatMap((outcome) => (outcome.kind === 'answered' ? [outcome.value] : []));
  await keepEmployers(db, targetId, records, clock.now());
  return wanted.map((one, index) => there[index] ?? createdAs(made.get(signOf(one))));
}

/** Finds a contact by its e-mail address among those we met, or creates it. */
export async function findOrCreateContact(
  { db, clock, client, targetId }: Directory,
  wanted: ContactCreate,
): Promise<Outcome<{ readonly id: string; readonly created: boolean }>> {
  const [known] = await findContacts(db, targetId, wanted.email ?? '');
  if (known !== undefined) return { kind: 'answered', value: { id: known.id, created: false } };
  const outcome = await client.contacts.create(wanted);
  if (outcome.kind !== 'answered') return outcome;
  const { id, fullName } = outcome.value;
  const row = contactRow({ id, email: wanted.email, fullName, employerId: wanted.employer ?? undefined });
  if (row === undefined) return { kind: 'unreadable', reason: 'the created contact has no id' };
  await keepContacts(db, [{ ...row, targetId, from: 'created', seenAt: clock.now() }]);
  return { kind: 'answered', value: { id: row.id, created: true } };
}

async function created(client: Client, missing: readonly EmployerCreate[]) {
  return missing.length < MANY
    ? Promise.all(missing.map((one) => client.employers.create(one)))
    : client.employers.createMany(missing);
}

function createdAs(outcome: Outcome<{ readonly id?: string | undefined }> | undefined): EmployerThere {
  if (outcome?.kind === 'answered' && outcome.value.id !== undefined)
    return { kind: 'created', id: outcome.value.id };
  const failure =
    outcome === undefined || outcome.kind === 'answered'
      ? ({ kind: 'unreadable', reason: 'the created employer has no id' } as const)
      : outcome;
  return { kind: 'failed', failure };
}

function soughtIn({ name, website, taxId, importedId, primaryContact }: EmployerCreate): Sought {
  return {
    name: name ?? '',
    website: website ?? undefined,
    email: primaryContact?.email ?? undefined,
    taxId: taxId ?? undefined,
    importedId: importedId ?? undefined,
  };
}

const signOf = ({ name, taxId, importedId, website }: EmployerCreate) =>
  JSON.stringify([name, taxId, importedId, website]);
