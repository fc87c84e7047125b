import { checkOptions, type Kinds } from '../core/check-options.ts';
import { decodeText } from '../xml/charset.ts';
import {
  decodeParts,
  encodeReturn,
  strayEntries,
  type DecodeOptions,
  type Parts,
  type Returns,
} from './codec.ts';
import { hasForeignEncoding, readEnvelope, saysYes, type Envelope } from './envelope.ts';
import { writeEnvelope, writeFault } from './envelope-write.ts';
import { operations, type OperationName } from './fields.ts';
import { ACTOR_NEXT } from './soap-names.ts';
import { isOperation } from './shapes.ts';
import type { CallOutcome, Fault, JobWebService } from './types.ts';
import { attributeOf, readXml, type XmlElement, type XmlLimits } from '../xml/xml.ts';

export type SoapServiceOptions = {
  readonly service: JobWebService;
  readonly namespace: string;
  /** Requests above this many bytes are refused unread. */
  readonly maxBytes?: number;
  readonly xmlLimits?: XmlLimits;
  /** What happens with elements that the description does not know. */
  readonly unknownFields?: NonNullable<DecodeOptions['unknownFields']>;
  /** Headers that may say `mustUnderstand`, because somebody before this has understood them. */
  readonly understands?: (header: { readonly namespace: string; readonly name: string }) => boolean;
  /** Called with what `service` throws: a bug, whose details the client never sees. */
  readonly onError?: (error: unknown) => void;
};
/** What each of them may be. */
export const serviceKinds: Kinds<SoapServiceOptions> = {
  service: 'an object!',
  namespace: 'a text!',
  maxBytes: 'a number',
  xmlLimits: 'an object',
  unknownFields: ['refuse', 'ignore', undefined],
  understands: 'a function',
  onError: 'a function',
};

export type SoapRequest = {
  readonly contentType: string | null | undefined;
  readonly soapAction: string | null | undefined;
  readonly body: Uint8Array;
};
export type SoapResponse = { readonly status: number; readonly contentType: string; readonly body: string };

/** Answers one POST: finds the call in the envelope, carries it out, answers in SOAP 1.1; every failure is a fault with HTTP 500 (6.2). */
export async function handleSoapRequest(
  given: SoapServiceOptions,
  request: SoapRequest,
): Promise<SoapResponse> {
  const options = checkOptions('handleSoapRequest', given, serviceKinds);
  const call = readCall(options, request);
  if (call.kind === 'fault') return answerFault(call.fault);
  const done = await carryOut(options, call);
  return done.kind === 'fault'
    ? answerFault(done.fault)
    : answer(200, writeEnvelope(options.namespace, `${call.operation}Response`, done.accessor));
}

type Call = {
  readonly kind: 'call';
  readonly operation: OperationName;
  readonly element: XmlElement;
  readonly envelope: Envelope;
};
type Failed = { readonly kind: 'fault'; readonly fault: Fault };
type Done = { readonly kind: 'done'; readonly accessor: string };
type ReadOptions = Omit<SoapServiceOptions, 'service' | 'onError'>;

const MOST_BYTES = 10_000_000;
const CONTENT_TYPES = /^\s*(?:text\/xml|application\/xml|application\/soap\+xml)\s*(?:;|$)/i;

