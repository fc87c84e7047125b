import { readBody } from '../instance-body.ts';
import { failed, type Reply } from './replies.ts';

export type JsonOutcome =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reply: Reply };

export const mostBytes = 25 * 1024 * 1024;

/** The JSON body of a request, or the answer to a request without one. */
export async function jsonBody(request: Request): Promise<JsonOutcome> {
  const type = request.headers.get('content-type');
  if (type !== null && !isJson(type))
    return refused(415, 'The Content-Type of a request is application/json;charset=UTF-8.');
  const body = await readBody(request, mostBytes);
  if (body.kind === 'too large') return refused(413, 'A request has at most 25 MB.');
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body.bytes)) };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      return refused(400, 'The body is not JSON.');
    throw error;
  }
}

function isJson(type: string): boolean {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return (
    /^application\/([\w.-]+\+)?json$/.test(media) &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
  );
}

function refused(status: number, message: string): JsonOutcome {
  return { kind: 'refused', reply: failed(status, message) };
}
