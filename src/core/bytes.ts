/**
 * A stream of bytes that may end before its time. Reading it never throws for what networks and servers do: it ends early, and
 * `problem` then says why. A chunk is valid only until the next one is asked for.
 */
export type ByteStream = {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Why the stream ended before its end; undefined when it did not, or has not ended yet. */
  readonly problem: () => string | undefined;
};

/** Bytes at hand as a stream. */
export function streamOf(...chunks: readonly Uint8Array[]): ByteStream {
  return { bytes: each(chunks), problem: () => undefined };
}

/** The first `wanted` bytes (fewer when the stream is shorter), and the whole stream again. */
export async function peek(
  stream: ByteStream,
  wanted: number,
): Promise<{ head: Uint8Array; stream: ByteStream }> {
  const source = stream.bytes[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let length = 0;
  while (length < wanted) {
    const next = await source.next();
    if (next.done === true) break;
    taken.push(next.value.slice());
    length += next.value.length;
  }
  const head = concat(taken);
  return { head, stream: { bytes: followedBy(head, source), problem: stream.problem } };
}

/** The stream, and how many bytes of it have been read. */
export function countingBytes(stream: ByteStream): ByteStream & { readonly count: () => number } {
  let count = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream.bytes) {
      count += chunk.length;
      yield chunk;
    }
  }
  return { bytes: bytes(), problem: stream.problem, count: () => count };
}

/** All of a stream's bytes; undefined when there are more than `limit`. */
export async function collect(stream: ByteStream, limit: number): Promise<Uint8Array | undefined> {
  const taken: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream.bytes) {
    length += chunk.length;
    if (length > limit) return undefined;
    taken.push(chunk.slice());
  }
  return concat(taken);
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** How many line feeds stand in `bytes[start, end)`. */
export function lineFeeds(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a, start); at >= 0 && at < end; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

/** Four bytes as a number, the first one highest. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  );
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function* followedBy(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
