import { gunzipSync } from 'node:zlib';

export type DecodedText =
  | { readonly kind: 'text'; readonly text: string; readonly charset: string }
  | { readonly kind: 'undecodable'; readonly reason: string };

/**
 * The text of a message: by its byte order mark, else the charset of its Content-Type, else its XML declaration, else UTF-8;
 * the first of them that exists and fits its bytes. Never a replacement character for a byte that did not fit.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null | undefined): DecodedText {
  const tried: string[] = [];
  for (const name of [byteOrderMark, charsetOf, declaredCharset, () => 'utf-8']) {
    const label = name(bytes, contentType);
    if (label === undefined || tried.includes(label)) continue;
    const text = tryDecode(bytes, label);
    if (text !== undefined) return { kind: 'text', text, charset: label };
    tried.push(label);
  }
  return { kind: 'undecodable', reason: `the bytes are not ${tried.join(' nor ')}`.slice(0, 120) };
}

/** Unpacks a body that came as gzip without saying so; `undefined` when it is broken or grows beyond `maxBytes`. */
export function unpack(bytes: Uint8Array, maxBytes: number): Uint8Array | undefined {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    // A broken stream, or one that grows beyond the limit: zlib says both with an exception.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The charset parameter of a Content-Type. */
function charsetOf(_bytes: Uint8Array, contentType: string | null | undefined): string | undefined {
  return /;\s*charset\s*=\s*(?:"([^"]{1,40})"|'([^']{1,40})'|([^\s;"']{1,40}))/i
    .exec(contentType ?? '')
    ?.slice(1)
    .find((label) => label !== undefined)
    ?.trim()
    .toLowerCase();
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** What the XML declaration says; it may stand behind the warnings of a PHP server. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 4_096));
  return /<\?xml\s[^>]{0,80}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1]?.toLowerCase();
}

function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  const decoder = decoders.get(label) ?? decoderOf(label);
  if (!decoder) return undefined;
  decoders.set(label, decoder);
  try {
    return decoder.decode(bytes);
  } catch (error) {
    // What a fatal decoder throws for bytes that do not fit.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

type Decoder = InstanceType<typeof TextDecoder>;
const decoders = new Map<string, Decoder>();

function decoderOf(label: string): Decoder | undefined {
  if (decoders.size > 50) decoders.clear();
  try {
    return new TextDecoder(label, { fatal: true });
  } catch (error) {
    // What TextDecoder throws for a label that it does not know.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
