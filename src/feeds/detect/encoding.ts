import { Buffer, isUtf8, isAscii } from 'node:buffer';
import type { ByteStream } from '../../core/bytes.ts';
import { likelyEncoding } from './encoding-evidence.ts';

/** The character set of a document, how it was found, and whether anything contradicted it. */
export type Charset = {
  /** WHATWG label in lower case; UTF-32, which WHATWG does not know, under its own name. */
  readonly encoding: string;
  readonly how: 'byte order mark' | 'zero bytes' | 'HTTP' | 'declaration' | 'evidence';
  /** Length of the byte order mark. */
  readonly mark: number;
  readonly repairs: readonly string[];
};

/** Byte order mark, then HTTP, then the document's own declaration, then what the bytes look like; bytes of the sample that cannot be what was declared decide. */
export function detectCharset(head: Uint8Array, contentType?: string, sample = head): Charset {
  const unicode = byMark(head) ?? byZeros(head);
  if (unicode !== undefined) return unicode;
  const start = Buffer.from(head.subarray(0, 2048)).toString('latin1');
  const fromHttp = labelled(/charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]);
  const declared = declaredIn(start);
  const fromDocument = labelled(declared);
  const repairs: string[] = [];
  if (declared !== undefined && fromDocument === undefined)
    repairs.push(`the declared character set ${declared.slice(0, 40)} does not exist`);
  const said = fromHttp ?? fromDocument;
  if (said !== undefined && fits(said, sample)) {
    return { encoding: said, how: fromHttp === undefined ? 'declaration' : 'HTTP', mark: 0, repairs };
  }
  if (
    said !== undefined &&
    fromHttp !== undefined &&
    fromDocument !== undefined &&
    fits(fromDocument, sample)
  )
    return {
      encoding: fromDocument,
      how: 'declaration',
      mark: 0,
      repairs: [...repairs, contradiction(said, fromDocument)],
    };
  const likely = likelyEncoding(whole(sample));
  if (said !== undefined) repairs.push(contradiction(said, likely));
  else if (likely !== 'utf-8') repairs.push(`no character set declared, read as ${likely}`);
  return { encoding: likely, how: 'evidence', mark: 0, repairs };
}

/** Whether items can be cut out of the bytes as they are: no byte of another character looks like markup. */
export function isCuttable(encoding: string): boolean {
  return encoding === 'utf-8' || isSingleByte(encoding);
}

/** The stream in UTF-8, for encodings whose bytes cannot be cut as they are. */
export function toUtf8(stream: ByteStream, charset: Charset): ByteStream {
  const decode = charset.encoding.startsWith('utf-32')
    ? utf32Decoder(charset.encoding === 'utf-32le')
    : streamDecoder(charset.encoding);
  return { bytes: converted(stream.bytes, charset.mark, decode), problem: stream.problem };
}

export type TextReader = {
  readonly read: (bytes: Uint8Array) => string;
  /** The encoding that the items turned out to have, and what contradicted the declaration. */
  readonly verdict: () => { readonly encoding: string; readonly repairs: readonly string[] };
};

/** Decodes item by item: a document may mix UTF-8 and windows-1252, and each of its items is read as what it is. */
export function textReader(encoding: string): TextReader {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  let utf8 = 0;
  let other = 0;
  return {
    read(bytes) {
      const view = bufferOf(bytes);
      if (decoder === undefined) {
        const text = view.toString('utf8');
        if (!text.includes('\uFFFD') || isUtf8(view)) {
          if (text.length !== view.length) utf8 += 1;
          return text;
        }
        other += 1;
        return new TextDecoder('windows-1252').decode(view);
      }
      if (isAscii(view)) return view.toString('latin1');
      if (isUtf8(view)) {
        utf8 += 1;
        return view.toString('utf8');
      }
      other += 1;
      return decoder.decode(view);
    },
    verdict() {
      const declared = encoding;
      const found = declared === 'utf-8' ? 'windows-1252' : 'utf-8';
      const [contrary, agreeing] = declared === 'utf-8' ? [other, utf8] : [utf8, other];
      if (contrary === 0) return { encoding, repairs: [] };
      if (agreeing > 0)
        return {
          encoding,
          repairs: [`mixed character sets: ${contrary} items are ${found}, not ${declared}`],
        };
      return { encoding: found, repairs: [contradiction(declared, found)] };
    },
  };
}

/** Reads a piece of text that may be cut anywhere, and says nothing of the document by it. */
export function pieceReader(encoding: string): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding);
  return (bytes) => {
    const view = bufferOf(bytes);
    if (isUtf8(view)) return view.toString('utf8');
    const start = view.findLastIndex((byte) => byte >= 0xc0);
    const isCut = start >= view.length - 3 && start >= 0 && isUtf8(view.subarray(0, start));
    return isCut && encoding === 'utf-8' ? view.toString('utf8', 0, start) : decoder.decode(view);
  };
}

