import type { WebContext } from './env.ts';

/** More fields, or longer names, than any form of ours sends. */
const MOST_FIELDS = 1_000;
const MOST_BYTES_OF_NAMES = 64 * 1024;

export type PostedForm =
  | { readonly kind: 'form'; readonly form: FormData }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too many' };

const urlEncoded = /^application\/x-www-form-urlencoded\b/i;
const multipart = /^multipart\/form-data\b/i;

export function isForm(c: WebContext): boolean {
  const type = c.req.header('content-type') ?? '';
  return urlEncoded.test(type) || multipart.test(type);
}

/**
 * What the form of a page sent, without the character 0, which PostgreSQL has no text with; handlers read the same again by
 * `c.req.formData()`. The platform's own reader takes seconds for a body of many fields, so fields are counted before any is read.
 */
export async function postedForm(c: WebContext): Promise<PostedForm> {
  const type = c.req.header('content-type') ?? '';
  const read = urlEncoded.test(type)
    ? readUrlEncoded(new Uint8Array(await c.req.arrayBuffer()))
    : multipart.test(type)
      ? await readMultipart(await c.req.arrayBuffer(), type)
      : ({ kind: 'unreadable' } as const);
  if (read.kind === 'form') c.req.bodyCache.formData = read.form;
  return read;
}

const [AND, EQUALS, PLUS, PERCENT, SPACE] = [0x26, 0x3d, 0x2b, 0x25, 0x20];

/** As the URL standard parses it (5.1), on bytes: `URLSearchParams` takes longer for each byte of a longer text. */
function readUrlEncoded(body: Uint8Array): PostedForm {
  const fields: (readonly [string, string])[] = [];
  let bytesOfNames = 0;
  for (let at = 0; at < body.length;) {
    const next = body.indexOf(AND, at);
    const field = body.subarray(at, next === -1 ? undefined : next);
    at += field.length + 1;
    if (field.length === 0) continue;
    const equals = field.indexOf(EQUALS);
    const name = equals === -1 ? field : field.subarray(0, equals);
    bytesOfNames += name.length;
    if (fields.length === MOST_FIELDS || bytesOfNames > MOST_BYTES_OF_NAMES) return { kind: 'too many' };
    fields.push([decoded(name), decoded(field.subarray(name.length + 1))]);
  }
  return { kind: 'form', form: withoutZero(fields) };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function decoded(text: Uint8Array): string {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1, length += 1) {
    const byte = text[at] ?? 0;
    const code = byte === PERCENT ? hexadecimal(text[at + 1]) * 16 + hexadecimal(text[at + 2]) : NaN;
    bytes[length] = byte === PLUS ? SPACE : Number.isNaN(code) ? byte : code;
    at += Number.isNaN(code) ? 0 : 2;
  }
  return decoder.decode(bytes.subarray(0, length));
}

/** What a digit of a hexadecimal number is worth, NaN for anything else. */
function hexadecimal(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}

async function readMultipart(body: ArrayBuffer, type: string): Promise<PostedForm> {
  let fields = 0;
  for (const _ of new TextDecoder('latin1').decode(body).matchAll(/content-disposition/gi))
    if ((fields += 1) > MOST_FIELDS) return { kind: 'too many' };
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const bytesOfNames = [...form.keys()].reduce((sum, name) => sum + name.length, 0);
    return bytesOfNames > MOST_BYTES_OF_NAMES
      ? { kind: 'too many' }
      : { kind: 'form', form: withoutZero(form) };
  } catch (error) {
    // So the platform says that the bytes are no form.
    if (error instanceof TypeError) return { kind: 'unreadable' };
    throw error;
  }
}

function withoutZero(fields: Iterable<readonly [string, string | File]>): FormData {
  const form = new FormData();
  for (const [name, value] of fields)
    form.append(name.replaceAll('\0', ''), typeof value === 'string' ? value.replaceAll('\0', '') : value);
  return form;
}
