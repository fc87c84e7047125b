import { placesOf } from '../../core/validation-errors.ts';
import * as z from 'zod';
import type { Actor, Permission } from '../../platform/accounts/permissions.ts';
import type { Effect, TextBody } from '../../operations/registry/operation.ts';
import type { WebDeps } from '../web/env.ts';

/** What became of a call. */
export type ApiOutcome<A> =
  | { readonly kind: 'done'; readonly value: A }
  /** Accepted: the work goes on in the queue. */
  | { readonly kind: 'accepted'; readonly value: A }
  | { readonly kind: 'created'; readonly value: A; readonly location: string }
  | { readonly kind: 'not found'; readonly detail: string }
  | { readonly kind: 'conflict'; readonly detail: string }
  | { readonly kind: 'forbidden'; readonly detail: string }
  | { readonly kind: 'invalid'; readonly errors: readonly ApiError[] }
  | { readonly kind: 'confirmation required'; readonly effect: Effect };

/** What is wrong with a request, and where: `body.name`, `query.limit`. */
export type ApiError = { readonly at: string; readonly message: string };

export type ApiMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a handler is given: parsed, and who asks. */
export type ApiCall<Q, B> = {
  readonly deps: WebDeps;
  readonly actor: Actor;
  /** The parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
};

/** One route of the API: enough to serve it, to document it, and to know who may call it. */
export type ApiRoute = {
  readonly method: ApiMethod;
  /** Below `/api/v1`, with `{name}` for parts. */
  readonly path: string;
  readonly permission: Permission;
  readonly tag: string;
  readonly summary: string;
  /** The answer holds a secret: it is never kept for an Idempotency-Key. */
  readonly secret?: true;
  /** Another form that the body may have. */
  readonly text?: TextBody;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  readonly answer: z.ZodType;
  readonly run: (call: ApiCall<unknown, unknown>) => Promise<ApiOutcome<unknown>>;
};

/** A route whose handler gets what its schemas read. */
export function apiRoute<Q extends z.ZodObject, A extends z.ZodType, B extends z.ZodType>(route: {
  readonly method: ApiMethod;
  readonly path: string;
  readonly permission: Permission;
  readonly tag: string;
  readonly summary: string;
  readonly secret?: true;
  readonly text?: TextBody;
  readonly query: Q;
  readonly body: B;
  readonly answer: A;
  readonly handle: (call: ApiCall<z.output<Q>, z.output<B>>) => Promise<ApiOutcome<z.input<A>>>;
}): ApiRoute {
  const { query, body, handle, ...rest } = route;
  return {
    ...rest,
    query,
    body,
    run: async (call) => {
      const [q, b] = [query.safeParse(call.query), body.safeParse(call.body)];
      if (q.success && b.success) return handle({ ...call, query: q.data, body: b.data });
      return { kind: 'invalid', errors: [...errorsOf('query', q.error), ...errorsOf('body', b.error)] };
    },
  };
}

/** For routes that take no query, or no body. */
export const noQuery = z.object({});
export const noBody = z.undefined();

/** The errors of one part of a request, each with its place. */
export function errorsOf(part: string, error: z.ZodError | undefined): ApiError[] {
  const found = error === undefined ? [] : placesOf(error);
  return found.map(({ place, message }) => ({ at: place === '' ? part : `${part}.${place}`, message }));
}
