import type { employerFields, FieldKind, jobFields } from './fields.ts';

/** A key of a target's picklist, as `processJob` wants it. */
export type PicklistKey = string & { readonly __brand: 'PicklistKey' };
/** A label as a source writes it. Not a key: the compiler refuses it where keys are due. */
export type PicklistLabel = string & { readonly __brand: 'PicklistLabel' };

export const picklistKey = (key: string): PicklistKey => key as PicklistKey;
export const picklistLabel = (label: string): PicklistLabel => label as PicklistLabel;

/** Wire struct `stringarray`. As everywhere in wire types, `undefined` is "not sent" and `null` is "sent as nil". */
export type StringArray<P> = { readonly stringvalue?: P | null };
/** Wire struct `job_location`. */
export type JobLocation = {
  readonly city?: string | null;
  readonly state?: string | null;
  readonly country?: string | null;
};
/** Wire struct `assoc`: one entry of a picklist. */
export type Assoc = { readonly ikey?: string | null; readonly ivalue?: string | null };

/** What an untyped SOAP array may hold: values whose type stands on the wire, or strings. */
export type UntypedValue =
  | string
  | number
  | boolean
  | null
  | readonly UntypedValue[]
  | { readonly [name: string]: UntypedValue };

/** What a field of each kind holds. */
type Values<P> = {
  readonly string: string;
  readonly boolean: boolean;
  readonly int: number;
  readonly 'stringarray[]': readonly (StringArray<P> | null)[];
  readonly 'job_location[]': readonly (JobLocation | null)[];
  readonly 'untyped[]': readonly UntypedValue[];
};

type Struct<T extends Record<string, FieldKind>, P> = { readonly [F in keyof T]?: Values<P>[T[F]] | null };

/** The wire record `job`; `P` says whether its picklist fields hold keys (what `processJob` takes) or labels. */
export type Job<P = PicklistKey> = Struct<typeof jobFields, P>;
/** The wire record `employer`; `P` as in `Job`. */
export type Employer<P = PicklistKey> = Struct<typeof employerFields, P>;

/** A SOAP fault in the terms of SOAP 1.1 (1.2 codes are translated: Sender to Client, Receiver to Server). */
export type Fault = {
  readonly code: 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';
  readonly message: string;
  readonly detail?: string;
};

/**
 * How a call ended (R13).
 * - `answered`: the service carried the call out and said so.
 * - `refused`: the service says the request is at fault; never repeated unchanged.
 * - `troubled`: the service is unwell or is not the service; repeated later. `why` is a stable word for counting.
 * - `unanswered`: the call may have been carried out; the same call is repeated.
 */
export type CallOutcome<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string; readonly fault?: Fault }
  | {
      readonly kind: 'troubled';
      readonly why: string;
      readonly reason: string;
      readonly retryAfterMs?: number;
      readonly fault?: Fault;
    }
  | { readonly kind: 'unanswered'; readonly why: string; readonly reason: string };

/** One exchange with the service as HTTP messages, byte for byte but for secrets, which are `***`. */
export type ExactCall = {
  readonly sentAt: Date;
  readonly endedAt: Date;
  readonly request: Uint8Array;
  /** The answer with its body unpacked; absent where none came. */
  readonly answer?: Uint8Array;
  /** Why there is no answer. */
  readonly reason?: string;
};

/** JobWebService, as the client offers it and the reference instance implements it (SOAP 3). */
export interface JobWebService {
  testService(): Promise<CallOutcome<string | null>>;
  getPicklist(field: string | null): Promise<CallOutcome<readonly Assoc[]>>;
  processJob(
    job: Job | null,
    employer: Employer | null,
    externalSourceId: string | null,
    onExchange?: (call: ExactCall) => void,
  ): Promise<CallOutcome<string | null>>;
  deleteJob(
    jobId: string | null,
    externalSourceId: string | null,
    onExchange?: (call: ExactCall) => void,
  ): Promise<CallOutcome<boolean | null>>;
}
