import {
  BasicAuthSecurity,
  BearerSecurity,
  createClientAsync,
  WSSecurity,
  type Client,
  type IHttpClient,
  type ISecurity,
} from 'soap';
import { asReferences, escapeAttribute } from '../xml/escape.ts';
import { exactCall } from './exact-call.ts';
import type { OperationName } from './fields.ts';
import { SOAP_ENCODING, XSD } from './soap-names.ts';
import { partsOf } from './shapes.ts';
import { post, type Exchange, type Post, type PostOptions } from './post.ts';
import type { ExactCall } from './types.ts';
import { writeWsdl } from './wsdl.ts';

/** Authentication of the SOAP service is "not shown": these are the ways that services of this kind use. */
export type SoapAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic'; readonly user: string; readonly secret: string }
  | { readonly kind: 'bearer'; readonly secret: string }
  | {
      readonly kind: 'wsse';
      readonly user: string;
      readonly secret: string;
      readonly password: 'text' | 'digest';
    }
  /** The `fetch` of the options presents the certificate; only Node can. */
  | { readonly kind: 'certificate' };

export type Message = {
  readonly operation: OperationName;
  /** The encoded parts. */
  readonly accessors: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Is handed what was sent and answered, without secrets. */
  readonly onExchange?: (call: ExactCall) => void;
};

/** Sends a call and gives the exchange of HTTP. */
export type Transport = (message: Message, options: PostOptions) => Promise<Exchange>;

export type TransportOptions = {
  readonly endpoint: string;
  readonly namespace: string;
  readonly auth: SoapAuth;
  readonly charset: string;
};

/**
 * The `soap` package for what it does well: endpoint, envelope, SOAPAction and WS-Security from a WSDL. It composes each operation
 * once, around marks where our encoded body and the security header of the call go. It never sends, and never sees an answer.
 */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  const { endpoint, namespace, charset } = options;
  // The package writes the namespace into the envelope unescaped, so it gets an escaped one.
  const client = await createClientAsync(writeWsdl(escapeAttribute(namespace), endpoint), {
    endpoint,
    disableCache: true,
    httpClient: composerOnly,
  });
  client.addBodyAttribute(
    `soap:encodingStyle="${SOAP_ENCODING}" xmlns:xsd="${XSD}" xmlns:SOAP-ENC="${SOAP_ENCODING}"`,
  );
  const security = securityOf(options.auth);
  const token = security instanceof WSSecurity ? security : undefined;
  if (token) client.setSecurity({ toXML: () => SECURITY_MARK });
  else if (security) client.setSecurity(security);
  const frames = new Map<OperationName, Frame>();
  return async ({ operation, accessors, headers, onExchange }, postOptions) => {
    const frame = frames.get(operation) ?? frameOf(client, operation);
    frames.set(operation, frame);
    const header = token === undefined ? '' : token.toXML();
    const request = inCharset(
      {
        url: frame.url,
        headers: { ...frame.headers, ...headers },
        body: frame.start + header + frame.middle + accessors + frame.end,
      },
      charset,
    );
    if (onExchange === undefined) return post(postOptions, request);
    const sentAt = postOptions.now();
    const exchange = await post(postOptions, request);
    onExchange(exactCall(request, exchange, secretIn(options.auth), { sentAt, endedAt: postOptions.now() }));
    return exchange;
  };
}

/** What stays the same from call to call of an operation: the security header goes before `middle`, the parts after it. */
type Frame = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly start: string;
  readonly middle: string;
  readonly end: string;
};

// Elements: whatever else the package puts into an envelope is escaped, so there is no other `<` like these.
const SECURITY_MARK = '<quadwire-security/>';
const PARTS_MARK = '<quadwire-parts/>';

function frameOf(client: Client, operation: OperationName): Frame {
  const { url, headers, body } = compose(client, operation);
  const [before = '', end = ''] = body.split(PARTS_MARK);
  const [start = '', middle] = before.split(SECURITY_MARK);
  return middle === undefined
    ? { url, headers, start: '', middle: start, end }
    : { url, headers, start, middle, end };
}

/** The request as the package composes it, at once: it hands over to its HTTP client before it returns. */
function compose(client: Client, operation: OperationName): Post {
  const composed: Post[] = [];
  const take = (request: Post) => composed.push(request);
  // For an operation without parts the package wants null.
  client[operation](partsOf(operation).size === 0 ? null : { $xml: PARTS_MARK }, ignore, {
    take,
    exchangeId: operation,
  });
  const [request] = composed;
  if (!request) throw new Error(`soap composed no request for ${operation}`);
  return request;
}

const ignore = () => {};

/** Hands what was composed to `compose`, and never answers the package. */
const composerOnly: IHttpClient = {
  request: (url, body: string, _callback, headers, options) => {
    options?.['take']({ url, body, headers: { ...headers } });
    return new Promise(ignore);
  },
};

function inCharset({ url, headers, body }: Post, charset: string): Post {
  if (/^utf-?8$/i.test(charset)) return { url, headers, body };
  return {
    url,
    headers: { ...headers, 'Content-Type': `text/xml; charset=${charset}` },
    body: asReferences(body).replace('encoding="utf-8"', `encoding="${charset}"`),
  };
}

function secretIn(auth: SoapAuth): string | undefined {
  return 'secret' in auth ? auth.secret : undefined;
}

function securityOf(auth: SoapAuth): ISecurity | undefined {
  switch (auth.kind) {
    case 'basic':
      return new BasicAuthSecurity(auth.user, auth.secret);
    case 'bearer':
      return new BearerSecurity(auth.secret);
    case 'wsse':
      return new WSSecurity(auth.user, auth.secret, {
        passwordType: auth.password === 'digest' ? 'PasswordDigest' : 'PasswordText',
        hasTimeStamp: false,
      });
    case 'none':
    case 'certificate':
      return undefined;
  }
}
