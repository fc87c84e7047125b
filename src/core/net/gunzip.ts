import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { peek, streamOf, type ByteStream } from '../bytes.ts';

export type UnpackLimits = {
  /** Of everything that comes out. */
  readonly maxBytes: number;
  /** How many times larger than its input the output may be, once it is above 10 MB. */
  readonly maxRatio: number;
  /** How many gzip layers may lie in each other. */
  readonly maxDepth: number;
};

const RATIO_COUNTS_FROM = 10_000_000;

/** The stream unpacked, as often as it turns out to be gzip; a stream that is not goes through. Bounded in size, ratio and depth. */
export async function gunzipped(packed: ByteStream, limits: UnpackLimits): Promise<ByteStream> {
  let stream = packed;
  for (let depth = 0; ; depth += 1) {
    const peeked = await peek(stream, 2);
    stream = peeked.stream;
    if (peeked.head[0] !== 0x1f || peeked.head[1] !== 0x8b) return limited(stream, limits.maxBytes);
    if (depth === limits.maxDepth) return broken(`more than ${limits.maxDepth} layers of gzip`);
    stream = through(createGunzip, stream, limits);
  }
}

/** The stream with its HTTP `content-encoding` undone. */
export function unpacked(packed: ByteStream, encoding: string, limits: UnpackLimits): ByteStream {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'identity');
  if (codings.length > limits.maxDepth) return broken(`more than ${limits.maxDepth} content encodings`);
  return codings.reduceRight((stream, coding) => {
    const unpacker = {
      gzip: createGunzip,
      'x-gzip': createGunzip,
      deflate: createInflate,
      br: createBrotliDecompress,
    }[coding];
    return unpacker === undefined
      ? broken(`an unknown content encoding (${coding.slice(0, 20)})`)
      : through(unpacker, stream, limits);
  }, packed);
}

/** The stream up to a number of bytes, after which it counts as broken. */
export function limited(stream: ByteStream, maxBytes: number): ByteStream {
  let problem: string | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let sum = 0;
    for await (const chunk of stream.bytes) {
      sum += chunk.length;
      if (sum > maxBytes) {
        problem = `the document is above ${maxBytes} bytes`;
        return;
      }
      yield chunk;
    }
  }
  return { bytes: bytes(), problem: () => problem ?? stream.problem() };
}

function through(
  unpacker: (options: { chunkSize: number }) => Transform,
  packed: ByteStream,
  limits: UnpackLimits,
): ByteStream {
  let problem: string | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let bytesIn = 0;
    let bytesOut = 0;
    async function* counted() {
      for await (const chunk of packed.bytes) {
        bytesIn += chunk.length;
        yield chunk.slice();
      }
    }
    const stream = unpacker({ chunkSize: 256 * 1024 });
    const source = Readable.from(counted(), { objectMode: false });
    source.on('error', (error) => stream.destroy(error));
    try {
      for await (const chunk of source.pipe(stream)) {
        const piece: Uint8Array = chunk;
        bytesOut += piece.length;
        if (bytesOut > RATIO_COUNTS_FROM && bytesOut > bytesIn * limits.maxRatio) {
          problem = `the packed body unpacks to more than ${limits.maxRatio} times its size`;
          return;
        }
        yield piece;
      }
    } catch (error) {
      if (!isZlibError(error)) throw error;
      problem = 'the packed body is cut off or damaged';
    } finally {
      source.destroy();
      stream.destroy();
    }
  }
  return { bytes: bytes(), problem: () => packed.problem() ?? problem };
}

function broken(reason: string): ByteStream {
  return { bytes: streamOf().bytes, problem: () => reason };
}

function isZlibError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return typeof error.code === 'string' && /^(Z_|ERR_+(BROTLI|ERROR|PADDING))/.test(error.code);
}
