import { fold } from '../core/text.ts';
import type { CallOutcome, Employer, Job, JobWebService } from '../soap/types.ts';
import type { InstanceDb } from './database.ts';
import { contactFieldsOf, employerFieldsOf, keysGiven } from './employer-of-job.ts';
import type { NewId } from './ids.ts';
import { deleteJobRow, storeJob } from './jobs-store.ts';
import { nameParts } from './names.ts';
import type { Catalogue } from './picklists.ts';
import { matchKeyOf, merge, rowOf, type Stored } from './records.ts';
import { storable } from './storable.ts';
import { findMatch, insertRecords, lockName, writeRecord } from './records-store.ts';
import type { InstanceClock } from './time.ts';
import { canonicalJson } from '../core/fingerprint.ts';
import type { RecordData } from './schema.ts';

export type JobServiceParts = {
  readonly db: InstanceDb;
  readonly clock: InstanceClock;
  readonly newId: NewId;
  readonly catalogue: Catalogue;
  /** Whether what no picklist knows is refused, rather than stored and noted. */
  readonly strict: () => boolean;
  /** Resolves when the seeded records stand, among which employers are looked for. */
  readonly seeded: () => Promise<void>;
};

/**
 * JobWebService over the instance's own store. What the description leaves open, the instance chooses: `processJob` answers
 * `created:<id>` or `updated:<id>`, `deleteJob` answers false when there is no such live job.
 */
export function jobService(parts: JobServiceParts): JobWebService {
  const { db, clock, catalogue, strict } = parts;
  return {
    testService: async () => answered('JobWebService is up'),
    getPicklist: async (field) => {
      const found = catalogue.assocs(field ?? '');
      if (found === undefined && strict())
        return refused(`getPicklist: there is no picklist for ${quoted(field)}`);
      return answered(found ?? []);
    },
    processJob: async (job, employer, externalSourceId) => {
      const unknown = unknownKeys(catalogue, job ?? {}, employer);
      const [first] = unknown;
      if (strict() && job === null) return refused('processJob: job is missing');
      if (strict() && first !== undefined)
        return refused(`processJob: ${first[0]} has no key ${quoted(first[1])}`);
      await parts.seeded();
      return answered(
        await process(parts, storable(job ?? {}), storable(employer), storable(externalSourceId)),
      );
    },
    deleteJob: async (jobId, externalSourceId) =>
      answered(await deleteJobRow(db, storable(externalSourceId), storable(jobId) ?? '', clock.now())),
  };
}

/** The keys of a `processJob` that no picklist has, with their fields. */
export function unknownKeys(
  catalogue: Catalogue,
  job: Job,
  employer: Employer | null,
): readonly (readonly [string, string])[] {
  return keysGiven(job, employer).filter(([field, key]) => catalogue.find(field, key) === undefined);
}

const answered = <T>(value: T): CallOutcome<T> => ({ kind: 'answered', value });
const refused = (reason: string): CallOutcome<never> => ({
  kind: 'refused',
  reason,
  fault: { code: 'Client', message: reason },
});
const quoted = (text: string | null) => JSON.stringify(text);

/** The job, its employer and its contact are stored together or not at all. */
async function process(
  parts: JobServiceParts,
  job: Job,
  employer: Employer | null,
  externalSourceId: string | null,
): Promise<string> {
  return parts.db.transaction(async (tx) => {
    const owner = await storeEmployer(parts, tx, job, employer);
    const id = parts.newId();
    const stored = await storeJob(tx, {
      id,
      externalSourceId,
      jobId: job.job_id || id,
      job,
      employer,
      employerId: owner?.employerId ?? null,
      contactId: owner?.contactId ?? null,
      search: searchTextOf(job, employer),
      receivedAt: parts.clock.now(),
    });
    return `${stored.created ? 'created' : 'updated'}:${stored.id}`;
  });
}

type Owner = { readonly employerId: string; readonly contactId: string | undefined };

function searchTextOf(job: Job, employer: Employer | null): string {
  const places = (job.job_locations ?? []).flatMap((place) => [place?.city, place?.state, place?.country]);
  return fold([job.job_title, employer?.empname, ...places].filter((text) => text).join(' '));
}

/** Employers are known by their folded name, contacts by their e-mail address within the employer. */
async function storeEmployer(
  parts: JobServiceParts,
  tx: InstanceDb,
  job: Job,
  sent: Employer | null,
): Promise<Owner | undefined> {
  const fields = employerFieldsOf(sent);
  if (fields === undefined) return undefined;
  const now = parts.clock.now();
  const matchKey = matchKeyOf('employers', fields) ?? '';
  await lockName(tx, matchKey);
  const known = await findMatch(tx, 'employers', matchKey);
  const employerId = known?.id ?? parts.newId();
  const contactId = await storeContact(parts, tx, employerId, contactFieldsOf(job, sent));
  const { name, ...rest } = fields;
  const primary = known?.data['primaryContact'] ?? contactId;
  const change = { ...rest, ...(primary === undefined ? {} : { primaryContact: primary }) };
  if (known === undefined)
    await insertRecords(tx, [rowOf('employers', employerId, { name, ...change }, now)]);
  else await changeRow(tx, known, change, now);
  return { employerId, contactId };
}

async function storeContact(
  { newId, clock }: JobServiceParts,
  tx: InstanceDb,
  employerId: string,
  sent: RecordData | undefined,
): Promise<string | undefined> {
  if (sent === undefined) return undefined;
  const fields = { ...sent, ...nameParts(sent), employer: employerId };
  const known = await findMatch(tx, 'contacts', matchKeyOf('contacts', fields) ?? '', employerId);
  const id = known?.id ?? newId();
  if (known === undefined) await insertRecords(tx, [rowOf('contacts', id, fields, clock.now())]);
  else await changeRow(tx, known, fields, clock.now());
  return id;
}

/** Moves `lastModified` only when something changes. */
async function changeRow(tx: InstanceDb, stored: Stored, change: RecordData, now: Date): Promise<void> {
  const data = merge(stored.data, change);
  if (canonicalJson(data) !== canonicalJson(stored.data)) await writeRecord(tx, stored, data, now);
}