/** The same bytes with a Buffer's ways to read them. */
function bufferOf(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function contradiction(declared: string, found: string): string {
  return `declared ${declared}, read as ${found}`;
}

function byMark(head: Uint8Array): Charset | undefined {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return marked('utf-32le', 4);
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return marked('utf-32be', 4);
  if (a === 0xff && b === 0xfe) return marked('utf-16le', 2);
  if (a === 0xfe && b === 0xff) return marked('utf-16be', 2);
  if (a === 0xef && b === 0xbb && c === 0xbf) return marked('utf-8', 3);
  return undefined;
}

function marked(encoding: string, mark: number): Charset {
  return { encoding, how: 'byte order mark', mark, repairs: [`${encoding} byte order mark`] };
}

/** ASCII characters in wide encodings without a mark show as zero bytes. */
function byZeros(head: Uint8Array): Charset | undefined {
  const zero = [0, 1, 2, 3].map((at) => head.length > at && head[at] === 0);
  const pattern = zero.map((is) => (is ? '0' : 'x')).join('');
  const encoding = { '000x': 'utf-32be', x000: 'utf-32le', '0x0x': 'utf-16be', x0x0: 'utf-16le' }[pattern];
  if (encoding === undefined) return undefined;
  return { encoding, how: 'zero bytes', mark: 0, repairs: [`${encoding} without a byte order mark`] };
}

/** What a document says of itself: an XML declaration is its first markup, and only the head of a page holds a `meta`. */
function declaredIn(start: string): string | undefined {
  const xml = /^[^<]*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']/i.exec(start);
  if (xml !== null) return xml[1];
  const page = start.replace(/<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)/g, '');
  return pageStart.test(page) ? /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(page)?.[1] : undefined;
}

const pageStart = /^(?:ï»¿)?\s*<(?:!doctype\s+html|html|head|meta|title|script|style|link)\b/i;

function labelled(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function fits(encoding: string, bytes: Uint8Array): boolean {
  const sample = whole(bytes);
  if (encoding.startsWith('utf-16')) return false;
  if (encoding === 'utf-8') return isUtf8(sample);
  return !(isSingleByte(encoding) && !isAscii(sample) && isUtf8(sample));
}

/** The sample without a character that its end may have cut in two. */
function whole(sample: Uint8Array): Uint8Array {
  for (let back = 1; back <= 4 && back <= sample.length; back += 1) {
    const byte = sample[sample.length - back] ?? 0;
    if (byte < 0x80) return sample.subarray(0, sample.length - back + 1);
    if (byte >= 0xc0) return sample.subarray(0, sample.length - back);
  }
  return sample;
}

function isSingleByte(encoding: string): boolean {
  return /^(windows-|iso-8859-|koi8-|macintosh|x-mac-|ibm866)/.test(encoding);
}

function streamDecoder(encoding: string): (chunk: Uint8Array, last: boolean) => string {
  const decoder = new TextDecoder(encoding);
  return (chunk, last) => decoder.decode(chunk, { stream: !last });
}

function utf32Decoder(littleEndian: boolean): (chunk: Uint8Array, last: boolean) => string {
  let rest = new Uint8Array(0);
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    rest = bytes.subarray(whole).slice();
    const points: string[] = [];
    for (let at = 0; at < whole; at += 4) {
      const point = littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
      points.push(point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD');
    }
    return points.join('');
  };
}

async function* converted(
  source: AsyncIterable<Uint8Array>,
  mark: number,
  decode: (chunk: Uint8Array, last: boolean) => string,
): AsyncGenerator<Uint8Array> {
  let skip = mark;
  for await (const chunk of source) {
    const rest = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - rest.length;
    const text = decode(rest, false);
    if (text !== '') yield Buffer.from(text, 'utf8');
  }
  const tail = decode(new Uint8Array(0), true);
  if (tail !== '') yield Buffer.from(tail, 'utf8');
}

/** The beginning of a document as text, its mark removed. */
export function toText(head: Uint8Array, charset: Charset): string {
  return decoded(charset.encoding.startsWith('utf-32') ? head : whole(head), charset);
}

/** All of a document as text. One that contradicts what it declares is UTF-8 if most of its characters are. */
export function decodeDocument(bytes: Uint8Array, contentType?: string): string {
  const unicode = byMark(bytes) ?? byZeros(bytes);
  if (unicode !== undefined) return decoded(bytes, unicode);
  const utf8 = new TextDecoder().decode(bytes);
  const isSound = isUtf8(bytes);
  // Its first character that is not ASCII; where only a later one is not UTF-8, a little before that.
  const first = Math.max(0, utf8.search(/[^\0-\x7f]/));
  const broken = isSound ? 0 : Buffer.byteLength(utf8.slice(0, utf8.indexOf('\uFFFD')));
  const from = Math.max(first, broken - 1024);
  const charset = detectCharset(bytes, contentType, bytes.subarray(from, from + 64 * 1024));
  const mayBeUtf8 = charset.how === 'evidence' || isCuttable(charset.encoding);
  return mayBeUtf8 && (isSound || isMostlySound(utf8)) ? utf8 : decoded(bytes, charset);
}

/** Whether more characters that are not ASCII could be decoded than could not. */
function isMostlySound(utf8: string): boolean {
  let balance = 0;
  for (let at = 0; at < utf8.length; at += 1) {
    const code = utf8.charCodeAt(at);
    if (code > 0x7f) balance += code === 0xfffd ? -1 : 1;
  }
  return balance > 0;
}

function decoded(all: Uint8Array, { encoding, mark }: Charset): string {
  const bytes = all.subarray(mark);
  return encoding.startsWith('utf-32')
    ? utf32Decoder(encoding === 'utf-32le')(bytes, true)
    : new TextDecoder(encoding).decode(bytes);
}
