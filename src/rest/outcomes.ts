/** Why a call of the REST service gave nothing. Reasons name fields and routes, never tokens or people's data. */
export type Failure =
  | { readonly kind: 'unauthorized'; readonly reason: string }
  | { readonly kind: 'forbidden'; readonly reason: string }
  | { readonly kind: 'notFound'; readonly reason: string }
  | {
      readonly kind: 'invalid';
      readonly reason: string;
      /** The service's message by field; nested fields have dots. */
      readonly fieldErrors: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'rateLimited'; readonly reason: string; readonly until: Date }
  | {
      readonly kind: 'unavailable';
      readonly reason: string;
      /** `no`: the service was certainly not reached, or did certainly nothing. */
      readonly carriedOut: 'no' | 'perhaps';
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** What became of a call: what the service answered, or why there is nothing. */
export type Outcome<T> = Answered<T> | Failure;

export type Answered<T> = { readonly kind: 'answered'; readonly value: T };

/** What became of one record of a batch. */
export type RecordOutcome<T> = Answered<T> | Failure;
