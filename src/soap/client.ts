import { systemClock, type Clock } from '../core/clock.ts';
import type { Fetch } from '../core/net/http.ts';
import { present } from '../core/present.ts';
import { encodeParts, type Parts, type Returns } from './codec.ts';
import type { OperationName } from './fields.ts';
import { withoutFields } from './excluded-fields.ts';
import { readAnswer } from './outcome.ts';
import type { Exchange } from './post.ts';
import { createTransport, type SoapAuth, type Transport } from './transport.ts';
import type { Assoc, CallOutcome, ExactCall, JobWebService } from './types.ts';
import { checkWsdl } from './wsdl-check.ts';

/** How a target wants to be spoken to: every silence of the description about calls is one setting here. */
export type SoapClientOptions = {
  readonly endpoint: string;
  readonly namespace: string;
  readonly fetch: Fetch;
  /** The target's own WSDL: its SOAPActions are used, and fields that it lacks are left out. */
  readonly wsdl?: string;
  /** With `{endpoint}`, `{namespace}` and `{operation}` filled in; by default what `wsdl` says, else the description's form. */
  readonly soapAction?: string;
  readonly auth?: SoapAuth;
  readonly timeoutMs?: number;
  /** Time-outs of single operations, where they differ. */
  readonly timeouts?: Partial<Readonly<Record<OperationName, number>>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Character set of requests; all but UTF-8 are sent as ASCII with numeric references. */
  readonly charset?: string;
  /** A string returned by `processJob` that means the job was refused: the description does not say what the string means. */
  readonly refusal?: RegExp;
  /** Fields that this target does not take, such as `job.travel_perc`: never sent. */
  readonly fieldsNotTaken?: readonly string[];
  readonly maxBytes?: number;
  readonly clock?: Clock;
};

/** JobWebService at a target, over the `soap` package, encoded and decoded by our codec; every ending is a value. */
export function createSoapClient(options: SoapClientOptions): JobWebService {
  const call = createCall(options);
  return {
    testService: () => call('testService', {}),
    getPicklist: async (field) => {
      const outcome = await call('getPicklist', { field });
      return outcome.kind === 'answered' ? { kind: 'answered', value: entriesOf(outcome.value) } : outcome;
    },
    processJob: async (job, employer, externalSourceId, onExchange) => {
      const parts = { job, employer, external_source_id: externalSourceId };
      const outcome = await call('processJob', parts, onExchange);
      return isRefusal(outcome, options.refusal) ? { kind: 'refused', reason: outcome.value } : outcome;
    },
    deleteJob: (jobId, externalSourceId, onExchange) =>
      call('deleteJob', { job_id: jobId, external_source_id: externalSourceId }, onExchange),
  };
}

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 10_000_000;

type Call = <O extends OperationName>(
  operation: O,
  parts: Parts[O],
  onExchange?: OnExchange,
) => Promise<CallOutcome<Returns[O]>>;
type OnExchange = (call: ExactCall) => void;

function createCall(options: SoapClientOptions): Call {
  const { fetch, timeouts, timeoutMs = TIMEOUT_MS, maxBytes = MOST_BYTES, clock = systemClock } = options;
  const wsdl = options.wsdl === undefined ? undefined : checkWsdl(options.wsdl);
  const notTaken = new Set([...(options.fieldsNotTaken ?? []), ...(wsdl?.fieldsNotTaken ?? [])]);
  const headers = headersOf(options, wsdl?.soapActions);
  let transport: Promise<Transport> | undefined;
  return async (operation, parts, onExchange) => {
    const accessors = encodeParts(operation, withoutFields(parts, notTaken));
    transport ??= createTransport({
      endpoint: options.endpoint,
      namespace: options.namespace,
      auth: options.auth ?? { kind: 'none' },
      charset: options.charset ?? 'utf-8',
    });
    const send = await transport;
    const exchange = await send(
      { operation, accessors, headers: headers[operation], ...present({ onExchange }) },
      { fetch, timeoutMs: timeouts?.[operation] ?? timeoutMs, maxBytes, now: clock.now },
    );
    return exchange.kind === 'answer'
      ? readAnswer(operation, exchange.answer, maxBytes)
      : withoutAnswer(exchange);
  };
}

type Headers = Readonly<Record<OperationName, Readonly<Record<string, string>>>>;

function headersOf(
  options: SoapClientOptions,
  actions: Partial<Readonly<Record<OperationName, string>>> | undefined,
): Headers {
  const headersFor = (operation: OperationName) => {
    const form = options.soapAction ?? actions?.[operation] ?? '{endpoint}#{operation}';
    const action = form
      .replaceAll('{endpoint}', () => options.endpoint)
      .replaceAll('{namespace}', () => options.namespace)
      .replaceAll('{operation}', () => operation)
      .replace(/["\\\s]/g, '');
    return { SOAPAction: `"${action}"`, ...options.headers };
  };
  return {
    testService: headersFor('testService'),
    getPicklist: headersFor('getPicklist'),
    processJob: headersFor('processJob'),
    deleteJob: headersFor('deleteJob'),
  };
}

/** What it means that there is no answer: a call that may have arrived may have been carried out. */
function withoutAnswer(exchange: Exclude<Exchange, { kind: 'answer' }>): CallOutcome<never> {
  const { kind, reason } = exchange;
  switch (kind) {
    case 'timeout':
    case 'died':
      return { kind: 'unanswered', why: kind, reason };
    case 'unreachable':
    case 'too-large':
      return { kind: 'troubled', why: kind, reason };
    case 'broken':
      return { kind: 'troubled', why: 'malformed', reason };
  }
}

const entriesOf = (entries: readonly (Assoc | null)[] | null): readonly Assoc[] =>
  (entries ?? []).filter((entry) => entry !== null);

function isRefusal(
  outcome: CallOutcome<string | null>,
  refusal: RegExp | undefined,
): outcome is { readonly kind: 'answered'; readonly value: string } {
  // Patterns are an operator's: a limit keeps a careless one from hanging on a long answer.
  return (
    refusal !== undefined &&
    outcome.kind === 'answered' &&
    outcome.value !== null &&
    outcome.value.slice(0, 2_000).search(refusal) !== -1
  );
}
