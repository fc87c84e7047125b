import { expect, test } from 'vitest';
import { MINHASH_TOKENS, minhashInto } from '../../src/feeds/read/text-minhash.ts';

function printOf(...texts: string[]): string {
  const print = new Int32Array(MINHASH_TOKENS);
  minhashInto(print, texts);
  return print.join(' ');
}

test('every character counts, wherever it stands and whatever it is', () => {
  const text = `${'Pflege „ä“ '.repeat(40)}end`;
  const prints = new Set([printOf(text)]);
  for (let at = 0; at < text.length; at += 1)
    prints.add(printOf(`${text.slice(0, at)}\u0101${text.slice(at + 1)}`));
  expect(prints.size).toBe(text.length + 1);
});

test('so do the lengths and the borders of the texts', () => {
  const texts = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['', 'abc'], ['abc\0'], ['abc\0\0\0\0']];
  expect(new Set(texts.map((all) => printOf(...all))).size).toBe(texts.length);
});

test('a text of megabytes has the same print each time', () => {
  const long = '“x”'.repeat(1_000_000);
  expect(printOf('short', long)).toBe(printOf('short', long));
  expect(printOf('short', long)).not.toBe(printOf('short', `${long.slice(0, -1)}!`));
});
