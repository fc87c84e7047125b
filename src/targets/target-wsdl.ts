import { isNetworkAddress } from '../core/net/addresses.ts';
import { collect, type ByteStream } from '../core/bytes.ts';
import { fetchLimited, type Fetch, type HttpLimits } from '../core/net/http.ts';
import type { Db } from '../db/db.ts';
import { decodeText } from '../xml/charset.ts';
import { checkWsdl, type WsdlCheck } from '../soap/wsdl-check.ts';
import { noteFound } from './found.repository.ts';
import type { Target } from './targets.queries.ts';

export type WsdlReading =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'unread'; readonly reason: string };

/** Opens a file by its path; absent where there are no files. */
export type OpenFile = (
  path: string,
) => Promise<
  | { readonly kind: 'opened'; readonly source: ByteStream }
  | { readonly kind: 'failed'; readonly reason: string }
>;

const limits: HttpLimits = {
  timeoutMs: 30_000,
  idleMs: 15_000,
  maxRedirects: 5,
  maxBytes: 5_000_000,
  maxRatio: 250,
  maxDepth: 2,
};

/** The text of a WSDL at an address or in a file, bounded. */
export async function readWsdl(
  {
    fetch,
    allowPrivate,
    openFile,
  }: {
    readonly fetch: Fetch;
    readonly allowPrivate: readonly string[];
    readonly openFile?: OpenFile | undefined;
  },
  place: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WsdlReading> {
  if (!isNetworkAddress(place)) {
    const file = (await openFile?.(place)) ?? { kind: 'failed', reason: 'files are not read here' };
    return file.kind === 'opened' ? textOf(file.source) : { kind: 'unread', reason: file.reason };
  }
  const outcome = await fetchLimited({ fetch, allowPrivate }, { url: place, headers }, limits);
  if (outcome.kind === 'failed') return { kind: 'unread', reason: outcome.reason };
  if (outcome.status !== 200) return { kind: 'unread', reason: `HTTP ${outcome.status}` };
  return textOf(outcome.body, outcome.headers.get('content-type'));
}

async function textOf(source: ByteStream, contentType: string | null = null): Promise<WsdlReading> {
  const bytes = await collect(source, limits.maxBytes);
  const problem = source.problem();
  if (problem !== undefined) return { kind: 'unread', reason: problem };
  if (bytes === undefined) return { kind: 'unread', reason: `it is above ${limits.maxBytes} bytes` };
  const decoded = decodeText(bytes, contentType);
  return decoded.kind === 'text'
    ? { kind: 'read', text: decoded.text }
    : { kind: 'unread', reason: decoded.reason };
}

/** What a target's own WSDL came to. */
export type LearnedWsdl = {
  readonly usable: boolean;
  /** Its differences from the description and from the definition, a sentence each. */
  readonly lines: readonly string[];
  /** The target with what was learned. */
  readonly target: Target;
};

/** Reads the WSDL that a target's definition names, explains it, and keeps its text for the calls if it can be used. */
export async function learnWsdl(
  {
    db,
    readWsdlOf,
  }: { readonly db: Db; readonly readWsdlOf: (target: Target) => Promise<WsdlReading | undefined> },
  target: Target,
): Promise<LearnedWsdl> {
  const reading = await readWsdlOf(target);
  if (reading === undefined) return { usable: true, lines: [], target };
  if (reading.kind === 'unread')
    return { usable: false, lines: [`Its WSDL cannot be read: ${reading.reason}.`], target };
  const check = checkWsdl(reading.text);
  const lines = explained(check, target.definition.soap);
  if (!check.usable) return { usable: false, lines, target };
  await noteFound(db, target, { wsdl: reading.text });
  return { usable: true, lines, target: { ...target, wsdl: reading.text } };
}

function explained(check: WsdlCheck, soap: Target['definition']['soap']): readonly string[] {
  const { namespace, endpoint } = check;
  return [
    check.usable
      ? 'Its WSDL offers the four operations as we call them.'
      : 'Its WSDL is not that of the job service.',
    ...check.problems,
    ...check.notes,
    ...(namespace === undefined || namespace === soap.namespace
      ? []
      : [`Its WSDL names the namespace ${namespace}; calls are made in ${soap.namespace} (soap.namespace).`]),
    ...(endpoint === undefined || isSame(endpoint, soap.url)
      ? []
      : [`Its WSDL names the address ${bare(endpoint)}; calls go to ${bare(soap.url)} (soap.url).`]),
  ];
}

const isSame = (one: string, other: string) => one === other || hrefOf(one) === hrefOf(other);
const hrefOf = (address: string) => (URL.canParse(address) ? new URL(address).href : address);

/** Without what may hold a key. */
function bare(address: string): string {
  if (!URL.canParse(address)) return address.slice(0, 200);
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** The text that calls to a target go by: only while its definition names a WSDL. */
export function wsdlOf({ definition, wsdl }: Pick<Target, 'definition' | 'wsdl'>): string | undefined {
  return definition.soap.wsdl === undefined ? undefined : (wsdl ?? undefined);
}

/** Fields that are not sent to a target: by its definition, or because its WSDL lacks them. */
export function excludedFields(target: Pick<Target, 'definition' | 'wsdl'>): readonly string[] {
  const wsdl = wsdlOf(target);
  const omitted = target.definition.omittedFields ?? [];
  return wsdl === undefined ? omitted : [...new Set([...omitted, ...checkWsdl(wsdl).fieldsNotTaken])];
}
