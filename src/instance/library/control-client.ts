import type { Employer, Job } from '../../soap/types.ts';

/** A job as the instance holds it, in wire shape. */
export type InstanceJob = {
  readonly external_source_id: string | null;
  readonly job: Job;
  readonly employer: Employer | null;
  /** ISO 8601, by the instance's clock. */
  readonly received_at: string;
  readonly deleted: boolean;
};

/** A call that the SOAP service took. */
export type InstanceCall = {
  readonly at: string;
  readonly operation: string;
  readonly job_id: string | null;
  readonly external_source_id: string | null;
  /** The same for calls that say the same. */
  readonly hash: string;
  readonly outcome: string;
};

export type PicklistEntry = { readonly ikey: string | null; readonly ivalue: string | null };

/** What a test sees and changes behind the two services. Each method rejects with what the instance objects to. */
export type Control = {
  /** Every job that was taken, the deleted ones too. */
  readonly jobs: () => Promise<readonly InstanceJob[]>;
  /** What the last `processJob` brought; undefined before the first one. */
  readonly lastJob: () => Promise<Pick<InstanceJob, 'job' | 'employer' | 'external_source_id'> | undefined>;
  /** The calls since the last reset, oldest first. */
  readonly calls: () => Promise<readonly InstanceCall[]>;
  readonly faults: () => Promise<readonly string[]>;
  /** Replaces all rules, `<operation>:<effect>[=<value>]@<probability or every nth>[#<seed>]`. */
  readonly setFaults: (rules: readonly string[]) => Promise<void>;
  readonly picklist: (field: string) => Promise<readonly PicklistEntry[]>;
  readonly setPicklist: (field: string, entries: readonly PicklistEntry[]) => Promise<void>;
  readonly now: () => Promise<Date>;
  readonly setClock: (now: Date) => Promise<void>;
  readonly advanceClock: (seconds: number) => Promise<void>;
  /** Whether keys and picklists that nobody knows are refused. */
  readonly setStrict: (strict: boolean) => Promise<void>;
  /** Back to how it started: no jobs, no calls, the seeded records, the first rules, clock, picklists and limits. */
  readonly reset: () => Promise<void>;
};

const picklistPath = (field: string) => `/picklists/${encodeURIComponent(field)}`;

/** The control API of an instance (docs/instance.md) at its address, which ends in `/_control`. */
export function createControl(address: string): Control {
  const send = async (path: string, method: 'GET' | 'PUT' | 'POST', body?: unknown) => {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const call: typeof send = async (path, method, body) => {
    const answer = await send(path, method, body);
    if (answer.status >= 400) throw new Error(answer.body.message);
    return answer;
  };
  const read = async (path: string) => (await call(path, 'GET')).body;
  const write = async (path: string, body: unknown) => void (await call(path, 'PUT', body));
  return {
    jobs: () => read('/jobs'),
    lastJob: async () => {
      const { status, body } = await send('/jobs/last', 'GET');
      return status === 404 ? undefined : body;
    },
    calls: () => read('/calls'),
    faults: async () => (await read('/faults')).rules,
    setFaults: (rules) => write('/faults', { rules }),
    picklist: (field) => read(picklistPath(field)),
    setPicklist: (field, entries) => write(picklistPath(field), entries),
    now: async () => new Date((await read('/clock')).now),
    setClock: (now) => write('/clock', { now: now.toISOString() }),
    advanceClock: (seconds) => write('/clock', { advance: seconds }),
    setStrict: (strict) => write('/mode', { strict }),
    reset: async () => void (await call('/reset', 'POST')),
  };
}
