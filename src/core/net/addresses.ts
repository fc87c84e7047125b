import ipaddr from 'ipaddr.js';

/** Whether a text is an http(s) address. Everything else that a feed or target names is a file of this machine. */
export function isNetworkAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** What counts as one place in limits: an IPv4 address, or the /64 of an IPv6 address; without the port that some proxies add. */
export function networkOf(address: string): string {
  const host = /^\[(.+)\](:\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  if (!ipaddr.isValid(host)) return host;
  const parsed = ipaddr.process(host);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}

/** Why an address may not be fetched; undefined when it may. `allowed` holds `host` or `host:port`; a port allows no other. */
export function addressObjection(url: URL, allowed: readonly string[]): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `only http and https addresses are fetched, not ${url.protocol.slice(0, 20)}`;
  if (isAllowed(url.hostname, portOf(url), allowed)) return undefined;
  const host = bareHost(url.hostname);
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? undefined : notPublic;
  return localNames.test(host) ? notPublic : undefined;
}

const notPublic = 'the address is private, loopback, link-local or reserved';

/** Names that never leave a network, whatever they resolve to. */
const localNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$|^[^.]+$/;

/** Whether an IP address belongs to the public internet. IPv4 inside IPv6 is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is handed out; `::127.0.0.1` stands outside it.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
}

export function isAllowed(hostname: string, port: number, allowed: readonly string[]): boolean {
  const host = bareHost(hostname);
  return allowed.some((entry) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    const isHost = ipaddr.isValid(entry.trim()) ? entry.trim() === host : bareHost(name) === host;
    return isHost && (only === undefined || ipaddr.isValid(entry.trim()) || Number(only) === port);
  });
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** A host as it is compared: no brackets, no dots at the end, lower case. */
function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
}
