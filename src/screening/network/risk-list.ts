import type { ByteStream } from '../../core/bytes.ts';
import { type Clock, HOUR } from '../../core/clock.ts';
import { type Fetch, fetchLimited, type HttpLimits } from '../../core/net/http.ts';
import type { Subject } from '../subject.ts';

/** Hosts that an operator's list calls dangerous (signal 9). */
export type RiskHosts = ReadonlySet<string>;

/** The current list. */
export type RiskList = () => Promise<RiskHosts>;

type Reading = {
  readonly clock: Clock;
  /** The list's text; undefined when it cannot be had. */
  readonly read: () => Promise<string | undefined>;
  readonly onUnread: () => void;
};

export const listLimits: HttpLimits = {
  timeoutMs: 60_000,
  idleMs: 20_000,
  maxRedirects: 5,
  maxBytes: 32 * 1024 * 1024,
  maxRatio: 100,
  maxDepth: 1,
};

/** The body of a list at an address; undefined when it does not answer with one. */
export async function openedList(
  using: { readonly fetch: Fetch; readonly allowPrivate: readonly string[] },
  url: string,
): Promise<ByteStream | undefined> {
  const outcome = await fetchLimited(using, { url }, listLimits);
  return outcome.kind === 'answered' && outcome.status === 200 ? outcome.body : undefined;
}

/** Reads the list again when it is an hour old. One that cannot be read any more stands as it was. */
export function keptRiskList({ clock, read, onUnread }: Reading): RiskList {
  let hosts: RiskHosts = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now().getTime();
    if (now - readAt < HOUR) return hosts;
    readAt = now;
    const text = await read();
    if (text === undefined) onUnread();
    else hosts = riskHosts(text);
    return hosts;
  };
}

/** One host or address a line; lines of a hosts file (`0.0.0.0 host`) and remarks (`#`) are understood. */
export function riskHosts(text: string): RiskHosts {
  const hosts = text.split(/\r?\n/).flatMap((line) => {
    const entry = line.replace(/#.*/, '').trim().split(/\s+/).at(-1) ?? '';
    return hostOf(entry) ?? [];
  });
  return new Set(hosts);
}

/** What the list says of a post, for its context; nothing where there is no list. */
export function riskFacts(subject: Subject, listed: RiskHosts | undefined): { readonly listedHost?: string } {
  const host = listed === undefined ? undefined : listedHost(subject, listed);
  return host === undefined ? {} : { listedHost: host };
}

/** A host of a post that is listed, itself or with the domain it belongs to: of mail, site, apply address, or a link in the text. */
function listedHost({ email, website, applyUrl, text }: Subject, listed: RiskHosts): string | undefined {
  if (listed.size === 0) return undefined;
  const links = text.match(/\bhttps?:\/\/[^\s<>"')]+/gi) ?? [];
  const given = [email?.slice(email.lastIndexOf('@') + 1), website, applyUrl, ...links];
  return given
    .flatMap((address) => (address === undefined ? [] : (hostOf(address) ?? [])))
    .find((host) => withParents(host).some((name) => listed.has(name)));
}

function hostOf(entry: string): string | undefined {
  if (entry === '') return undefined;
  const address = entry.includes('://') ? entry : `http://${entry}`;
  return URL.parse(address)?.hostname.replace(/^www\./, '') || undefined;
}

/** `a.b.example`, `b.example`; a bare ending is nobody's. An address of digits has no parents. */
function withParents(host: string): readonly string[] {
  if (/^[\d.]+$/.test(host)) return [host];
  const parts = host.split('.');
  return parts.slice(0, -1).map((_, at) => parts.slice(at).join('.'));
}
