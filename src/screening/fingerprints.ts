import { sha256 } from '../core/fingerprint.ts';
import type { FingerprintKind, SenderFingerprints, Subject } from './subject.ts';

/** By what a post is known again without its being kept. */
export type Fingerprint = { readonly kind: FingerprintKind; readonly print: string };

/** Prints of a post's contacts, of wallets in its text, and of who sent it. */
export function fingerprintsOf(
  subject: Subject,
  { network, device }: SenderFingerprints = {},
): readonly Fingerprint[] {
  const digits = (subject.phone ?? '').replace(/\D/g, '');
  const values: readonly (readonly [FingerprintKind, string | undefined])[] = [
    ['mail', subject.email?.trim().toLowerCase() || undefined],
    ['phone', digits.length < 7 ? undefined : digits.slice(-10)],
    ...walletsIn(subject.text).map((wallet) => ['wallet', wallet] as const),
    ['network', network],
    ['device', device],
  ];
  return values.flatMap(([kind, value]) =>
    value === undefined ? [] : [{ kind, print: sha256(`contact ${value}`) }],
  );
}

/** Addresses that money is sent to: of Bitcoin, Ethereum and Tron, and cashtags where Cash App is spoken of. */
function walletsIn(text: string): readonly string[] {
  const addresses = text.match(address) ?? [];
  const tags = cashApp.test(text) ? (text.match(/\$[a-z]\w{2,19}\b/gi) ?? []) : [];
  return [...new Set([...addresses, ...tags.map((tag) => tag.toLowerCase())])].slice(0, MOST);
}

const MOST = 5;
const address =
  /\b(?:bc1[a-z0-9]{25,59}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})\b/g;
const cashApp = /\bcash ?(?:app|tag)\b/i;
