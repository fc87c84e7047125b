import { fingerprint } from '../core/fingerprint.ts';
import type { CallOutcome, JobWebService } from '../soap/types.ts';
import type { FaultRule } from './faults/fault-rules.ts';
import { type Faults, strikesBefore } from './faults/faults.ts';
import { type CallRow, identityOf } from './jobs.repository.ts';

/** What the rules do to one call: nothing but a spoilt answer, or something in its place. */
export type Strike = { readonly instead: FaultRule | undefined; readonly after: readonly FaultRule[] };

export type Watch = {
  readonly faults: Faults;
  readonly now: () => Date;
  readonly log: (row: CallRow) => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
  /** Notes about a call that the lenient instance accepted. */
  readonly noteOn: (...sent: Parameters<JobWebService['processJob']>) => string | undefined;
};

/** The service with every call written down and the rules' faults done to it; `struck` hears what is still to be done to the answer. */
export function watched(
  service: JobWebService,
  watch: Watch,
  struck: (strike: Strike) => void = () => {},
): JobWebService {
  const call = async <T>(entry: Entry, carryOut: () => Promise<CallOutcome<T>>): Promise<CallOutcome<T>> => {
    const rules = watch.faults.strike((operation) => operation === 'soap' || operation === entry.operation);
    for (const { waitMs } of rules) if (waitMs > 0) await watch.wait(waitMs);
    const instead = rules.find((rule) => strikesBefore(rule) && rule.effect !== 'latency');
    const after = rules.filter((rule) => !strikesBefore(rule));
    const outcome = instead === undefined ? await carryOut() : outcomeOf(instead);
    await watch.log(rowOfCall(entry, watch.now(), said(outcome, instead, after, entry.note)));
    struck({ instead, after: instead === undefined ? after : [] });
    return after.some(({ effect }) => effect === 'lose-answer') && instead === undefined
      ? { kind: 'unanswered', why: 'lose-answer', reason: 'the connection died before the answer' }
      : outcome;
  };
  return {
    testService: () => call({ operation: 'testService', sent: {} }, () => service.testService()),
    getPicklist: (field) =>
      call({ operation: 'getPicklist', sent: { field } }, () => service.getPicklist(field)),
    processJob: (job, employer, externalSourceId) => {
      const sent = { job, employer, external_source_id: externalSourceId };
      const note = watch.noteOn(job, employer, externalSourceId);
      const entry = { operation: 'processJob', sent, jobId: job?.job_id, externalSourceId, note };
      return call(entry, () => service.processJob(job, employer, externalSourceId));
    },
    deleteJob: (jobId, externalSourceId) => {
      const sent = { job_id: jobId, external_source_id: externalSourceId };
      const entry = { operation: 'deleteJob', sent, jobId, externalSourceId };
      return call(entry, () => service.deleteJob(jobId, externalSourceId));
    },
  };
}

type Entry = {
  readonly operation: string;
  readonly sent: unknown;
  readonly jobId?: string | null | undefined;
  readonly externalSourceId?: string | null;
  readonly note?: string | undefined;
};

function rowOfCall(entry: Entry, at: Date, outcome: string): CallRow {
  const { operation, sent, jobId = null, externalSourceId = null } = entry;
  const identity = jobId === null ? null : identityOf(externalSourceId, jobId);
  return { at, operation, identity, jobId, externalSourceId, hash: fingerprint(sent), outcome };
}

/** One line for the log: what was done, and what a rule did about it. */
function said(
  outcome: CallOutcome<unknown>,
  instead: FaultRule | undefined,
  after: readonly FaultRule[],
  note: string | undefined,
): string {
  if (instead !== undefined) return `not carried out (fault rule ${instead.text})`;
  const spoilt = after.map(({ effect, text }) =>
    effect === 'lose-answer' ? `answer withheld (fault rule ${text})` : `answer spoilt (fault rule ${text})`,
  );
  return [done(outcome), ...spoilt, ...(note === undefined ? [] : [note])].join('; ');
}

function done(outcome: CallOutcome<unknown>): string {
  if (outcome.kind !== 'answered') return `${outcome.kind}: ${outcome.reason}`;
  const { value } = outcome;
  if (value === true) return 'deleted';
  if (value === false) return 'no such job';
  if (Array.isArray(value)) return `${value.length} entries`;
  return typeof value === 'string' ? value : 'answered';
}

/** What a caller in the same process gets in place of the answer. */
function outcomeOf(rule: FaultRule): CallOutcome<never> {
  const reason = `fault rule ${rule.text}`;
  if (rule.effect === 'reset-before') return { kind: 'unanswered', why: 'reset-before', reason };
  if (rule.effect !== 'fault') return { kind: 'troubled', why: rule.effect, reason };
  const code = faultCode(rule.value);
  const fault = { code, message: reason };
  return code === 'Client'
    ? { kind: 'refused', reason, fault }
    : { kind: 'troubled', why: 'fault', reason, fault };
}

function faultCode(value: string | undefined): 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand' {
  return value === 'Client' || value === 'VersionMismatch' || value === 'MustUnderstand' ? value : 'Server';
}
