import type { Instance } from '../reference-instance.ts';
import type { Batches } from './batches/batches.service.ts';
import type { Reply } from './replies.ts';

/** One request to the REST API, its token known and its route found. */
export type Call = {
  readonly instance: Instance;
  readonly batches: Batches;
  readonly token: string;
  readonly request: Request;
  readonly parameters: URLSearchParams;
  /** The value of a place in the route's path. */
  readonly param: (name: string) => string;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A route: a path below the base address, with `{places}`, and what answers it. */
export type Route = {
  readonly method: Method;
  readonly path: string;
  readonly answer: (call: Call) => Promise<Reply>;
};
