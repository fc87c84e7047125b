import { Buffer } from 'node:buffer';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { WebContext } from './env.ts';

/** Below it packing brings nothing. */
export const worthPacking = 1_024;

/**
 * A text with all its headers at once. When it is too short to be packed, nothing behind it looks at it again: a `Response` whose
 * headers or body are asked for is made again, which costs more than all the rest.
 */
export function textAnswer(
  c: WebContext,
  text: string,
  { type, status = 200, more }: TextAnswer,
): Response | Promise<Response> {
  const length = Buffer.byteLength(text);
  const own = { 'content-type': type, 'content-length': String(length), ...more };
  if (length >= worthPacking) return c.body(text, status, own);
  const response = new Response(text, { status, headers: { ...c.get('headers'), ...own } });
  c.set('finished', response);
  return response;
}

type TextAnswer = {
  readonly type: string;
  readonly status?: ContentfulStatusCode;
  readonly more?: Readonly<Record<string, string>>;
};

/** Whether what is answered has its headers and stays as it is. */
export function isFinished(c: WebContext): boolean {
  return c.get('finished') === c.res;
}
