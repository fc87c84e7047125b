import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { streamOf } from '../../src/core/bytes.ts';
import { gunzipped, unpacked } from '../../src/core/net/gunzip.ts';
import { bounded } from '../fuzz/bounds.ts';

const limits = { maxBytes: 50_000_000, maxRatio: 250, maxDepth: 2 };
const zeros = gzipSync(Buffer.alloc(100_000_000));

test.each([
  [() => gunzipped(streamOf(zeros), limits)],
  [async () => unpacked(streamOf(zeros), 'gzip', limits)],
  [() => gunzipped(streamOf(gzipSync(gzipSync(zeros))), limits)],
  [async () => unpacked(streamOf(zeros), 'gzip, gzip, gzip', limits)],
])('a body that unpacks without end is given up', async (open) => {
  await bounded(async () => {
    const stream = await open();
    let bytes = 0;
    for await (const chunk of stream.bytes) bytes += chunk.length;
    expect(bytes).toBeLessThan(60_000_000);
    expect(stream.problem()).toMatch(/times its size|above \d+ bytes|layers|encodings/);
  });
});
