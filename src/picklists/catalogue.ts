import { HOUR } from '../core/clock.ts';
import { present } from '../core/present.ts';
import { fingerprint } from '../core/fingerprint.ts';
import type { Db } from '../db/db.ts';
import type { PicklistEntry } from '../db/schema/picklists.schema.ts';
import { picklistFields } from '../soap/fields.ts';
import type { Assoc, CallOutcome, JobWebService } from '../soap/types.ts';
import type { Target } from '../targets/targets.queries.ts';
import { differenceOf, historyOf, type Difference } from './difference.ts';
import { decidedMeanings } from './entry-meanings.repository.ts';
import { reportList, reportSentence } from './list-report.ts';
import { preparePicklist } from './picklist.ts';
import { addVersion, markChecked } from './picklists.repository.ts';
import { currentPicklists, formerPicklists, type StoredPicklist } from './picklists.queries.ts';
import type { Picklist } from './picklist-types.ts';

/** A target's picklists, ready for resolving, with the version of them all together. */
export type Catalogue = { readonly lists: ReadonlyMap<string, Picklist>; readonly version: string };

/**
 * The lists that a target is asked for. The description does not say which fields `getPicklist` knows: the list fields of `job` and
 * `employer`, lists of places, which some targets offer, and what the target's definition adds.
 */
export function picklistFieldsOf({ definition }: Pick<Target, 'definition'>): readonly string[] {
  return [...new Set([...picklistFields, ...placeLists, ...(definition.picklistFields ?? [])])];
}

const placeLists = ['state', 'country'];

export type Refreshed = {
  readonly changed: readonly string[];
  /** What changed in lists that we had. */
  readonly differences: Readonly<Record<string, Difference>>;
  /** By field: why its list could not be read. The one we have stays in use. */
  readonly failed: Readonly<Record<string, string>>;
};

/** Reads a target's picklists that are older than `everyHours`, and keeps a new version of each that differs (rule M1). */
export async function refreshPicklists(
  db: Db,
  service: Pick<JobWebService, 'getPicklist'>,
  { target, now, everyHours }: { readonly target: Target; readonly now: Date; readonly everyHours: number },
): Promise<Refreshed> {
  const stored = new Map((await currentPicklists(db, target.id)).map((list) => [list.field, list]));
  const differences: Record<string, Difference> = {};
  const changed: string[] = [];
  const failed: Record<string, string> = {};
  for (const field of picklistFieldsOf(target)) {
    const current = stored.get(field);
    if (current !== undefined && now.getTime() - current.checkedAt.getTime() < everyHours * HOUR) continue;
    const outcome = await service.getPicklist(field);
    const kept = await keep(db, { target, field, current, outcome, now });
    if (kept.kind === 'unread') failed[field] = kept.reason;
    if (kept.kind === 'changed') changed.push(field);
    if (kept.kind === 'changed' && kept.difference) differences[field] = kept.difference;
    if (outcome.kind === 'troubled' || outcome.kind === 'unanswered') break;
  }
  return { changed, differences, failed };
}

/** A target's lists as they were last read, with what they were before. */
export async function catalogueOf(db: Db, targetId: number): Promise<Catalogue> {
  const stored = await currentPicklists(db, targetId);
  const former = Map.groupBy(await formerPicklists(db, targetId), ({ field }) => field);
  const offered = stored.filter(({ entries }) => entries.length > 0);
  const decided = await decidedMeanings(db, targetId, offered);
  return {
    lists: new Map(
      offered.map(({ field, entries }) => {
        const before = former.get(field) ?? [];
        const facts = {
          ...historyOf(entries, before.map(entriesOf)),
          ...present({ decided: decided.get(field) }),
        };
        return [field, preparePicklist(field, entries, facts)];
      }),
    ),
    version: fingerprint({
      ...Object.fromEntries(stored.map(({ field, version }) => [field, version])),
      ...(decided.size > 0 && { decided: [...decided].map(([field, of]) => [field, [...of]]) }),
    }),
  };
}

/** What is understood of lists that were just read, a sentence each; fields that resolve by exact labels only are left out. */
export async function listSentences(
  db: Db,
  targetId: number,
  answered: readonly { readonly field: string; readonly entries: readonly Assoc[] }[],
): Promise<readonly string[]> {
  const lists = answered.map(({ field, entries }) => ({ field, entries: rowsIn(entries) }));
  const decided = await decidedMeanings(db, targetId, lists);
  return lists.flatMap(({ field, entries }) => {
    const picklist = preparePicklist(field, entries, present({ decided: decided.get(field) }));
    const report = entries.length === 0 ? undefined : reportList(picklist);
    return report ? [reportSentence(report)] : [];
  });
}

type Reading = {
  readonly target: Target;
  readonly field: string;
  readonly current: StoredPicklist | undefined;
  readonly outcome: CallOutcome<readonly Assoc[]>;
  readonly now: Date;
};

type Kept =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly difference?: Difference }
  | { readonly kind: 'unread'; readonly reason: string };

/**
 * A list that a target does not offer (it refuses the name, or has no entry) is kept as empty, so that it is asked for once a day
 * only. A list that we have is not taken away by an answer without entries.
 */
async function keep(db: Db, { target, field, current, outcome, now }: Reading): Promise<Kept> {
  if (outcome.kind === 'troubled' || outcome.kind === 'unanswered')
    return { kind: 'unread', reason: outcome.reason };
  const entries = outcome.kind === 'answered' ? rowsIn(outcome.value) : [];
  const version = { targetId: target.id, field, entries, now };
  if (current === undefined) {
    await addVersion(db, { ...version, version: 1 });
    return outcome.kind === 'refused' && isExpected(field)
      ? { kind: 'unread', reason: outcome.reason }
      : { kind: 'changed' };
  }
  if (entries.length === 0 && current.entries.length > 0) {
    const why = outcome.kind === 'refused' ? outcome.reason : 'the answer has no entries';
    return { kind: 'unread', reason: `${why}; the ${current.entries.length} entries known so far stay` };
  }
  const difference = differenceOf(current.entries, entries);
  if (difference === undefined) {
    await markChecked(db, target.id, field, now);
    return { kind: 'same' };
  }
  await addVersion(db, { ...version, version: current.version + 1 });
  return { kind: 'changed', difference };
}

/** Lists of places may well be absent; the others are missed. */
const isExpected = (field: string) => !placeLists.includes(field);

/** An entry without a key cannot be sent; one without a label is shown by its key. */
function rowsIn(list: readonly Assoc[]): readonly PicklistEntry[] {
  return list.flatMap(({ ikey, ivalue }) =>
    ikey === undefined || ikey === null || ikey === '' ? [] : [{ ikey, ivalue: ivalue ?? ikey }],
  );
}

const entriesOf = ({ entries }: StoredPicklist) => entries;
