import { decodeText, unpack } from './charset.ts';
import { decodeReturn, type Returns } from './codec.ts';
import { readEnvelope } from './envelope.ts';
import { readFault, type ReceivedFault } from './fault.ts';
import type { OperationName } from './fields.ts';
import { cutNoise } from './noise.ts';
import type { CallOutcome } from './types.ts';

/** An answer of HTTP, whole. */
export type Answer = {
  readonly status: number;
  readonly contentType: string | null;
  readonly retryAfterMs: number | undefined;
  readonly body: Uint8Array;
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
  const value = decodeReturn(operation, envelope.entry, envelope);
  return value.kind === 'decoded'
    ? { kind: 'answered', value: value.value }
    : troubled('unexpected', `the answer is not that of ${operation}: ${value.problem}`, answer);
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Statuses that say the target is unwell, whatever fault comes with them. */
const UNWELL = new Set([404, 405, 408, 501, 502, 503, 504]);

function ofFault({ fault, code }: ReceivedFault, answer: Answer): CallOutcome<never> {
  const reason = `${fault.code} fault: ${fault.message}`;
  // A wrong password is the target's affair with us, not the job's: SOAP 1.1's own example, and WS-Security's faults.
  if (/authenticat|authoriz|security|InvalidSecurityToken/i.test(code))
    return { ...troubled('unauthorized', reason, answer), fault };
  if (fault.code === 'Client' && !UNWELL.has(answer.status))
    return { kind: 'refused', reason: fault.message, fault };
  return { ...troubled('fault', reason, answer), fault };
}

type Troubled = Extract<CallOutcome<never>, { kind: 'troubled' }>;

function troubled(why: string, reason: string, { retryAfterMs }: Pick<Answer, 'retryAfterMs'>): Troubled {
  return { kind: 'troubled', why, reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
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
