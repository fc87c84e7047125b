import { collect, type ByteStream } from '../core/bytes.ts';
import { unpacked } from '../core/net/gunzip.ts';
import { networkReason, REFUSED_ADDRESS, type Fetch, type HttpResponse } from '../core/net/http.ts';
import type { Answer } from './outcome.ts';

export type Exchange =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'too-large'; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'timeout'; readonly reason: string }
  | { readonly kind: 'died'; readonly reason: string };

export type PostOptions = {
  /** Passed in: with pinned addresses, with a client's certificate, or as a test wants it. */
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly now: () => Date;
};
export type Post = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
};

/** Posts once, follows nothing, reads at most `maxBytes` unpacked, and waits at most `timeoutMs` for all of it. */
export async function post(options: PostOptions, { url, headers, body }: Post): Promise<Exchange> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), options.timeoutMs);
  try {
    const response = await options.fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: controller.signal,
    });
    const exchange = await readResponse(response, options);
    // What is not read to its end is let go, with its connection.
    if (exchange.kind !== 'answer') controller.abort();
    return exchange;
  } catch (error) {
    // fetch says by exceptions what may well happen: no connection, a connection that ends, our time-out.
    if (controller.signal.aborted)
      return { kind: 'timeout', reason: `no whole answer within ${options.timeoutMs} ms` };
    return ofError(error);
  } finally {
    clearTimeout(timer);
  }
}

async function readResponse(response: HttpResponse, { maxBytes, now }: PostOptions): Promise<Exchange> {
  const { status, headers } = response;
  const body = await readBody(response, maxBytes);
  if (body === 'too-large') return { kind: body, reason: `the answer is larger than ${maxBytes} bytes` };
  if (typeof body === 'string') return { kind: 'broken', reason: body };
  return {
    kind: 'answer',
    answer: {
      status,
      contentType: headers.get('content-type'),
      retryAfterMs: retryAfter(headers.get('retry-after'), now),
      body,
      lines: shownHeaders.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [`${name}: ${value}`];
      }),
    },
  };
}

const shownHeaders = ['date', 'server', 'content-type', 'content-length', 'retry-after', 'x-request-id'];

/** The body unpacked, or why it cannot be had. */
async function readBody(response: HttpResponse, maxBytes: number): Promise<Uint8Array | string> {
  const { headers } = response;
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (length > maxBytes) return 'too-large';
  if (!response.body) return new Uint8Array();
  const encoding = headers.get('content-encoding');
  // A length that HTTP holds the body to; a packed body may still grow.
  if (length >= 0 && encoding === null && response.bytes) return response.bytes();
  const raw: ByteStream = { bytes: response.body, problem: () => undefined };
  const stream =
    response.packed === true && encoding !== null
      ? unpacked(raw, encoding, { maxBytes, maxRatio: 250, maxDepth: 2 })
      : raw;
  const bytes = await collect(stream, maxBytes);
  return bytes === undefined ? 'too-large' : (stream.problem() ?? bytes);
}

/** Retry-After as seconds or as a date (RFC 9110, 10.2.3); at most a day. */
function retryAfter(header: string | null, now: () => Date): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const ms = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now().getTime();
  return Number.isNaN(ms) ? undefined : Math.min(86_400_000, Math.max(0, ms));
}

/** What never reached the target can be told from what may have: by the codes of connecting. */
function ofError(error: unknown): Exchange {
  const code = codeOf(error);
  if (code === REFUSED_ADDRESS)
    return {
      kind: 'unreachable',
      reason: 'the target is at a private address, which QUADWIRE_ALLOW_PRIVATE does not name',
    };
  if (code !== undefined && BEFORE_SENDING.test(code))
    return { kind: 'unreachable', reason: `the target cannot be reached: ${networkReason(code) ?? code}` };
  if (code?.startsWith('Z_') === true)
    return { kind: 'broken', reason: `a packed answer that is broken (${code})` };
  return { kind: 'died', reason: `the connection ended before the answer (${code ?? 'no code'})` };
}

const BEFORE_SENDING =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_.*|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|ERR_INVALID_URL|ERR_TLS_.*|ERR_SSL_.*|ERR_OSSL_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|HOSTNAME_MISMATCH)$/;

function codeOf(error: unknown): string | undefined {
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    at = 'cause' in at ? at.cause : undefined;
  }
  return undefined;
}
