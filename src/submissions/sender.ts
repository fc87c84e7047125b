import ipaddr from 'ipaddr.js';
import { createHmac } from 'node:crypto';
import { isPublicAddress } from '../core/net/addresses.ts';

/** Prints of who sends a job: of the network it comes from, and of the browser. */
export type Sender = { readonly network?: string; readonly device?: string };

/** Keyed, since all networks could be tried otherwise. */
export function senderFingerprints(
  secret: string,
  { address, device }: { readonly address: string; readonly device: string },
): Sender {
  const network = networkOf(address);
  const print = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`sender ${kind} ${value}`).digest('hex');
  return {
    device: print('device', device),
    network: network === undefined ? undefined : print('network', network),
  };
}

/** The neighbors of an address: /24, of IPv6 /48. A private one is a proxy's that hides who sends. */
export function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address) || !isPublicAddress(address)) return undefined;
  const parsed = ipaddr.process(address);
  const [bytes, kept] = [parsed.toByteArray(), parsed.kind() === 'ipv4' ? 3 : 6];
  return `${parsed.kind()} ${bytes.slice(0, kept).join('.')}`;
}

/** Whether the proxy says, in a header that a setting names (`cf-ipcountry=T1`), that a request comes from a hosting or Tor network. */
export function isFromHosting(rule: string, header: (name: string) => string | undefined): boolean {
  const [name = '', values = ''] = rule.split('=', 2);
  if (name === '') return false;
  const said = header(name)?.trim().toLowerCase();
  return said !== undefined && said !== '' && values.toLowerCase().split('|').includes(said);
}
