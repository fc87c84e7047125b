import { describe, expect, test } from 'vitest';
import { hiddenIn } from '../../src/listings/values/hidden-markup.ts';
import { normalise } from '../../src/listings/normalise.ts';
import { bounded } from '../fuzz/bounds.ts';

describe('markup that no reader sees is told', () => {
  test.each([
    ['<p style="color: red; display:none">paid by check</p>', ['hidden text']],
    ["<span style='FONT-SIZE: 0px'>x</span>", ['hidden text']],
    ['<div style="opacity:0">x</div>', ['hidden text']],
    ['&lt;p style="visibility: hidden"&gt;x&lt;/p&gt;', ['hidden text']],
    ['<a href="javascript:go()">apply</a>', ['script link']],
    ["<A class=b HREF='data:text/html,hi'>apply</a>", ['data link']],
    ['<img src="https://t.example/o.gif" width="1" height="1"/>', ['tracking pixel']],
    ['<img height=0 src=x>', ['tracking pixel']],
    ['<a href="javascript:x">a</a><i style="display:none">b</i>', ['hidden text', 'script link']],
  ])('%s', (source, kinds) => {
    expect(hiddenIn([source])).toEqual(kinds);
  });
});

describe('what is not hidden is not called so', () => {
  test.each([
    'You write JavaScript: no data: links, display ads, images.',
    '<p style="display:block;opacity:0.9;font-size:10px">plain</p>',
    '<img src="logo.png" width="120" height="10">',
    '<code>style="display:none"</code> is CSS',
    '<a href="https://acme.example/data:1">apply</a>',
  ])('%s', (source) => {
    expect(hiddenIn([source])).toEqual([]);
  });
});

test('a text made to keep the reader busy is read at once', async () => {
  for (const part of ['<a style="', '<a style=" ', '<img ', '<a href', ' style="display '])
    expect(await bounded(() => hiddenIn([part.repeat(100_000 / part.length)]), 50)).toEqual(
      expect.any(Array),
    );
});

test('a listing carries what its description hid, and its text does not', () => {
  const found = normalise(
    {
      identifier: '1',
      title: 'Clerk',
      description: '<p>File papers.</p><p style="display:none">Send your bank login.</p>',
      sections: [{ heading: 'Apply', body: '<a href="javascript:x()">Apply</a>' }],
    },
    {},
  );
  expect(found.kind === 'listing' && found.listing.hidden).toEqual(['hidden text', 'script link']);
  const plain = normalise({ identifier: '1', title: 'Clerk', description: '<p>File papers.</p>' }, {});
  expect(plain.kind === 'listing' && 'hidden' in plain.listing).toBe(false);
});
