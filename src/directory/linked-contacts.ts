import type { Clock } from '../core/clock.ts';
import { storable } from '../core/json.ts';
import type { Db } from '../db/db.ts';
import type { Contact } from '../rest/contacts.record.ts';
import type { Client } from '../rest/rest-client.ts';
import type { Wait } from '../rest/rest-send.ts';
import { keepContacts, type KnownContact, type KnownEmployer, mailOf } from './directory.repository.ts';

/** What a target's directory is read and written with. */
export type Directory = {
  readonly db: Db;
  readonly clock: Clock;
  readonly client: Client;
  readonly targetId: number;
  readonly wait?: Wait;
};

/**
 * Meets the primary contacts of employers by their links, one call each, and keeps them. Stops at once where links may not be
 * followed or the calls of the day are used up. The number of contacts met.
 */
export async function followLinks(
  { db, clock, client, targetId }: Directory,
  employers: readonly Pick<KnownEmployer, 'id' | 'contactId'>[],
): Promise<number> {
  const contacts: KnownContact[] = [];
  for (const { id: employerId, contactId } of employers) {
    // Two employers may share one.
    if (contactId === null || contacts.some(({ id }) => id === contactId)) continue;
    const outcome = await client.contactAt(`/v1/contacts/${encodeURIComponent(contactId)}`);
    if (outcome.kind === 'forbidden' || outcome.kind === 'rateLimited') break;
    if (outcome.kind !== 'answered' && outcome.kind !== 'notFound') continue;
    const { email, fullName, employer } = outcome.kind === 'answered' ? storable(outcome.value) : nobody;
    contacts.push({
      targetId,
      id: contactId,
      // One without an address, or that is not there, is kept, so that its link is not followed again.
      email: mailOf(email ?? ''),
      name: fullName ?? null,
      employerId: employer?.id ?? employerId,
      from: 'link',
      seenAt: clock.now(),
    });
  }
  await keepContacts(db, contacts);
  return contacts.length;
}

const nobody: Partial<Contact> = {};
