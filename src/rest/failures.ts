import * as z from 'zod';
import type { Failure } from './outcomes.ts';

export type BadAnswer = {
  readonly where: string;
  readonly status: number;
  readonly body: unknown;
  /** Of a 429: when calls are let in again. */
  readonly until: Date;
};

/**
 * The failure that an answer with a bad status means. The specification names 429 and is silent about the others: statuses are
 * read as HTTP means them.
 */
export function failureOf({ where, status, body, until }: BadAnswer): Failure {
  const reason = `${where}: HTTP ${status}`;
  switch (status) {
    case 401:
      return { kind: 'unauthorized', reason: `${where}: the token is not valid` };
    case 403:
      return { kind: 'forbidden', reason };
    case 404:
    case 405:
    case 410:
      return { kind: 'notFound', reason };
    case 429:
      return { kind: 'rateLimited', reason, until };
    // Another batch runs: nothing was done.
    case 409:
      return { kind: 'unavailable', reason, carriedOut: 'no' };
    default:
  }
  if (status < 400 || status >= 500) return { kind: 'unavailable', reason, carriedOut: 'perhaps' };
  const fieldErrors = fieldErrorsIn(body);
  const names = Object.keys(fieldErrors).join(', ');
  return { kind: 'invalid', reason: names === '' ? reason : `${reason} about ${names}`, fieldErrors };
}

/** The service's own words in an error's body: its message, those of its fields, or the text itself where it is no JSON. */
export function messageIn(body: unknown, text: string): string | undefined {
  const words = body === undefined ? plainText(text) : wordsIn(body);
  return words === '' ? undefined : words.slice(0, MOST_MESSAGE);
}

const MOST_MESSAGE = 2_000;

function wordsIn(body: unknown): string {
  const read = whole.safeParse(body);
  if (read.success) return read.data;
  const lines = Object.entries(fieldErrorsIn(body));
  return lines.map(([field, words]) => (field === '' ? words : `${field}: ${words}`)).join('\n');
}

/** A page of HTML says nothing that a caller could use. */
function plainText(text: string): string {
  return text.trimStart().startsWith('<') ? '' : text.trim();
}

const said = z.string().min(1);
/** One message for the whole request; how services say it differs. */
const whole = z.union([
  z.object({ errors: z.object({ message: said }) }).transform(({ errors }) => errors.message),
  z.object({ error: z.object({ message: said }) }).transform(({ error }) => error.message),
  z.object({ message: said }).transform((body) => body.message),
  z.object({ error: said }).transform(({ error }) => error),
  z.object({ detail: said }).transform(({ detail }) => detail),
  z.object({ title: said }).transform(({ title }) => title),
  said,
]);

const message = z.union([z.string(), z.array(z.string()).transform((texts) => texts.join(' '))]);
const messages = z.record(z.string(), message);
const bodies = z.union([
  z.object({ errors: z.object({ field_errors: messages }) }).transform(({ errors }) => errors.field_errors),
  z.object({ field_errors: messages }).transform(({ field_errors }) => field_errors),
  z.object({ errors: messages }).transform(({ errors }) => errors),
  z.object({ messages }).transform((body) => body.messages),
  z.object({ errors: message }).transform(({ errors }) => ({ '': errors })),
  z.object({ messages: message }).transform((body) => ({ '': body.messages })),
]);

/** Messages by field in an error's body, whose structure the specification shows only for records of a batch. */
function fieldErrorsIn(body: unknown): Readonly<Record<string, string>> {
  const read = bodies.safeParse(body);
  return read.success ? read.data : {};
}

/** The failure of a record inside a batch or bulk answer; undefined where the element is a record. */
export function recordFailure(element: unknown, index: number): Failure | undefined {
  if (typeof element !== 'object' || element === null)
    return { kind: 'unreadable', reason: `record ${index + 1} of the batch: neither a record nor errors` };
  if (!('errors' in element) && !('messages' in element)) return undefined;
  const fieldErrors = fieldErrorsIn(element);
  const names = Object.keys(fieldErrors).join(', ');
  const reason = `record ${index + 1} of the batch is refused: ${names}`;
  return { kind: 'invalid', reason, fieldErrors, message: messageIn(element, '') };
}
