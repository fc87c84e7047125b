import { createSoapClient } from '../soap/client.ts';
import type { Fetch } from '../soap/post.ts';
import type { SoapAuth } from '../soap/transport.ts';
import type { CallOutcome, JobWebService } from '../soap/types.ts';
import type { Settings } from '../settings/settings.ts';
import type { TargetDefinition } from '../db/schema/targets.ts';
import type { Target } from './store.ts';

export type Connecting = {
  readonly fetch: Fetch;
  readonly secretNamed: (name: string) => string | undefined;
  /** The text of the instance's own WSDL, where its definition names one and it was read. */
  readonly wsdlOf?: (target: Target) => string | undefined;
};

/** A target's job service, with everything its definition says about how it is spoken to. A secret that is not set is an outcome, not a crash. */
export function connectTarget(
  { fetch, secretNamed, wsdlOf }: Connecting,
  target: Target,
  settings: Settings,
): JobWebService {
  const { soap } = target.definition;
  const auth = authOf(soap.auth, secretNamed);
  if (auth.kind === 'unset') return unusable(`the secret ${auth.name} of ${target.name} is not set`);
  const place = { target: target.name };
  const wsdl = wsdlOf?.(target);
  return createSoapClient({
    endpoint: soap.url,
    namespace: soap.namespace,
    fetch,
    auth: auth.auth,
    timeoutMs: settings.get('soap.timeoutSeconds', place) * 1_000,
    maxBytes: settings.get('soap.maxAnswerBytes', place),
    fieldsNotTaken: target.definition.omittedFields ?? [],
    ...(wsdl === undefined ? {} : { wsdl }),
    ...(soap.soapAction === undefined ? {} : { soapAction: soap.soapAction }),
    ...(soap.headers === undefined ? {} : { headers: soap.headers }),
    ...(soap.charset === undefined ? {} : { charset: soap.charset }),
    ...(soap.refusalPattern === undefined ? {} : { refusal: new RegExp(soap.refusalPattern) }),
  });
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
