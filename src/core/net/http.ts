import { addressObjection } from './addresses.ts';
import type { ByteStream } from '../bytes.ts';
import { deferred } from '../deferred.ts';
import { limited, unpacked, type UnpackLimits } from './gunzip.ts';

/** The platform's `fetch` (Workers, tests), or the Node driver that pins the resolved address (`pinned-fetch.ts`). Redirects are not its business. */
export type Fetch = (url: string, init: FetchInit) => Promise<HttpResponse>;

export type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  readonly body?: string;
};

/** What is used of a `Response`. */
export type HttpResponse = {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The whole body, as it came: cheaper than its pieces where its length is announced and small. */
  readonly bytes?: () => Promise<Uint8Array>;
  /** The driver leaves the body as it came: its `content-encoding` is still to be undone. */
  readonly packed?: boolean;
};

export type HttpHeaders = { readonly get: (name: string) => string | null };

/** Who we are in TLS: a certificate and its key, in PEM. */
export type TlsIdentity = { readonly cert: string; readonly key: string };

export type HttpRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request; it then fails as after its time limit. */
  readonly signal?: AbortSignal | undefined;
};

export type HttpLimits = UnpackLimits & {
  /** From the request to the last byte. */
  readonly timeoutMs: number;
  /** Between two pieces of a body. */
  readonly idleMs: number;
  readonly maxRedirects: number;
};

export type HttpOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: HttpHeaders;
      /** Where the answer came from, after redirects. */
      readonly url: string;
      readonly body: ByteStream;
    }
  | {
      readonly kind: 'failed';
      readonly why: HttpFailure;
      readonly reason: string;
      /** No byte of the request was sent. */
      readonly unsent?: true;
    };

export type HttpFailure = 'address' | 'redirects' | 'timeout' | 'network';

/** One request with every limit: redirects are followed by ourselves, each hop's address is checked, the body is bounded. */
export async function fetchLimited(
  { fetch, allowPrivate }: { readonly fetch: Fetch; readonly allowPrivate: readonly string[] },
  request: HttpRequest,
  limits: HttpLimits,
): Promise<HttpOutcome> {
  const atLast = AbortSignal.timeout(limits.timeoutMs);
  const timeout = request.signal === undefined ? atLast : AbortSignal.any([atLast, request.signal]);
  let { url, method = 'GET', body, headers = {} } = request;
  for (let hops = 0; ; hops += 1) {
    const target = URL.canParse(url) ? new URL(url) : undefined;
    if (target === undefined) return failed('address', 'not an address');
    const objection = addressObjection(target, allowPrivate);
    if (objection !== undefined)
      return failed('address', hops === 0 ? objection : `redirected: ${objection}`);

    const hop = new AbortController();
    const signal = AbortSignal.any([timeout, hop.signal]);
    const response = await answered(fetch, target, { method, headers, body, signal }, timeout);
    if ('kind' in response) return response;
    const location = response.headers.get('location');
    if (!isRedirect(response.status) || location === null)
      return {
        kind: 'answered',
        status: response.status,
        headers: response.headers,
        url,
        body: bodyOf(response, limits, timeout, hop),
      };

    hop.abort();
    if (hops === limits.maxRedirects)
      return failed('redirects', `more than ${limits.maxRedirects} redirects`);
    if (!URL.canParse(location, url)) return failed('redirects', 'redirected to what is no address');
    const next = new URL(location, url);
    if (next.origin !== target.origin) headers = headersForAnyone(headers);
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      method = 'GET';
      body = undefined;
    }
    url = next.href;
  }
}

async function answered(
  fetch: Fetch,
  target: URL,
  sent: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | undefined;
    readonly signal: AbortSignal;
  },
  timeout: AbortSignal,
): Promise<HttpResponse | Extract<HttpOutcome, { kind: 'failed' }>> {
  const { method, headers, body, signal } = sent;
  try {
    return await fetch(target.href, {
      method,
      headers: { ...headers },
      redirect: 'manual',
      signal,
      body,
    });
  } catch (error) {
    // fetch throws for networks, time limits and refused addresses alike.
    return failureOf(error, timeout);
  }
}

function failureOf(error: unknown, timeout: AbortSignal): Extract<HttpOutcome, { kind: 'failed' }> {
  if (timeout.aborted) return failed('timeout', 'no answer within the time limit');
  const code = codeOf(error);
  if (code === REFUSED_ADDRESS)
    return failed('address', 'the host resolves to a private, loopback or reserved address');
  const failure = failed('network', networkReason(code) ?? 'the connection failed');
  return unsentCodes.has(code) ? { ...failure, unsent: true } : failure;
}

/** What fails before a connection stands. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** Thrown by the pinned driver's look-up. */
export const REFUSED_ADDRESS = 'ERR_REFUSED_ADDRESS';

/** Why there was no connection, by the code of the platform; undefined for a code that says nothing to people. */
export function networkReason(code: string): string | undefined {
  return networkReasons[code];
}

const networkReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host could not be looked up',
  ECONNREFUSED: 'the host refuses the connection',
  ECONNRESET: 'the host closed the connection',
  UND_ERR_SOCKET: 'the host closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within the time limit',
  UND_ERR_HEADERS_TIMEOUT: 'no answer within the time limit',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is by an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is by an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is by an authority that is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS is spoken there, as https asks for',
  EHOSTUNREACH: 'no network leads to the host',
  ENETUNREACH: 'no network leads to the host',
};

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}

/** The body with its limits; unpacked, if the driver left it packed. */
function bodyOf(response: HttpResponse, limits: HttpLimits, timeout: AbortSignal, hop: AbortController) {
  const encoding = response.headers.get('content-encoding');
  const isRaw = response.packed === true || encoding === null;
  const length = isRaw ? response.headers.get('content-length') : null;
  const raw = rawBody(response, limits.idleMs, timeout, hop, length === null ? undefined : Number(length));
  const body = response.packed === true && encoding !== null ? unpacked(raw, encoding, limits) : raw;
  return limited(body, limits.maxBytes);
}

function rawBody(
  response: HttpResponse,
  idleMs: number,
  timeout: AbortSignal,
  hop: AbortController,
  declared: number | undefined,
): ByteStream {
  let problem: string | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (response.body === null) return;
    const source = response.body[Symbol.asyncIterator]();
    let received = 0;
    try {
      for (;;) {
        const next = await withinIdle(source.next(), idleMs);
        if (next === 'idle') {
          problem = 'the body stopped coming';
          return;
        }
        if (next.done === true) break;
        received += next.value.length;
        yield next.value;
      }
      if (declared !== undefined && received !== declared)
        problem = `the body has ${received} bytes, ${declared} were declared`;
    } catch (error) {
      // A stream fails for what networks do; anything else is a fault of ours.
      if (!(error instanceof Error)) throw error;
      problem = timeout.aborted
        ? 'the body did not end within the time limit'
        : 'the connection was cut before the end';
    } finally {
      hop.abort();
    }
  }
  return { bytes: bytes(), problem: () => problem };
}

/** What comes, or `idle`; the timer goes with it (a Worker may have only so many). */
async function withinIdle<T>(coming: Promise<T>, ms: number): Promise<T | 'idle'> {
  const { promise, resolve } = deferred<'idle'>();
  const timer = setTimeout(resolve, ms, 'idle');
  try {
    return await Promise.race([coming, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Headers that are also sent to another host. Any other header may hold a key, so it is not sent. */
export function headersForAnyone(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())));
}

const harmless: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);

function failed(why: HttpFailure, reason: string): Extract<HttpOutcome, { kind: 'failed' }> {
  return { kind: 'failed', why, reason };
}
