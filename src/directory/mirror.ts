import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import { storable } from '../core/json.ts';
import type { Employer } from '../rest/employers.record.ts';
import type { Failure } from '../rest/outcomes.ts';
import { type Directory, followLinks } from './linked-contacts.ts';
import {
  dropUnseen,
  employersToMeet,
  keepContacts,
  keepEmployers,
  keepMirror,
  type KnownContact,
  mailOf,
  mirrorOf,
} from './directory.repository.ts';

export type Mirrored =
  | {
      readonly kind: 'mirrored';
      readonly employers: number;
      readonly contacts: number;
      readonly whole: boolean;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * Brings the mirror of a target's directory up to date: everything the first time and once a week, else what changed since the last
 * time, with an overlap, because clocks differ and changes become visible late.
 */
export async function mirrorDirectory(mirroring: Directory): Promise<Mirrored> {
  const { db, clock, client, targetId } = mirroring;
  const began = clock.now();
  const mirror = await mirrorOf(db, targetId);
  const fullAt = mirror?.fullAt ?? undefined;
  const whole = fullAt === undefined || began.getTime() - fullAt.getTime() >= WHOLE_EVERY_MS;
  const since = whole ? undefined : (mirror?.asOf ?? undefined);
  const query = since === undefined ? {} : { lastModified: changesSince(since, began) };
  const list = client.employers.list(query);
  let employers = 0;
  let pending: Employer[] = [];
  const store = async () => {
    await keepEmployers(db, targetId, pending, began);
    pending = [];
  };
  for await (const employer of list) {
    pending.push(employer);
    employers += 1;
    if (pending.length >= 500) await store();
  }
  await store();
  const failure = list.problem();
  if (failure !== undefined) return fail(mirroring, failure);
  const contacts = await networkContacts(mirroring, since);
  await keepContacts(db, contacts);
  // A list that ended before its total has not given all that there are.
  if (whole && employers >= (list.total() ?? 0)) await dropUnseen(db, targetId, began);
  const unmet = await followLinks(mirroring, await employersToMeet(db, targetId, since ?? began, MOST_LINKS));
  await keepMirror(db, targetId, {
    asOf: began,
    trouble: null,
    nextAt: new Date(began.getTime() + HOUR),
    ...(whole ? { fullAt: began } : {}),
  });
  return { kind: 'mirrored', employers, contacts: contacts.length + unmet, whole };
}

const OVERLAP_MS = 5 * MINUTE;
const WHOLE_EVERY_MS = 7 * DAY;
/** Links followed in one pull; each is a call of its own. The other contacts follow with the next pulls. */
const MOST_LINKS = 200;

function changesSince(since: Date, now: Date): readonly [Date, Date] {
  return [new Date(since.getTime() - OVERLAP_MS), new Date(now.getTime() + DAY)];
}

async function fail({ db, clock, targetId }: Directory, failure: Failure): Promise<Mirrored> {
  const again = new Date(clock.now().getTime() + 15 * MINUTE);
  const nextAt = failure.kind === 'rateLimited' && failure.until > again ? failure.until : again;
  await keepMirror(db, targetId, { trouble: failure.reason, nextAt });
  return { kind: 'failed', failure };
}

/** Contacts of network registrations; an instance without them answers with a failure, which means none. */
async function networkContacts({ client, clock, targetId }: Directory, since: Date | undefined) {
  const seenAt = clock.now();
  const query = since === undefined ? {} : { lastModified: changesSince(since, seenAt) };
  const contacts: KnownContact[] = [];
  for await (const { id, email, fullName, employer } of client.networkEmployerRegistrations.list(query)) {
    const row = contactRow({ id, email, fullName, employerId: employer?.id });
    if (row !== undefined) contacts.push({ ...row, targetId, from: 'network', seenAt });
  }
  return contacts;
}

/** Undefined for a contact without an id or an address. */
export function contactRow(
  contact: Readonly<Record<'id' | 'email' | 'fullName' | 'employerId', string | null | undefined>>,
) {
  const { id, email, fullName, employerId } = storable(contact);
  if (!id || !email?.trim()) return undefined;
  return { id, email: mailOf(email), name: fullName ?? null, employerId: employerId ?? null };
}
