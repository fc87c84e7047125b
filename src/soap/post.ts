import type { Answer } from './outcome.ts';

/** The part of `fetch` that is used. It is passed in: with pinned addresses, with client certificates, or as a test wants it. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;
export type FetchInit = {
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
};

export type Exchange =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'too-large'; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'timeout'; readonly reason: string }
  | { readonly kind: 'died'; readonly reason: string };

export type PostOptions = {
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
    return await readResponse(response, options);
  } catch (error) {
    // fetch says by exceptions what may well happen: no connection, a connection that ends, our time-out.
    if (controller.signal.aborted)
      return { kind: 'timeout', reason: `no whole answer within ${options.timeoutMs} ms` };
    return ofError(error);
  } finally {
    clearTimeout(timer);
  }
}

async function readResponse(response: Response, { maxBytes, now }: PostOptions): Promise<Exchange> {
  const body = await readBytes(response, maxBytes);
  if (!body) return { kind: 'too-large', reason: `the answer is larger than ${maxBytes} bytes` };
  return {
    kind: 'answer',
    answer: {
      // Some runtimes show a redirect that was not followed as status 0.
      status: response.type === 'opaqueredirect' ? 302 : response.status,
      contentType: response.headers.get('content-type'),
      retryAfterMs: retryAfter(response.headers.get('retry-after'), now),
      body,
    },
  };
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  if (length > maxBytes) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.body) return new Uint8Array();
  // A length that HTTP holds the body to; a packed body may still grow.
  if (length >= 0 && !response.headers.has('content-encoding')) return response.bytes();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
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
  if (code !== undefined && BEFORE_SENDING.test(code))
    return { kind: 'unreachable', reason: `the target cannot be reached (${code})` };
  if (code?.startsWith('Z_') === true)
    return { kind: 'broken', reason: `a packed answer that is broken (${code})` };
  return { kind: 'died', reason: `the connection ended before the answer (${code ?? 'no code'})` };
}

const BEFORE_SENDING =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_.*|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|ERR_INVALID_URL|ERR_TLS_.*|ERR_SSL_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|HOSTNAME_MISMATCH)$/;

function codeOf(error: unknown): string | undefined {
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    at = 'cause' in at ? at.cause : undefined;
  }
  return undefined;
}
