import type * as z from 'zod';
import type { Outcome } from './outcomes.ts';
import { type About, type Request, send, type Sending } from './rest-send.ts';

/** Sends a request and reads its answer; what does not fit the schema is `unreadable`, told by its place, never by its value. */
export async function ask<S extends z.ZodType>(
  sending: Sending,
  request: Request,
  schema: S,
): Promise<Outcome<z.output<S>>> {
  const received = await send(sending, request);
  return received.kind === 'answered' ? readAs(schema, received, request.route.path) : received;
}

export function readAs<S extends z.ZodType>(
  schema: S,
  { value, about }: { readonly value: unknown; readonly about?: About },
  where: string,
): Outcome<z.output<S>> {
  const read = schema.safeParse(value);
  if (read.success) return { kind: 'answered', value: read.data };
  const issue = read.error.issues[0];
  const place = issue === undefined ? '' : issue.path.join('.');
  const collection = where.split('/').slice(0, 3).join('/');
  return {
    kind: 'unreadable',
    reason: `${collection}: ${place === '' ? 'the answer' : place} is not what the specification says (${issue?.code ?? 'invalid'})`,
    ...about,
  };
}
