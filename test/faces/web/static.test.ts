import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const weight = (name: string) =>
  gzipSync(readFileSync(new URL(`../../../src/faces/web/static/${name}`, import.meta.url))).length;

test('style sheet and script stay within their weight', () => {
  expect(weight('quadwire.css')).toBeLessThan(7_500);
  expect(weight('quadwire.js')).toBeLessThan(3_000);
});
