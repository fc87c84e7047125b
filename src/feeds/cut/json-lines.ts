import { jsonIn } from '../../core/json.ts';
import type { ByteStream } from '../../core/bytes.ts';

type Peeked = { readonly head: Uint8Array; readonly stream: ByteStream };

/** JSON Lines, one object a line, as the list that it is; any other document unchanged. */
export function asOneList(document: Peeked): Peeked {
  const { head, stream } = document;
  if (!isLines(head)) return document;
  return {
    head: Uint8Array.from([...OPEN, ...head]),
    stream: { bytes: bracketed(stream.bytes), problem: stream.problem },
  };
}

const OPEN = new TextEncoder().encode('[');
const CLOSE = new TextEncoder().encode(']');

/** Whether the first two lines are an object and the beginning of another. The cutter needs no commas between them. */
function isLines(head: Uint8Array): boolean {
  const start = new TextDecoder().decode(head);
  const [, first] = /^[\s\uFEFF]*(\{[^\n]*\})[ \t\r]*\n\s*\{/.exec(start) ?? [];
  return first !== undefined && jsonIn(first) !== undefined;
}

async function* bracketed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield OPEN;
  yield* bytes;
  yield CLOSE;
}
