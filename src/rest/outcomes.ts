/** Why a call of the REST service gave nothing. */
export type Failure = FailureKind & {
  /** What happened, for logs and people: names fields and routes, never tokens or people's data. */
  readonly reason: string;
  /** The HTTP status of the answer; absent where none came, or the call was not sent. */
  readonly status?: number | undefined;
  /** The id of the last request, the service's own where it answered with one; absent where nothing was sent. */
  readonly requestId?: string | undefined;
  /** The service's own message. It may hold people's data: not for logs. */
  readonly message?: string | undefined;
};

type FailureKind =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'notFound' }
  | {
      readonly kind: 'invalid';
      /** The message by field, the service's or ours; nested fields have dots. */
      readonly fieldErrors: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'rateLimited'; readonly until: Date }
  | {
      readonly kind: 'unavailable';
      /** `no`: the service was certainly not reached, or did certainly nothing. */
      readonly carriedOut: 'no' | 'perhaps';
    }
  | { readonly kind: 'unreadable' };

/** What became of a call: what the service answered, or why there is nothing. */
export type Outcome<T> = Answered<T> | Failure;

export type Answered<T> = { readonly kind: 'answered'; readonly value: T };

/** What became of one record of a batch. */
export type RecordOutcome<T> = Answered<T> | Failure;
