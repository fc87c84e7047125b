import { Buffer } from 'node:buffer';
import { createSoapClient } from '../soap/client.ts';
import type { Fetch, TlsIdentity } from '../core/net/http.ts';
import type { SoapAuth } from '../soap/transport.ts';
import type { CallOutcome, JobWebService } from '../soap/types.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { TargetDefinition } from '../db/schema/targets.schema.ts';
import { secretsAt } from './target-secrets.ts';
import type { Target } from './targets.queries.ts';
import { readWsdl, wsdlOf, type OpenFile, type WsdlReading } from './target-wsdl.ts';

export type Connecting = {
  readonly fetch: Fetch;
  /** A `fetch` that presents a certificate; absent where the runtime cannot. */
  readonly fetchAs?: (identity: TlsIdentity) => Fetch;
  readonly secretNamed: (name: string) => string | undefined;
};

/** A target's job service, with everything its definition says about how it is spoken to. A secret that is not set is an outcome, not a crash. */
export function connectTarget(connecting: Connecting, target: Target, settings: Settings): JobWebService {
  const { soap } = target.definition;
  const secretNamed = secretsAt(target, connecting.secretNamed);
  const auth = authOf(soap.auth, secretNamed);
  if (auth.kind === 'unset') return unusable(`the secret ${auth.name} of ${target.name} is not set`);
  const line = lineOf({ ...connecting, secretNamed }, soap.clientCertificate);
  if (line.kind === 'unusable') return unusable(`${target.name}: ${line.reason}`);
  const place = { target: target.name };
  const wsdl = wsdlOf(target);
  return createSoapClient({
    endpoint: soap.url,
    namespace: soap.namespace,
    fetch: line.fetch,
    auth: auth.auth,
    timeoutMs: settings.get('soap.timeoutSeconds', place) * 1_000,
    maxBytes: settings.get('soap.maxAnswerBytes', place),
    fieldsNotTaken: target.definition.omittedFields ?? [],
    wsdl,
    soapAction: soap.soapAction,
    headers: soap.headers,
    charset: soap.charset,
    refusal: soap.refusalPattern === undefined ? undefined : new RegExp(soap.refusalPattern),
  });
}

/** Reads the WSDL that a target's definition names, as the target is spoken to; undefined when it names none. */
export async function readWsdlOf(
  connecting: Connecting & { readonly allowPrivate: readonly string[]; readonly openFile?: OpenFile },
  target: Pick<Target, 'definition' | 'secrets'>,
): Promise<WsdlReading | undefined> {
  const { soap } = target.definition;
  if (soap.wsdl === undefined) return undefined;
  // Credentials of one host are not sent to another.
  if (!URL.canParse(soap.wsdl) || new URL(soap.wsdl).origin !== new URL(soap.url).origin)
    return readWsdl(connecting, soap.wsdl);
  const secretNamed = secretsAt(target, connecting.secretNamed);
  const auth = authOf(soap.auth, secretNamed);
  if (auth.kind === 'unset') return { kind: 'unread', reason: `the secret ${auth.name} is not set` };
  const line = lineOf({ ...connecting, secretNamed }, soap.clientCertificate);
  if (line.kind === 'unusable') return { kind: 'unread', reason: line.reason };
  const headers = { ...soap.headers, ...authorization(auth.auth) };
  return readWsdl({ ...connecting, fetch: line.fetch }, soap.wsdl, headers);
}

function authorization(auth: SoapAuth): Readonly<Record<string, string>> {
  switch (auth.kind) {
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${auth.user}:${auth.secret}`).toString('base64')}` };
    case 'bearer':
      return { authorization: `Bearer ${auth.secret}` };
    case 'wsse':
    case 'certificate':
    case 'none':
      return {};
  }
}

type Line =
  | { readonly kind: 'line'; readonly fetch: Fetch }
  | { readonly kind: 'unusable'; readonly reason: string };

/** How bytes go to a target: with the certificate that its definition names. */
function lineOf(
  { fetch, fetchAs, secretNamed }: Connecting,
  certificate: TargetDefinition['soap']['clientCertificate'],
): Line {
  if (certificate === undefined) return { kind: 'line', fetch };
  if (fetchAs === undefined)
    return { kind: 'unusable', reason: 'certificates of clients cannot be presented here' };
  const cert = secretNamed(certificate.certEnv);
  const key = secretNamed(certificate.keyEnv);
  if (cert === undefined || key === undefined) {
    const name = cert === undefined ? certificate.certEnv : certificate.keyEnv;
    return { kind: 'unusable', reason: `the secret ${name} is not set` };
  }
  return { kind: 'line', fetch: fetchAs({ cert, key }) };
}

type Auth =
  | { readonly kind: 'set'; readonly auth: SoapAuth }
  | { readonly kind: 'unset'; readonly name: string };

function authOf(auth: TargetDefinition['soap']['auth'], secretNamed: Connecting['secretNamed']): Auth {
  if (auth === undefined || auth.kind === 'none') return { kind: 'set', auth: { kind: 'none' } };
  const name = auth.secretEnv ?? '';
  const secret = secretNamed(name);
  if (secret === undefined) return { kind: 'unset', name };
  const user = auth.user ?? '';
  switch (auth.kind) {
    case 'basic':
      return { kind: 'set', auth: { kind: 'basic', user, secret } };
    case 'bearer':
      return { kind: 'set', auth: { kind: 'bearer', secret } };
    case 'wsse':
      return { kind: 'set', auth: { kind: 'wsse', user, secret, password: 'text' } };
    case 'wsse-digest':
      return { kind: 'set', auth: { kind: 'wsse', user, secret, password: 'digest' } };
  }
}

function unusable(reason: string): JobWebService {
  const outcome: CallOutcome<never> = { kind: 'troubled', why: 'not-configured', reason };
  return {
    testService: async () => outcome,
    getPicklist: async () => outcome,
    processJob: async () => outcome,
    deleteJob: async () => outcome,
  };
}
