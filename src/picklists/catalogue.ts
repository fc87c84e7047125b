import { fingerprint } from '../core/fingerprint.ts';
import { HOUR } from '../core/clock.ts';
import type { Db } from '../db/db.ts';
import type { PicklistEntry } from '../db/schema/picklists.ts';
import { employerPicklistFields, jobPicklistFields } from '../soap/fields.ts';
import type { Assoc, JobWebService } from '../soap/types.ts';
import type { Target } from '../targets/store.ts';
import { preparePicklist } from './picklist.ts';
import { addVersion, currentPicklists, markChecked, type StoredPicklist } from './store.ts';
import type { Picklist } from './types.ts';

/** A target's picklists, ready for resolving, with the version of them all together. */
export type Catalogue = { readonly lists: ReadonlyMap<string, Picklist>; readonly version: string };

/** The lists that a target is asked for: the list fields of `job` and `employer`, and what its definition adds. */
export function picklistFieldsOf({ definition }: Target): readonly string[] {
  return [
    ...new Set([...jobPicklistFields, ...employerPicklistFields, ...(definition.picklistFields ?? [])]),
  ];
}

export type Refreshed = {
  readonly changed: readonly string[];
  /** By field: why its list could not be read. The one we have stays in use. */
  readonly failed: Readonly<Record<string, string>>;
};

/** Reads a target's picklists that are older than `everyHours`, and keeps a new version of each that differs (rule M1). */
export async function refreshPicklists(
  db: Db,
  service: JobWebService,
  { target, now, everyHours }: { readonly target: Target; readonly now: Date; readonly everyHours: number },
): Promise<Refreshed> {
  const stored = new Map((await currentPicklists(db, target.id)).map((list) => [list.field, list]));
  const changed: string[] = [];
  const failed: Record<string, string> = {};
  for (const field of picklistFieldsOf(target)) {
    const current = stored.get(field);
    if (current !== undefined && now.getTime() - current.checkedAt.getTime() < everyHours * HOUR) continue;
    const outcome = await service.getPicklist(field);
    if (outcome.kind !== 'answered') {
      failed[field] = outcome.reason;
      if (outcome.kind !== 'refused') break;
      continue;
    }
    if (await keep(db, { target, field, current, entries: entriesOf(outcome.value), now }))
      changed.push(field);
  }
  return { changed, failed };
}

type Keeping = {
  readonly target: Target;
  readonly field: string;
  readonly current: StoredPicklist | undefined;
  readonly entries: readonly PicklistEntry[];
  readonly now: Date;
};

async function keep(db: Db, { target, field, current, entries, now }: Keeping): Promise<boolean> {
  if (current !== undefined && fingerprint(current.entries) === fingerprint(entries)) {
    await markChecked(db, target.id, field, now);
    return false;
  }
  await addVersion(db, { targetId: target.id, field, version: (current?.version ?? 0) + 1, entries, now });
  return true;
}

/** An entry without a key cannot be sent; one without a label is shown by its key. */
function entriesOf(list: readonly Assoc[]): readonly PicklistEntry[] {
  return list.flatMap(({ ikey, ivalue }) =>
    ikey === undefined || ikey === null ? [] : [{ ikey, ivalue: ivalue ?? ikey }],
  );
}

/** A target's lists as they were last read. */
export async function catalogueOf(db: Db, targetId: number): Promise<Catalogue> {
  const stored = await currentPicklists(db, targetId);
  return {
    lists: new Map(
      stored
        .filter(({ entries }) => entries.length > 0)
        .map(({ field, entries }) => [field, preparePicklist(field, entries)]),
    ),
    version: fingerprint(Object.fromEntries(stored.map(({ field, version }) => [field, version]))),
  };
}
