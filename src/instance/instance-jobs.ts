import { fold } from '../core/text.ts';
import type { CallOutcome, Employer, Job, JobWebService } from '../soap/types.ts';
import type { InstanceDb } from './database.ts';
import { keysGiven } from './employer-of-job.ts';
import { knownOwner, type Owner, ownerAnswer, storeOwner } from './job-owner.ts';
import { deleteJobRow, storeJob } from './jobs.repository.ts';
import type { Catalogue } from './instance-picklists.ts';
import { storable } from '../core/json.ts';
import type { Instance } from './reference-instance.ts';

export type JobServiceParts = Pick<Instance, 'db' | 'clock' | 'newId' | 'catalogue'> & {
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

/** A job of an employer that is known as it is costs no transaction; otherwise all is stored together or not at all. */
async function process(
  parts: JobServiceParts,
  job: Job,
  employer: Employer | null,
  externalSourceId: string | null,
): Promise<string> {
  const said = ownerAnswer(job, employer);
  const id = parts.newId();
  const store = async (db: InstanceDb, owner: Owner) =>
    storeJob(db, {
      id,
      externalSourceId,
      jobId: job.job_id || id,
      job,
      employer,
      ...owner,
      search: searchTextOf(job, employer),
      receivedAt: parts.clock.now(),
    });
  const known = await knownOwner(parts.db, said);
  const stored =
    known === undefined
      ? await parts.db.transaction(async (tx) => store(tx, await storeOwner(parts, tx, said)))
      : await store(parts.db, known);
  return `${stored.created ? 'created' : 'updated'}:${stored.id}`;
}

function searchTextOf(job: Job, employer: Employer | null): string {
  const places = (job.job_locations ?? []).flatMap((place) => [place?.city, place?.state, place?.country]);
  return fold([job.job_title, employer?.empname, ...places].filter((text) => text).join(' '));
}
