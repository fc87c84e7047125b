import { expect, test } from 'vitest';
import { decodeDocument, detectCharset, isCuttable, textReader } from '../../src/feeds/detect/encoding.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

test.each([
  ['a UTF-8 mark', [0xef, 0xbb, 0xbf, 0x3c], 'utf-8'],
  ['a little-endian mark', [0xff, 0xfe, 0x3c, 0], 'utf-16le'],
  ['a big-endian mark', [0xfe, 0xff, 0, 0x3c], 'utf-16be'],
  ['zeros behind ASCII', [0x3c, 0, 0x61, 0], 'utf-16le'],
  ['zeros before ASCII', [0, 0x3c, 0, 0x61], 'utf-16be'],
] as const)('%s says the encoding', (_, head, encoding) => {
  expect(detectCharset(new Uint8Array(head), undefined).encoding).toBe(encoding);
});

test('a mark beats the declaration and the header', () => {
  const head = new Uint8Array([
    0xef,
    0xbb,
    0xbf,
    ...bytes('<?xml version="1.0" encoding="iso-8859-1"?><a/>'),
  ]);
  expect(detectCharset(head, 'text/xml; charset=windows-1251').encoding).toBe('utf-8');
});

test('a declaration that its bytes bear out counts, under its WHATWG name', () => {
  const head = bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>caf\u00e9</a>', 'latin1');
  expect(detectCharset(head, undefined).encoding).toBe('windows-1252');
});

test('bytes can be cut in UTF-8 and encodings of one byte, not in wide ones', () => {
  expect(['utf-8', 'windows-1252', 'utf-16le'].map(isCuttable)).toEqual([true, true, false]);
});

test('plain items say nothing about the encoding', () => {
  const reader = textReader('utf-8');
  expect(reader.read(bytes('<job>plain</job>'))).toBe('<job>plain</job>');
  expect(reader.verdict()).toEqual({ encoding: 'utf-8', repairs: [] });
});

test('an item is read as what it is, and the mixture is reported', () => {
  const reader = textReader('utf-8');
  expect(reader.read(bytes('caf\u00e9'))).toBe('caf\u00e9');
  expect(reader.read(bytes('caf\u00e9', 'latin1'))).toBe('caf\u00e9');
  expect(reader.verdict()).toEqual({
    encoding: 'utf-8',
    repairs: ['mixed character sets: 1 items are windows-1252, not utf-8'],
  });
});

test('items that all contradict the declaration overrule it', () => {
  const reader = textReader('windows-1252');
  expect(reader.read(bytes('caf\u00e9'))).toBe('caf\u00e9');
  expect(reader.verdict()).toEqual({
    encoding: 'utf-8',
    repairs: ['declared windows-1252, read as utf-8'],
  });
});

test('a replacement character that the source wrote is no sign of another encoding', () => {
  const reader = textReader('utf-8');
  expect(reader.read(bytes('a\uFFFDb'))).toBe('a\uFFFDb');
  expect(reader.verdict().repairs).toEqual([]);
});

test.each([
  ['the Content-Type', bytes('caf\u00e9', 'latin1'), 'text/html; charset=iso-8859-1', 'caf\u00e9'],
  [
    'an XML declaration',
    bytes('<?xml version="1.0" encoding="iso-8859-1"?><a>\u00e9</a>', 'latin1'),
    undefined,
    '<a>\u00e9</a>',
  ],
  [
    'a meta element',
    bytes('<html><meta charset="windows-1252"><p>caf\u00e9', 'latin1'),
    undefined,
    '<p>caf\u00e9',
  ],
  ['a mark', bytes('\ufeffcaf\u00e9', 'utf16le'), undefined, 'caf\u00e9'],
  ['nothing', bytes('caf\u00e9'), undefined, 'caf\u00e9'],
  [
    'its other characters',
    Buffer.concat([bytes('caf\u00e9, na\u00efve '), bytes('\u00e9', 'latin1')]),
    undefined,
    'caf\u00e9, na\u00efve \ufffd',
  ],
])('a whole document is read in the character set of %s', (_, document, contentType, text) => {
  expect(decodeDocument(document, contentType)).toContain(text);
});

const page = (head: string, tail: string, encoding?: BufferEncoding) =>
  bytes(`<html>${head}<script>${'let x;'.repeat(12_000)}</script>${tail} </html>`, encoding);

test.each([
  ['UTF-8 that HTTP denies', page('<meta charset="utf-8">', 'Caf\u00e9 Z\u00fcrich'), 'iso-8859-1'],
  ['UTF-8 that nothing declares', page('', 'Caf\u00e9 Z\u00fcrich'), undefined],
  ['windows-1252 that nothing declares', page('', 'Caf\u00e9 Z\u00fcrich', 'latin1'), undefined],
  ['windows-1252 that is declared as UTF-8', page('', 'Caf\u00e9 Z\u00fcrich', 'latin1'), 'utf-8'],
  [
    'UTF-8 with one broken character that HTTP denies',
    Buffer.concat([page('', 'Caf\u00e9 Z\u00fcrich'), bytes('\u00e9 ', 'latin1')]),
    'iso-8859-1',
  ],
  [
    'windows-1252 behind one character of UTF-8',
    Buffer.concat([bytes('\u00a9'), page('', 'Caf\u00e9 Z\u00fcrich', 'latin1')]),
    undefined,
  ],
] as const)('a long page of ASCII is judged by its end too: %s', (_, document, charset) => {
  const contentType = charset && `text/html; charset=${charset}`;
  expect(decodeDocument(document, contentType)).toContain('Caf\u00e9 Z\u00fcrich');
});
