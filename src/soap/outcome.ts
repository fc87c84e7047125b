import { present } from '../core/present.ts';
import { decodeText, unpack } from '../xml/charset.ts';
import { decodeReturn, type Returns } from './codec.ts';
import { readEnvelope } from './envelope.ts';
import { readFault, type ReceivedFault } from './fault.ts';
import { operations, type OperationName } from './fields.ts';
import { cutNoise } from './noise.ts';
import { partsOf } from './shapes.ts';
import type { CallOutcome } from './types.ts';
import type { XmlElement } from '../xml/xml.ts';

/** An answer of HTTP, whole. */
export type Answer = {
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterMs: number | undefined;
  readonly body: Uint8Array;
  /** The lines of its headers that say how it was made and is to be read. */
  readonly lines: readonly string[];
};

/** How a call ended, read from the answer of HTTP: each way an answer can be wrong has its word in `why`. */
export function readAnswer<O extends OperationName>(
  operation: O,
  answer: Answer,
  maxBytes: number,
): CallOutcome<Returns[O]> {
  const { status } = answer;
  if (status === 401 || status === 403 || status === 407)
    return troubled('unauthorized', `HTTP ${status}: the target does not accept our credentials`, answer);
  if (status === 429) return troubled('rate-limited', 'HTTP 429: too many calls', answer);
  if (status >= 300 && status < 400)
    return troubled('redirect', `HTTP ${status}: the address redirects`, answer);
  const reading = readBody(answer, maxBytes);
  if (reading.kind === 'troubled')
    return isSuccess(status) ? reading : troubled('status', `HTTP ${status}: ${reading.reason}`, answer);
  const { envelope } = reading;
  const received = readFault(envelope);
  if (received) return ofFault(received, answer);
  if (!isSuccess(status)) return troubled('status', `HTTP ${status} with an answer that is no fault`, answer);
  if (!envelope.entry) return troubled('empty', 'the Body of the answer is empty', answer);
  const stranger = otherThan(operation, envelope.entry);
  if (stranger !== undefined) return troubled('unexpected', stranger, answer);
  const value = decodeReturn(operation, envelope.entry, envelope);
  return value.kind === 'decoded'
    ? { kind: 'answered', value: value.value }
    : troubled('unexpected', `the answer is not that of ${operation}: ${value.problem}`, answer);
}

/** Why an element of the Body is not the answer of an operation: it is that of another one, or our own call. */
function otherThan(operation: OperationName, { name, children }: XmlElement): string | undefined {
  const base = name.replace(/(?:Response|Return|Result)$/i, '').toLowerCase();
  const other = Object.keys(operations).find((one) => one !== operation && one.toLowerCase() === base);
  if (other !== undefined) return `the answer is that of ${other}, not of ${operation}`;
  const isEcho = name === operation && children.some((child) => partsOf(operation).has(child.name));
  return isEcho ? `the answer is our own call of ${operation}` : undefined;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Statuses that say the target is unwell, whatever fault comes with them. */
const UNWELL = new Set([404, 405, 408, 501, 502, 503, 504]);

function ofFault({ fault, code }: ReceivedFault, answer: Answer): CallOutcome<never> {
  const reason = `${fault.code} fault: ${fault.message}`;
  if (ACCESS_CODE.test(code) || ACCESS_TEXT.test(fault.message))
    return { ...troubled('unauthorized', reason, answer), fault };
  if (fault.code === 'Client' && !UNWELL.has(answer.status))
    return { kind: 'refused', reason: fault.message, fault };
  return { ...troubled('fault', reason, answer), fault };
}

/**
 * Fault codes and texts that speak of login or permission: a wrong password is the target's trouble with us, not the job's. The codes are
 * those of SOAP 1.1 (4.4.1, `Client.Authentication`), WS-Security, and shorter ones.
 */
const ACCESS_CODE =
  /\bauth(?![a-z])|auth(?:enticat|ori[sz]|fail)|log-?[io]n|permission|security|credential|access|password/i;
/** `work_authorization` is a field of a job: an authorization alone says nothing. */
const ACCESS_TEXT = new RegExp(
  [
    String.raw`\b(?:log(?:ged)?|sign(?:ed)?)[ -]?(?:in|on)\b`,
    String.raw`\bauthenticat`,
    String.raw`\b(?:un|not )authori[sz]ed\b`,
    String.raw`(?<!\bwork[ _-])\bauthori[sz]ation (?:failed|required|denied|missing)`,
    String.raw`\bpermissions?\b`,
    String.raw`\bnot (?:permitted|allowed) to (?:access|call|use|post|publish|submit|delete)\b`,
    String.raw`\baccess\b[^.]{0,60}\b(?:denied|forbidden|refused)\b`,
    String.raw`^\W*forbidden\W*$`,
    String.raw`\bcredentials?\b`,
    String.raw`\bpasswords?\b`,
    String.raw`\b(?:bad|invalid|wrong|incorrect|missing|expired|unknown) (?:user ?(?:name|id)?|token|api[ -]?key|session)(?![\w ])`,
    String.raw`\b(?:session|token|api[ -]?key|account)\b(?: has| is| was| been)*,? (?:expired|invalid|locked|disabled|suspended|revoked|not valid)\b`,
  ].join('|'),
  'i',
);

type Troubled = Extract<CallOutcome<never>, { kind: 'troubled' }>;

function troubled(why: string, reason: string, { retryAfterMs }: Pick<Answer, 'retryAfterMs'>): Troubled {
  return { kind: 'troubled', why, reason, ...present({ retryAfterMs }) };
}

function readBody(answer: Answer, maxBytes: number) {
  const bytes = unpack(answer.body, maxBytes);
  if (!bytes) return troubled('malformed', 'a packed answer that is broken or too large', answer);
  if (bytes.length === 0) return troubled('empty', 'the answer is empty', answer);
  const decoded = decodeText(bytes, answer.contentType);
  if (decoded.kind === 'undecodable') return troubled('charset', decoded.reason, answer);
  const xml = cutNoise(decoded.text);
  if (xml.kind === 'malformed') return troubled(xml.why, xml.reason, answer);
  const reading = readEnvelope(xml.root);
  if (reading.kind === 'envelope') return reading;
  return troubled(xml.root.name.toLowerCase() === 'html' ? 'html' : 'unexpected', reading.reason, answer);
}