function readCall(options: ReadOptions, request: SoapRequest): Call | Failed {
  const { namespace, maxBytes = MOST_BYTES } = options;
  if (request.body.length > maxBytes) return clientFault(`The request is larger than ${maxBytes} bytes.`);
  if (request.body.length === 0) return clientFault('The request is empty.');
  if (request.contentType && !CONTENT_TYPES.test(request.contentType))
    return clientFault('The Content-Type of a request is text/xml.');
  const decoded = decodeText(request.body, request.contentType);
  if (decoded.kind === 'undecodable') return clientFault(`The request cannot be read: ${decoded.reason}.`);
  const xml = readXml(decoded.text, options.xmlLimits ? { limits: options.xmlLimits } : {});
  if (xml.kind === 'malformed') return clientFault(`The request is not well formed: ${xml.reason}.`);
  const reading = readEnvelope(xml.root);
  if (reading.kind === 'not-an-envelope')
    return clientFault(`The request is no SOAP envelope: ${reading.reason}.`);
  if (reading.kind === 'other-version' || reading.envelope.version === '1.2')
    return fault('VersionMismatch', 'The envelope is not in the namespace of SOAP 1.1.');
  const { envelope } = reading;
  const { entry } = envelope;
  const header = envelope.headers.find(
    (block) => isMandatory(block, envelope) && options.understands?.(block) !== true,
  );
  if (header) return fault('MustUnderstand', `The header ${header.name.slice(0, 60)} is not understood.`);
  if (!entry) return clientFault('The Body is empty.');
  if (hasForeignEncoding(envelope)) return clientFault('The encoding style is not that of SOAP 1.1.');
  if (entry.namespace !== namespace || !isOperation(entry.name))
    return clientFault(
      `There is no such operation in ${namespace}; there are ${Object.keys(operations).join(', ')}.`,
    );
  if (strayEntries(envelope).length > 0) return clientFault('The Body holds more than one call.');
  if (contradicts(request.soapAction, entry.name))
    return clientFault(`The SOAPAction names another operation than the Body, which calls ${entry.name}.`);
  return { kind: 'call', operation: entry.name, element: entry, envelope };
}

/** SOAP 1.1, 4.2.3: a header for us (no actor, or the next one) that must be understood or the call fails. */
function isMandatory(header: XmlElement, { root }: Envelope): boolean {
  const actor = attributeOf(header, 'actor', root.namespace) ?? '';
  return (actor === '' || actor === ACTOR_NEXT) && saysYes(header, 'mustUnderstand', root.namespace);
}

/**
 * Whether a SOAPAction names another operation. Behind a `#` stands the operation (`{soap_url}#<operationName>`);
 * without one, only the name of another operation at its end contradicts, since stacks send what they like there.
 */
function contradicts(soapAction: string | null | undefined, operation: OperationName): boolean {
  const action = (soapAction ?? '').trim().replace(/^"(.*)"$/, '$1');
  const hash = action.lastIndexOf('#');
  const named =
    hash === -1
      ? action.slice(Math.max(action.lastIndexOf('/'), action.lastIndexOf(':')) + 1)
      : action.slice(hash + 1);
  if (named === '' || named === operation) return false;
  return hash !== -1 || isOperation(named);
}

async function carryOut(options: SoapServiceOptions, call: Call): Promise<Done | Failed> {
  const { service } = options;
  switch (call.operation) {
    case 'testService':
      return run('testService', options, call, () => service.testService());
    case 'getPicklist':
      return run('getPicklist', options, call, ({ field = null }) => service.getPicklist(field));
    case 'processJob':
      return run(
        'processJob',
        options,
        call,
        ({ job = null, employer = null, external_source_id: source = null }) =>
          service.processJob(job, employer, source),
      );
    case 'deleteJob':
      return run('deleteJob', options, call, ({ job_id: jobId = null, external_source_id: source = null }) =>
        service.deleteJob(jobId, source),
      );
  }
}

async function run<O extends OperationName>(
  operation: O,
  { unknownFields, onError }: SoapServiceOptions,
  { element, envelope }: Call,
  act: (parts: Parts[O]) => Promise<CallOutcome<Returns[O]>>,
): Promise<Done | Failed> {
  const parts = decodeParts(operation, element, envelope, unknownFields ? { unknownFields } : {});
  if (parts.kind === 'wrong') return clientFault(parts.problem);
  try {
    const outcome = await act(parts.value);
    if (outcome.kind === 'answered')
      return { kind: 'done', accessor: encodeReturn(operation, outcome.value) };
    if (outcome.kind === 'refused')
      return { kind: 'fault', fault: outcome.fault ?? { code: 'Client', message: outcome.reason } };
    if (outcome.kind === 'troubled' && outcome.fault) return { kind: 'fault', fault: outcome.fault };
    return fault('Server', outcome.reason);
  } catch (error) {
    // A bug of the service. The caller gets a fault, never its words or its stack.
    onError?.(error);
    return fault('Server', 'The service failed.');
  }
}

const fault = (code: Fault['code'], message: string): Failed => ({ kind: 'fault', fault: { code, message } });
const clientFault = (message: string) => fault('Client', message);
const answerFault = (fault: Fault) => answer(500, writeFault(fault));
const answer = (status: number, body: string): SoapResponse => ({
  status,
  contentType: 'text/xml; charset=utf-8',
  body,
});
