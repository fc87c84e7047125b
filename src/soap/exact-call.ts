import { decodeText } from '../xml/charset.ts';
import type { Exchange, Post } from './post.ts';
import type { ExactCall } from './types.ts';

/**
 * A call as HTTP messages, byte for byte, but for secrets: headers that are not known to be harmless, WS-Security's password and nonce,
 * and the secret itself wherever it occurs, since a service may repeat what it was sent.
 */
export function exactCall(
  { url, headers, body }: Post,
  exchange: Exchange,
  secret: string | undefined,
  times: Pick<ExactCall, 'sentAt' | 'endedAt'>,
): ExactCall {
  const hidden = Object.entries(headers).filter(([name]) => !harmless.test(name));
  const tokens = [...body.matchAll(wsse)].map(([, , value = '']) => value);
  // Of `Basic` the credentials alone tell the password too.
  const values = hidden.flatMap(([, value]) => [value, value.replace(/^Basic /, '')]);
  const secrets = [secret ?? '', ...values, ...tokens].flatMap(spellings);
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${harmless.test(name) ? value : '***'}`,
  );
  const request = bytesOf(
    [`POST ${pathname}${search} HTTP/1.1`, `Host: ${host}`, ...lines],
    encoder.encode(body),
  );
  if (exchange.kind !== 'answer')
    return { ...times, request: masked(request, secrets), reason: exchange.reason };
  const { answer } = exchange;
  const answered = bytesOf([`HTTP/1.1 ${answer.status}`, ...answer.lines], answer.body);
  return { ...times, request: masked(request, secrets), answer: masked(answered, secrets) };
}

const harmless =
  /^(?:soapaction|content-(?:type|length|encoding)|accept(?:-.*)?|user-agent|host|connection)$/i;
const wsse = /(<wsse:(?:Password|Nonce)\b[^>]*>)([^<]*)/g;
const encoder = new TextEncoder();

/** Shorter ones are hidden in headers alone: in a body they would hide half of it. */
const SHORTEST = 4;

/** How a secret may be written in a request or an answer. */
function spellings(secret: string): readonly Buffer[] {
  if (secret.length < SHORTEST) return [];
  const escaped = secret.replace(
    /[&<>]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign,
  );
  const quoted = escaped.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  const texts = [
    secret,
    escaped,
    quoted,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...new Set(texts)].flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')]);
}

function masked(message: Uint8Array, secrets: readonly Buffer[]): Uint8Array {
  let text = Buffer.from(message).toString('latin1').replaceAll(wsse, '$1***');
  for (const secret of secrets) text = text.replaceAll(secret.toString('latin1'), '***');
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function bytesOf(head: readonly string[], body: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([encoder.encode(`${head.join('\r\n')}\r\n\r\n`), body]));
}

/** An HTTP message to be read: its head in lines, its body in its character set. */
export function messageText(message: Uint8Array): string {
  const end = Buffer.from(message).indexOf('\r\n\r\n');
  const head = new TextDecoder().decode(message.subarray(0, end)).replaceAll('\r\n', '\n');
  const body = message.slice(end + 4);
  const decoded = decodeText(body, /^content-type: (.*)$/im.exec(head)?.[1]);
  return `${head}\n\n${decoded.kind === 'text' ? decoded.text : Buffer.from(body).toString('latin1')}`;
}
