import { companyKey } from '../listings/duplicates/company-key.ts';
import type { ContactCreate } from '../rest/contacts.record.ts';
import type { EmployerCreate } from '../rest/employers.record.ts';
import { sleep } from '../rest/rest-limiter.ts';
import { MOST_PER_PAGE } from '../rest/rest-pages.ts';
import type { Failure, Outcome } from '../rest/outcomes.ts';
import { withDirectory } from './lease.repository.ts';
import { type Directory, followLinks } from './linked-contacts.ts';
import { match, type Sought } from './match.ts';
import { contactRow, mirrorDirectory } from './mirror.ts';
import {
  candidatesFor,
  employerById,
  findContacts,
  keepContacts,
  keepEmployers,
  type KnownEmployer,
} from './directory.repository.ts';

/** What became of an employer that was to be there. */
export type EmployerThere =
  | { readonly kind: 'found' | 'created'; readonly id: string; readonly name: string }
  /** Two or more fit: a person decides, nothing was created. */
  | { readonly kind: 'doubtful'; readonly candidates: readonly KnownEmployer[]; readonly why: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** From this many on, creates go through a batch, and one pull takes the place of a question for each. */
const MANY = 4;

/**
 * Finds employers by tax id, imported id, domain, name, and creates those that the school does not have; in the order given. The
 * mirror may be old, so the school itself is asked before anything is created. Safe for any number of calls at once.
 */
export async function findOrCreateEmployers(
  directory: Directory,
  wanted: readonly EmployerCreate[],
): Promise<readonly EmployerThere[]> {
  const known = await findAll(directory, wanted);
  if (known.every((one) => one !== undefined)) return known;
  return locked(directory, async () => {
    const before = await findAll(directory, wanted);
    const failure = await askAbout(
      directory,
      wanted.filter((_, index) => before[index] === undefined),
    );
    if (failure !== undefined) return before.map((one) => one ?? { kind: 'failed', failure });
    return createMissing(directory, wanted, await findAll(directory, wanted));
  });
}

/** Finds a contact of an employer by its e-mail address, or creates it. Safe for any number of calls at once. */
export async function findOrCreateContact(
  directory: Directory,
  wanted: ContactCreate,
): Promise<Outcome<{ readonly id: string; readonly created: boolean }>> {
  const found = await contactOf(directory, wanted);
  if (found !== undefined) return answered(found, false);
  return locked(directory, async () => {
    const { db, clock, client, targetId } = directory;
    const employer = await employerById(db, targetId, wanted.employer ?? '');
    // The primary contact of the employer, where its link may be followed.
    if (employer?.contactId) await followLinks(directory, [employer]);
    const there = await contactOf(directory, wanted);
    if (there !== undefined) return answered(there, false);
    const outcome = await client.contacts.create(wanted);
    if (outcome.kind !== 'answered') return outcome;
    const { id, fullName } = outcome.value;
    const row = contactRow({ id, email: wanted.email, fullName, employerId: wanted.employer ?? undefined });
    if (row === undefined) return { kind: 'unreadable', reason: 'the created contact has no id' };
    await keepContacts(db, [{ ...row, targetId, from: 'created', seenAt: clock.now() }]);
    return answered(row.id, true);
  });
}

const locked = <R>({ db, clock, targetId, wait = sleep }: Directory, work: () => Promise<R>): Promise<R> =>
  withDirectory({ db, clock, wait }, targetId, work);

const answered = (id: string, created: boolean) => ({ kind: 'answered', value: { id, created } }) as const;

/** The contact with an address; one of another employer is another contact. */
async function contactOf({ db, targetId }: Directory, { email, employer }: ContactCreate) {
  const known = await findContacts(db, targetId, email ?? '');
  return known.find(({ employerId }) => employerId === null || employerId === employer)?.id;
}

/** What the mirror says of each; undefined for those it does not have. */
async function findAll(
  { db, targetId }: Directory,
  wanted: readonly EmployerCreate[],
): Promise<readonly (EmployerThere | undefined)[]> {
  const known = await candidatesFor(db, targetId, wanted.map(soughtIn));
  return wanted.map((one) => {
    const found = match(soughtIn(one), known);
    if (found.kind === 'sure') return { kind: 'found', id: found.employer.id, name: found.employer.name };
    return found.kind === 'doubtful' ? found : undefined;
  });
}

/** Brings the mirror up to date on employers that it does not have; why it could not be done. */
async function askAbout(
  directory: Directory,
  missing: readonly EmployerCreate[],
): Promise<Failure | undefined> {
  const { db, clock, client, targetId } = directory;
  const keys = new Set(missing.map(({ name }) => companyKey(name ?? '')));
  if (keys.size >= MANY) {
    const mirrored = await mirrorDirectory(directory);
    return mirrored.kind === 'failed' ? harmless(mirrored.failure) : undefined;
  }
  for (const key of keys) {
    // One word, the longest: services differ in what "&" and umlauts are to them, and all words would have to fit.
    const keywords = key.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? key;
    const page = await client.employers.page({ keywords, perPage: MOST_PER_PAGE });
    if (page.kind !== 'answered') return harmless(page);
    await keepEmployers(db, targetId, page.value.models, clock.now());
  }
  return undefined;
}

/** A question that failed: nothing was created. */
const harmless = (failure: Failure): Failure =>
  failure.kind === 'unavailable' ? { ...failure, carriedOut: 'no' } : failure;

async function createMissing(
  { db, clock, client, targetId }: Directory,
  wanted: readonly EmployerCreate[],
  there: readonly (EmployerThere | undefined)[],
): Promise<readonly EmployerThere[]> {
  // Two of one name in the same call are one employer.
  const missing = wanted.filter(
    (one, index) =>
      there[index] === undefined && wanted.findIndex((other) => signOf(other) === signOf(one)) === index,
  );
  const outcomes =
    missing.length < MANY
      ? await Promise.all(missing.map((one) => client.employers.create(one)))
      : await client.employers.createMany(missing);
  const made = new Map(missing.map((one, index) => [signOf(one), outcomes[index]]));
  const records = outcomes.flatMap((outcome) => (outcome.kind === 'answered' ? [outcome.value] : []));
  await keepEmployers(db, targetId, records, clock.now());
  return wanted.map((one, index) => there[index] ?? createdAs(one, made.get(signOf(one))));
}

function createdAs(
  { name }: EmployerCreate,
  outcome: Outcome<{ readonly id?: string | undefined }> | undefined,
): EmployerThere {
  if (outcome?.kind === 'answered' && outcome.value.id !== undefined)
    return { kind: 'created', id: outcome.value.id, name: name ?? '' };
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
  JSON.stringify([companyKey(name ?? ''), taxId, importedId, website]);
