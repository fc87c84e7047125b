import { Buffer } from 'node:buffer';
import type { Cut } from '../adapter.ts';
import { csvScanner } from '../cut/items-csv.ts';
import { jsonScanner } from '../cut/items-json.ts';
import { xmlScanner } from '../cut/items-xml.ts';
import {
  notFollowed,
  type Behind,
  type CsvHeader,
  type CutEnd,
  type CutLimits,
  type CutSink,
  type EmitItem,
  type Follow,
  type ItemSink,
  type Scanner,
} from '../cut/scanner.ts';

/** Cuts a byte stream into items, in memory that is bounded by the largest item. */
export type Cutter = {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => CutEnd;
  /** Values outside the items (`DocumentContext.head`), as far as they have been seen. */
  readonly head: Readonly<Record<string, string>>;
  /** Header of a CSV document: the cells of a record are named by it. */
  readonly header?: () => CsvHeader | undefined;
};

/** The cutter of an adapter's kind of document; the kind `document` has no cutter. */
export function cutterFor(cut: Exclude<Cut, { kind: 'document' }>, sink: CutSink, limits: CutLimits): Cutter {
  let done = 0;
  const emit: EmitItem = (bytes, start, end, defect) => {
    if (start > done) sink.outside?.(bytes, done, start);
    sink.item(bytes, start, end, defect);
    done = end;
  };
  const { follow } = sink;
  const following: Follow = (bytes, start, to, behind) => {
    if (start > done) sink.outside?.(bytes, done, start);
    done = start;
    const separated: Behind = (...[source, end, last]) => {
      const next = behind(source, end, last);
      if (next > end) sink.outside?.(source, end, next);
      return next;
    };
    const end = follow?.(bytes, start, to, separated) ?? start;
    if (end > start) done = end;
    return end;
  };
  const scanner = scannerFor(
    cut,
    { item: emit, follow: follow === undefined ? notFollowed : following },
    limits,
  );
  return windowed({
    ...scanner,
    scan(bytes, from, to, last) {
      done = from;
      const settled = scanner.scan(bytes, from, to, last);
      if (settled > done) sink.outside?.(bytes, done, settled);
      return settled;
    },
  });
}

function scannerFor(cut: Exclude<Cut, { kind: 'document' }>, sink: ItemSink, limits: CutLimits): Scanner {
  switch (cut.kind) {
    case 'xml':
      return xmlScanner(cut.elements, sink, limits);
    case 'json':
      return jsonScanner(cut, sink, limits);
    case 'csv':
      return csvScanner(sink, limits, cut.columns);
  }
}

/**
 * Shows a scanner the stream in pieces that never split what it is reading. Whole items are scanned where they lie; only what
 * straddles two chunks is put together, and shown again only when it has grown by half, so that the work stays linear.
 */
function windowed(scanner: Scanner): Cutter {
  let carry = Buffer.alloc(64 * 1024);
  let carried = 0;
  let stuckAt = 0;

  return {
    head: scanner.head,
    header: scanner.header,
    push(bytes) {
      // A Buffer's `indexOf` is sixteen times faster than that of other byte arrays.
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      let at = 0;
      let own = 0;
      while (carried > 0) {
        if (at === chunk.length) return;
        const take = Math.min(chunk.length - at, Math.max(carried, 16 * 1024));
        append(chunk, at, at + take);
        at += take;
        own += take;
        if (carried < stuckAt * 1.5) continue;
        const settled = scanner.scan(carry, 0, carried, false);
        carry.copyWithin(0, settled, carried);
        carried -= settled;
        stuckAt = carried;
        if (carried <= own) {
          at -= carried;
          carried = 0;
        }
      }
      const settled = scanner.scan(chunk, at, chunk.length, false);
      append(chunk, settled, chunk.length);
      stuckAt = carried;
    },
    end() {
      const settled = scanner.scan(carry, 0, carried, true);
      carried -= settled;
      return scanner.end();
    },
  };

  function append(chunk: Uint8Array, from: number, to: number) {
    if (carried + to - from > carry.length) {
      const larger = Buffer.alloc(Math.max(carry.length * 2, carried + to - from));
      larger.set(carry.subarray(0, carried));
      carry = larger;
    }
    carry.set(chunk.subarray(from, to), carried);
    carried += to - from;
  }
}
