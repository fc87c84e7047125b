import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { isAllowed, isPublicAddress } from './addresses.ts';
import { sha256 } from '../fingerprint.ts';
import { REFUSED_ADDRESS, type Fetch, type TlsIdentity } from './http.ts';

/**
 * The Node driver of `Fetch`. It connects only to the address it has checked: a name cannot resolve to a public address for the
 * check and to a private one for the connection. Bodies are left packed: `fetch` would take half a gzip for a whole one, and the
 * ratio of unpacking could not be bounded.
 */
export function pinnedFetch(allowPrivate: readonly string[], identity?: TlsIdentity): Fetch {
  let agent: Promise<Agent> | undefined;
  return async (url, { method, headers, body, signal }) => {
    const { address, authorization } = withoutCredentials(url);
    const { origin, pathname, search } = address;
    const dispatcher = await (agent ??= pinnedAgent(allowPrivate, identity));
    const answer = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method,
      headers: { 'accept-encoding': 'gzip, deflate, br', ...authorization, ...headers },
      signal,
      body,
    });
    return {
      status: answer.statusCode,
      headers: { get: (name) => headerOf(answer.headers[name.toLowerCase()]) },
      body: answer.body,
      bytes: () => answer.body.bytes(),
      packed: true,
    };
  };
}

/** User and password of an address go as Basic, as browsers and curl send them; undici leaves them out. */
function withoutCredentials(url: string): {
  readonly address: URL;
  readonly authorization: Readonly<Record<string, string>>;
} {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address, authorization: {} };
  address.username = '';
  address.password = '';
  const pair = `${plain(username)}:${plain(password)}`;
  return { address, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

/** A part of an address as it was meant; a percent sign that begins nothing stands for itself. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Pinned drivers that present a certificate: one for each, so that its connections are used again. */
export function pinnedFetchAs(allowPrivate: readonly string[]): (identity: TlsIdentity) => Fetch {
  const known = new Map<string, Fetch>();
  return (identity) => {
    const name = sha256(`${identity.cert}\n${identity.key}`);
    const fetch = known.get(name) ?? pinnedFetch(allowPrivate, identity);
    known.set(name, fetch);
    return fetch;
  };
}

/** Connections that go only to addresses that were checked. */
async function pinnedAgent(allowPrivate: readonly string[], identity: TlsIdentity | undefined) {
  // A third of what a command would load: many commands make no request.
  const { Agent, buildConnector } = await import('undici');
  const open = buildConnector({ ...identity });
  const guarded = buildConnector({ ...identity, lookup: publicOnly });
  return new Agent({
    connect: (options, callback) => {
      const port = options.port === '' ? (options.protocol === 'https:' ? 443 : 80) : Number(options.port);
      if (isAllowed(options.hostname, port, allowPrivate)) return open(options, callback);
      if (isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname))
        return callback(refused(), null);
      return guarded(options, callback);
    },
    headersTimeout: 120_000,
    bodyTimeout: 0,
  });
}

/** Every address of the name has to be public: an attacker chooses which one is answered first. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null) return callback(error, '', 0);
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(refused(), '', 0);
    return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

function refused(): Error {
  return Object.assign(new Error('refused address'), { code: REFUSED_ADDRESS });
}

function headerOf(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}
