import { getDomain } from 'tldts';
import { findOrCreateContact, findOrCreateEmployers } from './find-or-create.ts';
import { type Freshness, freshnessOf } from './directory-freshness.ts';
import { type Directory, followLinks } from './linked-contacts.ts';
import { askEmployers, type Found, lookUpContacts } from './lookup.ts';
import { contactRow, type Mirrored, mirrorDirectory } from './mirror.ts';
import {
  findEmployers,
  keepContacts,
  keepMirror,
  type KnownContact,
  type KnownEmployer,
  mirrorOf,
} from './directory.repository.ts';
import type { Priority } from '../rest/bucket.ts';
import type { Failure } from '../rest/outcomes.ts';
import { connectRest, type RestConnecting } from '../targets/connect-rest.ts';
import type { Target } from '../targets/targets.queries.ts';

export type DirectoryRequest<T = KnownEmployer> =
  | { readonly kind: 'found'; readonly found: Found<T> }
  | { readonly kind: 'failed'; readonly reason: string };

/** An employer or a contact that was to be at a school. */
export type Brought =
  | { readonly kind: 'found' | 'created'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'doubtful';
      readonly candidates: readonly { readonly id: string; readonly name: string }[];
      readonly why: string;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** How true a target's mirror is, why it is not newer, and what to do. */
export async function directoryFreshness(context: RestConnecting, target: Target): Promise<Freshness> {
  const connection = connectRest(context, target, 'people');
  return freshnessOf({
    name: target.name,
    paused: target.state !== 'active',
    mirror: await mirrorOf(context.db, target.id),
    ...(connection.kind === 'none' && { objection: connection.reason }),
  });
}

/** Asks a target for employers with one call, for a person who waits. */
export async function employersAt(
  context: RestConnecting,
  target: Target,
  query: string,
): Promise<DirectoryRequest> {
  const directory = directoryOf(context, target);
  if ('reason' in directory) return directory;
  const outcome = await askEmployers(directory, target.id, query);
  return outcome.kind === 'answered' ? { kind: 'found', found: outcome.value } : failed(outcome);
}

/** How many links a person waits for. */
const MOST_LINKS = 10;

/**
 * Asks a target for contacts by e-mail address: its network registrations, and, where links may be followed, the primary contacts of
 * employers with the address’s domain or name. The service has no list of contacts (REST 4.2).
 */
export async function contactsAt(
  context: RestConnecting,
  target: Target,
  email: string,
): Promise<DirectoryRequest<KnownContact>> {
  const { db, clock } = context;
  const directory = directoryOf(context, target);
  if ('reason' in directory) return directory;
  const { client } = directory;
  const registrations = await client.networkEmployerRegistrations.page({ keywords: email, perPage: 50 });
  if (registrations.kind === 'unauthorized' || registrations.kind === 'rateLimited')
    return failed(registrations);
  const seenAt = clock.now();
  const met = registrations.kind === 'answered' ? registrations.value.models : [];
  const rows = met.flatMap(({ id, email, fullName, employer }) => {
    const row = contactRow({ id, email, fullName, employerId: employer?.id });
    return row === undefined ? [] : [{ ...row, targetId: target.id, from: 'network' as const, seenAt }];
  });
  await keepContacts(db, rows);
  const domain = getDomain(email.slice(email.lastIndexOf('@') + 1));
  if (domain !== null && target.definition.rest?.followLinks === true) {
    const asked = await askEmployers(directory, target.id, domain.split('.')[0] ?? domain);
    if (asked.kind !== 'answered') return failed(asked);
    // An employer without a site is known by its name alone: acme of hr@acme.example.
    const employers = [...(await findEmployers(db, target.id, domain, MOST_LINKS)), ...asked.value.items];
    const each = new Map(employers.map((employer) => [employer.id, employer]));
    await followLinks(directory, [...each.values()].slice(0, MOST_LINKS));
  }
  return { kind: 'found', found: await lookUpContacts(db, target.id, email) };
}

/** Finds an employer at a school, or creates it with its contact. */
export async function bringEmployer(
  context: RestConnecting,
  target: Target,
  wanted: Parameters<typeof findOrCreateEmployers>[1][number],
): Promise<Brought> {
  const directory = directoryOf(context, target);
  if ('reason' in directory) return directory;
  const [there] = await findOrCreateEmployers(directory, [wanted]);
  if (there === undefined) throw new Error('an employer was asked for, and none came back');
  if (there.kind === 'failed') return failed(there.failure);
  if (there.kind !== 'doubtful') return there;
  return { ...there, candidates: there.candidates.map(({ id, name }) => ({ id, name })) };
}

/** Finds a contact of an employer at a school, or creates it. */
export async function bringContact(
  context: RestConnecting,
  target: Target,
  wanted: Parameters<typeof findOrCreateContact>[1],
): Promise<Exclude<Brought, { kind: 'doubtful' }>> {
  const directory = directoryOf(context, target);
  if ('reason' in directory) return directory;
  const outcome = await findOrCreateContact(directory, wanted);
  if (outcome.kind !== 'answered') return failed(outcome);
  const { id, created } = outcome.value;
  return { kind: created ? 'created' : 'found', id, name: wanted.fullName ?? wanted.email ?? '' };
}

export type MirrorOutcome = Mirrored | { readonly kind: 'idle'; readonly reason: string };

/** Brings the mirror of a target's directory up to date; a paused target's too. */
export async function pullDirectory(
  context: RestConnecting,
  target: Target,
  priority: Priority,
): Promise<MirrorOutcome> {
  const { db, clock } = context;
  const connection = connectRest(context, target, priority);
  if (connection.kind === 'none') return { kind: 'idle', reason: connection.reason };
  return mirrorDirectory({ db, clock, client: connection.client, targetId: target.id });
}

/** Makes a pull due: the next worker takes it. */
export async function pullSoon({ db, clock }: Pick<RestConnecting, 'db' | 'clock'>, target: Target) {
  const mirror = await mirrorOf(db, target.id);
  await keepMirror(db, target.id, { trouble: mirror?.trouble ?? null, nextAt: clock.now() });
}

function directoryOf(
  context: RestConnecting,
  target: Target,
): Directory | { readonly kind: 'failed'; readonly reason: string } {
  const { db, clock, wait } = context;
  const connection = connectRest(context, target, 'people');
  if (connection.kind === 'none') return { kind: 'failed', reason: connection.reason };
  return { db, clock, client: connection.client, targetId: target.id, wait };
}

/** A failure in words; the service's own message is for the person who asked. */
function failed(failure: Failure): { readonly kind: 'failed'; readonly reason: string } {
  const { reason, message } = failure;
  const said = message === undefined ? reason : `${reason} (“${message.slice(0, 300)}”)`;
  const isUnknown = failure.kind === 'unavailable' && failure.carriedOut === 'perhaps';
  return { kind: 'failed', reason: isUnknown ? `${said}; it may still have been carried out` : said };
}
